// What a person sees of a check: the words, the source line and the caret, pinned for cases of every kind.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../fixtures/golden.ts';
import { baton, scratch, writeFiles } from './scratch.ts';

interface Case {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly expect: { readonly ok: boolean };
}

const cases = JSON.parse(
  readFileSync(new URL('../fixtures/handoff-cases.json', import.meta.url), 'utf8'),
) as readonly Case[];

const SHOWN = [
  'quest: the seed block',
  'quest: an echoed template is not complete',
  'quest: bold keys and bullets',
  'quest: BOM and CRLF',
  'quest: one key, two values',
  'quest: undecided NEXT',
  'quest: handoff.json without next',
  'collective: all problems at once',
  'h3a: three things missing',
  'agentmux: several problems together',
];

describe('the text of a check', () => {
  it.each(SHOWN)('%s', async (name) => {
    const one = cases.find((candidate) => candidate.name === name)!;
    const world = scratch();
    writeFiles(world.project, { [one.file]: one.input });
    const { exit, stdout, stderr } = await baton(world, ['check', one.file, ...one.args]);
    expect([exit, stderr]).toEqual([one.expect.ok ? 0 : 1, '']);
    expectGolden(`check-text/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.txt`, stdout);
  });
});
