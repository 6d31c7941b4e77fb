// `baton run --open` shows its own run: the address that it prints signs a browser in while the run is held.
import { expect, it } from 'vitest';
import { scratch, startBaton, writeFiles } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { ASKING } from './waiting-run.ts';

it('opens the page of the run in the browser of the user, and ends with it', async () => {
  const world = scratch();
  const spec = makeSmallRelay(world, ASKING.replace('- - submit:', '- - run: sleep 2\n      - submit:'));
  const opened = `${world.root}/opened`;
  writeFiles(world.root, { browser: `#!/bin/sh\necho "$1" > ${opened}\n` });
  const { chmodSync, readFileSync } = await import('node:fs');
  chmodSync(`${world.root}/browser`, 0o755);
  const words = ['run', 'One file', '--name', 'shown', '--agent', spec, '--open'];
  const started = startBaton(world, words, { env: { BROWSER: `${world.root}/browser` } });
  let address: string | undefined;
  while (address === undefined && started.child.exitCode === null) {
    address = /in the browser: (\S+)/.exec(started.printed().stderr)?.[1];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { origin, pathname, hash } = new URL(address ?? '');
  expect(pathname).toBe('/runs/shown');
  const signedIn = await fetch(`${origin}/api/session`, {
    method: 'POST',
    body: JSON.stringify({ code: hash.replace('#code=', '') }),
  });
  expect(signedIn.status).toBe(200);
  const { exit, stderr } = await started.ended;
  expect(exit, stderr).toBe(4);
  expect(readFileSync(opened, 'utf8').trim()).toBe(address);
  await expect(fetch(origin)).rejects.toThrow();
});
