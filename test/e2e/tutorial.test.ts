// docs/tutorial.md, typed in order in an empty folder. What it shows is what is printed, but for ids and times.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtProgram } from './built-program.ts';
import { consoleBlocks, type Typed, withPrinted } from './console-blocks.ts';
import { environmentOf, type Scratch, scratch, writeFiles } from './scratch.ts';

const PAGE = fileURLToPath(new URL('../../docs/tutorial.md', import.meta.url));

/** What differs from one time to the next. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{7,64}\b/g, '<id>'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|m|h|d)\b/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, '<date>'],
  [/\b\d\d:\d\d(?::\d\d)?\b/g, '<date>'],
  [/\b\d+(?:\.\d+)? (?:B|kB|MB)\b/g, '<size>'],
  [/\bprocess \d+/g, 'process <id>'],
  [/\b\d+ (?=results\b|entries\b)/g, '<count> '],
  // Without bubblewrap there are no such namespaces.
  [/, agents in pid namespaces of their own/g, ''],
  // Progress shows several steps at once where they come close together.
  [/^<date> \S+ (?:starts|handed in).*\n/gm, ''],
  [/ · .*$/gm, ''],
  [/[ \t]+/g, ' '],
];

const masked = (text: string): string =>
  MASKS.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text);

/** `baton` on PATH, as somebody has it who installed it, and a name for commits. */
const environment = (world: Scratch): NodeJS.ProcessEnv => {
  const bin = join(world.home, 'bin');
  writeFiles(bin, { baton: `#!/bin/sh\nexec '${process.execPath}' '${builtProgram()}' "$@"\n` });
  writeFiles(world.home, {
    '.gitconfig': '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n',
  });
  chmodSync(join(bin, 'baton'), 0o755);
  return environmentOf(world, { PATH: [bin, process.env['PATH'] ?? ''].join(delimiter), USER: 'ada' });
};

/** The folder is carried from one command to the next, as in one shell. */
const typist = (world: Scratch) => {
  const env = environment(world);
  let cwd = join(world.root, 'work');
  mkdirSync(cwd);
  return ({ command }: Typed): string => {
    const place = join(world.root, 'cwd');
    const script = `exec 2>&1\n${command}\npwd > '${place}'\n`;
    const { stdout } = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8' });
    cwd = readFileSync(place, 'utf8').trim();
    // The reader's own folders are elsewhere.
    return stdout
      .replaceAll(world.state, '~/.local/state/baton')
      .replaceAll(join(world.root, 'work'), '~')
      .replaceAll(world.home, '~');
  };
};

describe('the tutorial', () => {
  it('prints what it says, command by command', () => {
    const page = readFileSync(PAGE, 'utf8');
    const type = typist(scratch());
    const blocks = consoleBlocks(page);
    const played = blocks.map((block) => ({
      ...block,
      typed: block.typed.map((typed) => {
        const printed = type(typed);
        // Ids and times on the page stay as they are.
        return masked(printed) === masked(typed.printed) ? typed : { ...typed, printed };
      }),
    }));
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(PAGE, withPrinted(page, played));
    const lines = (from: typeof blocks) =>
      from.flatMap(({ typed }) =>
        typed.map(({ command, printed }) => [command, masked(printed).trim().split('\n')]),
      );
    expect(lines(played)).toEqual(lines(consoleBlocks(readFileSync(PAGE, 'utf8'))));
    expect(lines(blocks).length).toBeGreaterThan(10);
  });
});
