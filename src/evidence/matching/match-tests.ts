// Which test of one tree is which of another: by file, full name and ordinal, then by what the text and the runs say.
import type { TestFileChange } from '../../model/evidence.ts';
import { documentedItem, isDocExample } from '../source/doc-examples.ts';
import { respecifiedRows } from './respecified-rows.ts';
import { functionOf, keyOf, lastTestName, normalTestName, type SideTest } from './side-tests.ts';
import { tablePattern } from './table-names.ts';

export interface Side {
  readonly tests: readonly SideTest[];
  /** Files in which names differ between two runs of the same tests. */
  readonly unstable: ReadonlySet<string>;
}

export type Matched =
  | { readonly old: SideTest; readonly now: SideTest | undefined }
  | { readonly old: undefined; readonly now: SideTest };

/** What of both sides belongs together, step by step: what one step leaves over the next one looks at. */
class Matcher {
  readonly #old = new Set<SideTest>();
  readonly #now = new Set<SideTest>();
  readonly pairs: Matched[] = [];

  constructor(old: readonly SideTest[], now: readonly SideTest[]) {
    for (const test of old) this.#old.add(test);
    for (const test of now) this.#now.add(test);
  }

  /** Each key once: of several with the same key the first ones go together. */
  step(
    keyOfOld: (test: SideTest) => string | undefined,
    keyOfNow: (test: SideTest) => string | undefined,
  ): void {
    const waiting = new Map<string, SideTest[]>();
    for (const test of this.#now) {
      const key = keyOfNow(test);
      if (key === undefined) continue;
      const group = waiting.get(key) ?? [];
      group.push(test);
      waiting.set(key, group);
    }
    for (const old of [...this.#old]) {
      const key = keyOfOld(old);
      const now = key === undefined ? undefined : waiting.get(key)?.shift();
      if (now === undefined) continue;
      this.#old.delete(old);
      this.#now.delete(now);
      this.pairs.push({ old, now });
    }
  }

  left(): { readonly old: readonly SideTest[]; readonly now: readonly SideTest[] } {
    return { old: [...this.#old], now: [...this.#now] };
  }

  rest(): Matched[] {
    return [
      ...[...this.#old].map((old) => ({ old, now: undefined })),
      ...[...this.#now].map((now) => ({ old: undefined, now })),
    ];
  }
}

/** The name now of a test that says the same under another one. */
const retitledTest = (changes: readonly TestFileChange[]): ((test: SideTest) => string | undefined) => {
  const names = new Map(
    changes.flatMap(({ path, was, renamed = [] }) =>
      renamed.map(({ from, to }) => [keyOf(was ?? path, from, 0), normalTestName(to)] as const),
    ),
  );
  return ({ file, name }) => names.get(keyOf(file, name, 0));
};

/** The name now of a row of a table, or of a test in a loop, whose suite alone has another title. */
const retitledRow = (changes: readonly TestFileChange[]): ((test: SideTest) => string | undefined) => {
  const suiteOf = (name: string): string => name.split(' > ').slice(0, -1).join(' > ');
  const tables = changes.flatMap(({ path, was, renamed = [] }) =>
    renamed.flatMap(({ from, to }) => {
      const pattern = tablePattern(normalTestName(from));
      const isSuite = lastTestName(from) === lastTestName(to) && suiteOf(from) !== '' && suiteOf(to) !== '';
      return pattern === undefined || !isSuite
        ? []
        : [{ file: was ?? path, pattern, from: suiteOf(from), to: suiteOf(to) }];
    }),
  );
  return ({ file, name }) => {
    const [table, ...more] = tables.filter(
      (one) =>
        one.file === file && name.startsWith(`${one.from} > `) && one.pattern.test(normalTestName(name)),
    );
    const isOne = table !== undefined && more.every(({ to }) => to === table.to);
    return isOne ? `${table.to}${name.slice(table.from.length)}` : undefined;
  };
};

/** A key for cases of functions whose ids alone differ, where both sides have as many of them left. */
const otherIdsOf = (
  changes: readonly TestFileChange[],
  { old, now }: { readonly old: readonly SideTest[]; readonly now: readonly SideTest[] },
): ((file: string | undefined, name: string) => string | undefined) => {
  const count = (tests: readonly SideTest[], files: readonly (string | undefined)[], name: string): number =>
    tests.filter((test) => files.includes(test.file) && functionOf(test.name) === name).length;
  const keys = new Set(
    changes.flatMap(({ path, was, otherIds = [] }) =>
      otherIds
        .filter((name) => count(old, [path, was], name) === count(now, [path], name))
        .map((name) => JSON.stringify([path, name])),
    ),
  );
  return (file, name) => {
    const key = JSON.stringify([file ?? '', functionOf(name)]);
    return name.includes('[') && keys.has(key) ? key : undefined;
  };
};

const rowKey = ({ file, name, ordinal }: SideTest): string => keyOf(file, name, ordinal);

const itemKey = ({ name, file, ordinal }: SideTest): string | undefined =>
  isDocExample(name, file) ? keyOf(undefined, documentedItem(name), ordinal) : undefined;

export const matchSides = (old: Side, now: Side, changes: readonly TestFileChange[]): readonly Matched[] => {
  const moved = new Map(
    changes.flatMap(({ was, path }) => (was === undefined ? [] : [[was, path] as const])),
  );
  const renamed = new Map(
    changes.flatMap(({ path, was, renamed: names = [], valued = [] }) =>
      [...names, ...valued].map(
        ({ from, to }) => [JSON.stringify([was ?? path, lastTestName(from)]), lastTestName(to)] as const,
      ),
    ),
  );
  const fileNow = ({ file }: SideTest): string | undefined =>
    file === undefined ? undefined : (moved.get(file) ?? file);
  const unstable = new Set([...old.unstable, ...now.unstable]);
  const matcher = new Matcher(old.tests, now.tests);
  matcher.step((test) => keyOf(fileNow(test), test.name, test.ordinal), rowKey);
  // The same text in a suite with another title, and rows of its tables.
  for (const retitled of [retitledTest(changes), retitledRow(changes)])
    matcher.step((test) => {
      const to = retitled(test);
      return to === undefined ? undefined : keyOf(fileNow(test), to, test.ordinal);
    }, rowKey);
  // The same text under another name, or the same but for its values.
  matcher.step(
    (test) => {
      const to = renamed.get(JSON.stringify([test.file ?? '', lastTestName(test.name)]));
      return to === undefined ? undefined : JSON.stringify([fileNow(test), to]);
    },
    (test) => JSON.stringify([test.file, lastTestName(test.name)]),
  );
  // The same cases under other ids, by their number.
  const ids = otherIdsOf(changes, matcher.left());
  matcher.step(
    (test) => ids(fileNow(test), test.name),
    (test) => ids(test.file, test.name),
  );
  // The same name in another file: it was moved.
  matcher.step(
    ({ name, ordinal }) => keyOf(undefined, name, ordinal),
    ({ name, ordinal }) => keyOf(undefined, name, ordinal),
  );
  // An example of documentation that moved with what it documents.
  matcher.step(itemKey, itemKey);
  // Rows of a table that have the values in their names, where test and behaviour changed together.
  const rows = respecifiedRows(matcher.left().old, matcher.left().now, changes);
  const rowNow = new Set(rows.values());
  matcher.step(
    (test) => {
      const row = rows.get(test);
      return row === undefined ? undefined : rowKey(row);
    },
    (test) => (rowNow.has(test) ? rowKey(test) : undefined),
  );
  // Names that differ from run to run: by file and number alone.
  matcher.step(
    (test) => (unstable.has(fileNow(test) ?? '') ? (fileNow(test) ?? '') : undefined),
    (test) => (unstable.has(test.file ?? '') ? (test.file ?? '') : undefined),
  );
  return [...matcher.pairs, ...matcher.rest()];
};
