import { describe, expect, it } from 'vitest';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { treeOf } from '../../../test/fixtures/relay-in-memory.ts';
import type { FileChange } from '../../model/evidence.ts';
import type { ShownChange } from '../../model/run/shown-change.ts';
import { changeLines } from './change-text.ts';
import { paintWith } from './paint.ts';

const file = (path: string, more: Partial<FileChange> = {}): FileChange => ({
  ...{ path, change: 'modified', kind: 'file', modeChanged: false, added: 3, removed: 1 },
  ...more,
});

const change: ShownChange = {
  base: treeOf(1),
  tree: treeOf(2),
  filesChanged: 3,
  added: 6,
  removed: 2,
  files: [
    file('src/add.js'),
    file('img/logo.png', { change: 'added', added: null, removed: null }),
    file('src/new\x1b[31m.js', { change: 'renamed', was: 'src/old.js', modeChanged: true }),
  ],
  cut: false,
  tests: [
    { name: 'adds', file: 'test/add.test.js', fate: 'respecified' },
    { name: 'subtracts', fate: 'dropped' },
    { name: 'multiplies', fate: 'removed', skipped: true },
  ],
  untested: [{ path: 'src/add.js', line: 12, lines: 1, text: 'if (a === 0) return b;\x07' }],
  unproved: [
    { clause: 'coverage-kept', basis: 'waived', why: 'no tool\x07', assignments: ['G1.executor.T001.1'] },
    { clause: 'lint-green', basis: 'stated', assignments: ['coding.coder.a.1', 'reviewing.reviewer.1'] },
    { clause: 'types-green', basis: 'stated', assignments: ['coding.coder.a.1'] },
  ],
  notes: ['package.json  FILES_PROTECTED  (warning) its scripts changed'],
};

const textOf = (shown: ShownChange, color = false): string =>
  `${changeLines(shown, paintWith(color)).join('\n')}\n`;

describe('a change that is to be approved', () => {
  it('is shown with everything that a person should know of it', () => {
    expectGolden('progress/change.txt', textOf(change));
  });

  it('says plainly where there is nothing to tell, and nothing of what nobody probed', () => {
    const { untested: _, ...rest } = change;
    expect(textOf({ ...rest, tests: [], unproved: [], notes: [], files: [], filesChanged: 0 })).toBe(
      'no file changed\nNo test of before was dropped or re-specified.\nEvery clause was measured by Baton.\n',
    );
    expect(textOf({ ...change, tests: null })).toContain('were not compared');
    expect(textOf({ ...change, untested: [] })).toContain('missed by some test');
  });

  it('counts what it does not list', () => {
    const files = Array.from({ length: 200 }, (_, at) => file(`f${at}.js`));
    const text = textOf({ ...change, files, filesChanged: 5_000, added: 9, cut: true });
    expect(text).toContain(' and 4985 more\nmore than 5000 files changed, 9 lines added');
  });

  it('lets nothing of an agent move the cursor, and colours say no more than words', () => {
    expect(textOf(change)).not.toMatch(/[\x00-\x08\x0b-\x1f]/);
    expect(textOf(change, true).replaceAll(/\x1b\[\d+m/g, '')).toBe(textOf(change));
  });
});
