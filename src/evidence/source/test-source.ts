// What is written down in test files, and what became of it between two versions of a file.
import type { TestFileChange } from '../../model/evidence.ts';
import { type DeclaredTest, readJsTests } from './js-tests.ts';
import { readPythonTests } from './python-tests.ts';

/** Of other languages only names are read: one line of the file may declare one test. */
const BY_NAME: readonly { readonly extension: RegExp; readonly declared: RegExp; readonly skip?: RegExp }[] =
  [
    { extension: /^go$/, declared: /^func ((?:Test|Fuzz|Example)\w*)\(/ },
    { extension: /^rs$/, declared: /^\s*(?:pub )?(?:async )?fn (\w+)\(/ },
    {
      extension: /^rb$/,
      declared: /^\s*(?:def (test_\w+)|x?(?:it|specify|example) ["']([^"']{1,300})["'])/,
      skip: /^\s*xit\b/,
    },
    { extension: /^php$/, declared: /^\s*(?:final )?(?:public )?function (test\w+)\(/ },
    {
      extension: /^(?:java|kt|scala|groovy|cs|swift)$/,
      declared:
        /^\s*(?:@Test\s+)?(?:(?:public|private|internal|open|final|async|static)\s+)*(?:void|fun|func|Task)\s+`?(\w[\w ]*)`?\s*\(/,
    },
    { extension: /^exs$/, declared: /^\s*test "([^"]{1,300})"/ },
    { extension: /^bats$/, declared: /^\s*@test\s+(?:"([^"]{1,300})"|'([^']{1,300})')\s*\{/ },
  ];
const LINE_CHARS_MAX = 1_000;

/** A formatter puts the end of a block under its beginning: `}` or `end` with the same indentation. */
const blockEnd = (rows: readonly string[], from: number): number => {
  const begin = rows[from] ?? '';
  const indent = begin.slice(0, begin.length - begin.trimStart().length);
  if (/\}\s*$/.test(begin)) return from;
  for (let at = from + 1; at < rows.length; at += 1) {
    const row = rows[at];
    if (row?.startsWith(indent) && /^(?:\}|end\b)/.test(row.slice(indent.length))) return at;
  }
  return rows.length - 1;
};

const readByName = (extension: string, text: string): DeclaredTest[] => {
  const rule = BY_NAME.find((candidate) => candidate.extension.test(extension));
  if (rule === undefined) return [];
  const found: DeclaredTest[] = [];
  const rows = text.split('\n');
  let marked = false;
  let at = 0;
  for (const [index, row] of rows.entries()) {
    const line = row.slice(0, LINE_CHARS_MAX);
    const from = at;
    at += row.length + 1;
    if (/^\s*(?:\/\/|\/\*|\*)/.test(line)) continue;
    if (/^\s*(?:#\[ignore|@Ignore|@Disabled|\[Ignore)/.test(line)) marked = true;
    const match = rule.declared.exec(line);
    const name = match?.slice(1).find((group) => group !== undefined);
    if (name === undefined) continue;
    const end = blockEnd(rows, index);
    const length = rows.slice(index, end + 1).reduce((sum, one) => sum + one.length + 1, 0);
    found.push({
      name: name.trim(),
      skipped: marked || (rule.skip?.test(line) ?? false),
      only: false,
      range: { from, to: Math.min(text.length, from + length) },
    });
    marked = false;
  }
  return found;
};

/** The tests that a file declares, in the order in which they end. None for what is no source file. */
export const readTestSource = (path: string, text: string): readonly DeclaredTest[] => {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (/^(?:[cm]?[jt]s|[jt]sx)$/.test(extension)) return readJsTests(text);
  if (/^pyi?$/.test(extension)) return readPythonTests(text);
  return readByName(extension, text);
};

const byName = (tests: readonly DeclaredTest[]): Map<string, DeclaredTest[]> => {
  const groups = new Map<string, DeclaredTest[]>();
  for (const test of tests) {
    const group = groups.get(test.name);
    if (group === undefined) groups.set(test.name, [test]);
    else group.push(test);
  }
  return groups;
};

const sum = (tests: readonly DeclaredTest[]): number | undefined =>
  tests.every(({ assertions }) => assertions !== undefined)
    ? tests.reduce((total, { assertions = 0 }) => total + assertions, 0)
    : undefined;

type Compared = Pick<TestFileChange, 'declared' | 'removed' | 'skipped' | 'only' | 'weakened' | 'inverted'>;

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Tests of one name in one file are taken together: one of several that is gone is listed, too. */
export const compareTests = (before: readonly DeclaredTest[], after: readonly DeclaredTest[]): Compared => {
  const [old, now] = [byName(before), byName(after)];
  const removed: string[] = [];
  const weakened: { name: string; before: number; after: number }[] = [];
  for (const [name, tests] of old) {
    const left = now.get(name) ?? [];
    if (left.length < tests.length) removed.push(name);
    const [was, is] = [sum(tests), sum(left)];
    if (left.length > 0 && was !== undefined && is !== undefined && is < was)
      weakened.push({ name, before: was, after: is });
  }
  const wasSkipped = new Set(before.filter(({ skipped }) => skipped).map(({ name }) => name));
  const isInverted = ({ inverted = false }: DeclaredTest): boolean => inverted;
  const wasInverted = new Set(before.filter(isInverted).map(({ name }) => name));
  const inverted = unique(
    after.filter((test) => isInverted(test) && !wasInverted.has(test.name)).map(({ name }) => name),
  );
  // What a new test does through functions of other files cannot be seen; one that does nothing can.
  const empty = [...now].filter(
    ([name, tests]) => !old.has(name) && tests.every(({ hollow, skipped }) => hollow && !skipped),
  );
  return {
    declared: unique(after.map(({ name }) => name)),
    removed,
    skipped: unique(
      after.filter(({ name, skipped }) => skipped && !wasSkipped.has(name)).map(({ name }) => name),
    ),
    only: unique(after.filter(({ only }) => only).map(({ name }) => name)),
    weakened: [...weakened, ...empty.map(([name]) => ({ name, before: 0, after: 0 }))],
    ...(inverted.length === 0 ? {} : { inverted }),
  };
};
