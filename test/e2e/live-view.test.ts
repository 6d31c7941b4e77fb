// `baton demo` in a real terminal, tmux: what is drawn in place goes without a trace, also when somebody types and resizes.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtProgram } from './built-program.ts';
import { environmentOf, type Scratch, scratch } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { ASKING } from './waiting-run.ts';

const hasTmux = spawnSync('tmux', ['-V']).status === 0;
const POLL_MS = 50;
const HEAD = /^demo · relay · \S+ · \d+ handed in/gm;

const terminalOf = (world: Scratch) => {
  const socket = `${world.root}/tmux`;
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env: { ...environmentOf(world), TERM: 'xterm-256color' },
    });
  onTestFinished(() => void spawnSync('tmux', ['-S', socket, 'kill-server']));
  const until = async (what: (shown: string) => boolean, all = false): Promise<string> => {
    for (;;) {
      const shown = tmux('capture-pane', '-p', '-J', ...(all ? ['-S', '-'] : []));
      if (what(shown)) return shown;
      await sleep(POLL_MS);
    }
  };
  return { tmux, until };
};

const PAGE = fileURLToPath(new URL('../../docs/people.md', import.meta.url));
const BLOCK = /(<!-- what `baton run` shows -->\n```\n)([\s\S]*?)(```\n)/;

/** What differs from one run to the next is the same here. */
const masked = (shown: string): string =>
  `${shown
    .replaceAll(/\d\d:\d\d:\d\d/g, '10:27:09')
    .replaceAll(/· \d+(?:\.\d+)?(?:ms|s|m)(?: \d+s)?(?= |$)/gm, '· 2s')
    .split('\n')
    .map((line) => line.trimEnd())
    // Whether this comes before anything is drawn is a matter of moments.
    .filter((line) => !/^[\d:]+ .*\bstart(?:s|ed)\b/.test(line))
    .join('\n')
    .trim()}\n`;

const heads = (shown: string): number => shown.match(HEAD)?.length ?? 0;

describe.skipIf(!hasTmux)('the live view in a terminal', () => {
  it('leaves nothing behind after typing and resizing', async () => {
    const world = scratch();
    const { tmux, until } = terminalOf(world);
    tmux('new-session', '-d', '-x', '100', '-y', '30', 'sh');
    tmux('send-keys', `echo before; '${process.execPath}' '${builtProgram()}' demo; echo "exit $?"`, 'Enter');
    await until((shown) => heads(shown) === 1);
    tmux('send-keys', 'Enter', 'Enter', 'Enter', 'typed');
    await until((shown) => heads(shown) === 1 && !/^typed/m.test(shown));
    tmux('resize-window', '-x', '60', '-y', '30');
    await until((shown) => heads(shown) === 1 || /^exit \d/m.test(shown));
    tmux('resize-window', '-x', '120', '-y', '30');
    const end = await until((shown) => /^exit \d/m.test(shown), true);
    expect(end).toMatch(/^exit 0$/m);
    expect(heads(end)).toBe(0);
    const events = end.split('\n').filter((line) => /^\d\d:\d\d:\d\d /.test(line));
    expect(events.length).toBeGreaterThan(5);
    expect(new Set(events).size).toBe(events.length);
    const [, after = ''] = end.split('before\n');
    expect(after.split('\n').slice(0, 3).join('\n')).not.toMatch(/^\s*$/m);
  });

  it('looks as the picture in the documentation', async () => {
    const world = scratch();
    const spec = makeSmallRelay(world, ASKING);
    const { tmux, until } = terminalOf(world);
    tmux('new-session', '-d', '-x', '100', '-y', '30', '-c', world.project, 'sh');
    const line = `clear; '${process.execPath}' '${builtProgram()}' run "One file" --name hello --agent '${spec}'`;
    tmux('send-keys', line, 'Enter');
    const end = await until((shown) => shown.includes('your answer > '));
    const picture = masked(end);
    const page = readFileSync(PAGE, 'utf8');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(PAGE, page.replace(BLOCK, `$1${picture}$3`));
    expect(picture).toBe(BLOCK.exec(readFileSync(PAGE, 'utf8'))?.[2]);
  });
});
