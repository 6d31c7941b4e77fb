// The end of a journal cut off together with its snapshot and its copy: what is left is a sound journal, and only somebody
// who has seen the missing entries can tell.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '../../src/compose.ts';
import { placeOf } from '../../src/operations/project/state-directory.ts';
import { type VerifyDocument, verifyRun } from '../../src/operations/verify/verify-run.ts';
import { replay } from '../../src/runtime/replay.ts';
import { nodeDisk } from '../../src/std/disk/node-disk.ts';
import { openFileStore } from '../../src/stores/file/file-store.ts';
import { headPath } from '../../src/stores/file/head-file.ts';
import { builtPackage } from './built-program.ts';
import { baton, gitIn, makeScratch, runState, type Scratch } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';

let world: Scratch & { remove(): void };
let system: ReturnType<typeof compose>;
let lines: readonly string[];
let files: { readonly [K in 'state' | 'journal' | 'snapshot' | 'head' | 'copy' | 'attestation']: string };

beforeAll(async () => {
  world = makeScratch();
  const spec = makeSmallRelay(world);
  const ran = await baton(world, ['run', 'Two files', '--name', 'r', '--agent', spec, '--json']);
  expect(ran.exit, ran.stdout + ran.stderr).toBe(0);
  expect((await baton(world, ['attest', 'r'])).exit).toBe(0);
  const state = runState(world, 'r');
  const directory = join(world.project, '.baton', 'runs', 'r');
  files = {
    state,
    journal: join(state, 'journal.jsonl'),
    snapshot: join(state, 'snapshot.json'),
    head: headPath(state),
    copy: join(directory, 'journal'),
    attestation: join(directory, 'attestations.json'),
  };
  lines = readFileSync(files.journal, 'utf8').trimEnd().split('\n');
  system = compose(builtPackage(), '0.0.0');
});
afterAll(() => world?.remove());

const verify = (): Promise<VerifyDocument> =>
  verifyRun(system, placeOf(world.project, { BATON_STATE: world.state, PATH: process.env['PATH'] }), 'r');

/** Everything is put back after the test. */
const saved = (): void => {
  const safe = join(world.root, 'safe');
  const paths = Object.values(files).filter((path) => path !== files.state && existsSync(path));
  mkdirSync(safe);
  for (const [at, path] of paths.entries()) cpSync(path, join(safe, String(at)), { recursive: true });
  onTestFinished(() => {
    for (const [at, path] of paths.entries()) {
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { recursive: true, force: true });
      cpSync(join(safe, String(at)), path, { recursive: true });
    }
    rmSync(safe, { recursive: true });
  });
};

const cutTo = (entries: number): void => {
  rmSync(files.snapshot, { force: true });
  rmSync(files.copy, { recursive: true, force: true });
  writeFileSync(
    files.journal,
    lines
      .slice(0, entries)
      .map((line) => `${line}\n`)
      .join(''),
  );
};

/** A snapshot that fits the journal as it is now. */
const replaceSnapshot = async (): Promise<void> => {
  const { store } = await openFileStore(nodeDisk, files.state);
  const state = await replay(store);
  await store.writeSnapshot({ state: state!, head: store.head });
  await store.close();
};

const cutProblems = ({ ok, problems }: VerifyDocument): readonly string[] => {
  expect(ok).toBe(false);
  return problems
    .filter(({ code, severity }) => code === 'JOURNAL_CUT' && severity === 'error')
    .map((p) => p.message);
};

describe('a journal whose end is cut off', () => {
  it('is refused, however much is missing, without a snapshot and with one that fits', async () => {
    saved();
    for (let kept = lines.length - 1; kept >= 0; kept -= 1) {
      cutTo(kept);
      const missing = lines.length - kept;
      const words = `the journal ends with entry ${kept}, expected entry ${lines.length}`;
      expect(cutProblems(await verify())[0]).toContain(words);
      expect(cutProblems(await verify())[0]).toContain(`at least ${missing} were cut off`);
      if (kept === 0) continue;
      await replaceSnapshot();
      expect(cutProblems(await verify())[0]).toContain(words);
    }
  });

  it('is said by the commands, and no holder goes on with it', async () => {
    saved();
    for (const kept of [lines.length - 1, 3]) {
      cutTo(kept);
      const { exit, stdout } = await baton(world, ['verify', 'r']);
      expect([exit, stdout]).toEqual([1, expect.stringContaining('NOT VERIFIED')]);
      expect(stdout).toContain('JOURNAL_CUT');
      const attested = await baton(world, ['attest', 'r', '--out', join(world.root, 'forged.json')]);
      expect([attested.exit, existsSync(join(world.root, 'forged.json'))]).toEqual([1, false]);
    }
    const resumed = await baton(world, ['resume', 'r', '--json']);
    expect([resumed.exit, resumed.stdout]).toEqual([1, expect.stringContaining('JOURNAL_CUT')]);
    expect(readFileSync(files.journal, 'utf8').trimEnd().split('\n')).toHaveLength(3);
  });

  it('is told by the commit where no head was kept, from the entry on that it names', async () => {
    const trailer = gitIn(
      world.project,
      'log',
      '-1',
      '--format=%(trailers:key=Baton-Journal,valueonly)',
      'baton/r',
    );
    const named = Number(trailer.split(' ')[1]);
    expect(trailer.split(' ')[0]).toBe('r');
    expect(named).toBeGreaterThan(1);
    expect(named).toBeLessThan(lines.length);
    saved();
    rmSync(files.head);
    rmSync(files.attestation);
    for (let kept = named - 1; kept > 0; kept -= 1) {
      cutTo(kept);
      expect(cutProblems(await verify())).toEqual([
        expect.stringMatching(
          new RegExp(`expected entry ${named} .* which is named by commit [0-9a-f]{12}: `),
        ),
      ]);
    }
  });

  it('is told by the attestation, and only by one that this project has signed', async () => {
    saved();
    rmSync(files.head);
    cutTo(lines.length - 1);
    expect(cutProblems(await verify())).toEqual([expect.stringContaining(`expected entry ${lines.length}`)]);
    const bundle = JSON.parse(readFileSync(files.attestation, 'utf8')) as {
      statements: { signatures: { sig: string }[] }[];
    };
    const signature = bundle.statements.at(-1)!.signatures[0]!;
    signature.sig = Buffer.alloc(64, 7).toString('base64');
    writeFileSync(files.attestation, JSON.stringify(bundle));
    expect((await verify()).problems.map(({ code, severity }) => `${code} ${severity}`)).toContain(
      'JOURNAL_CUT warning',
    );
  });

  it('and that was written anew is another one', async () => {
    saved();
    cutTo(lines.length - 2);
    const { store } = await openFileStore(nodeDisk, files.state);
    for (let n = 0; n < 3; n += 1)
      await store.append(
        {
          ...{ id: `forged-${n}`, at: '2026-01-01T00:00:00.000Z', by: { engine: true } },
          input: { kind: 'refuse', code: 'TOKEN_INVALID', message: 'forged' },
          events: [{ kind: 'submission-refused', code: 'TOKEN_INVALID', message: 'forged' }],
        },
        store.head.seq,
      );
    await store.close();
    expect(cutProblems(await verify())[0]).toContain('was cut off before it and written anew');
  });
});

describe('a journal of which no head was kept', () => {
  it('is verified, and it is said that its end cannot be checked', async () => {
    saved();
    rmSync(files.head);
    const { exit, stdout } = await baton(world, ['verify', 'r']);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('no head was kept of this journal')]);
  });
});
