// What is observed of simulated trees, derived from their content alone, so that the real checks tell honest work from
// dishonest. A test file has one test in each line: `name: src/file has word word`, or `skip name: …`. A line without a
// colon is a test that always passes. Code is lines of words; a line is reached when a test names one of its words.
import { compareRuns } from '../../src/evidence/runs/compare-runs.ts';
import { isTestFile } from '../../src/evidence/source/test-files.ts';
import type {
  CommandEvidence,
  Evidence,
  EvidenceRequest,
  FileChange,
  TestFileChange,
} from '../../src/model/evidence.ts';
import type { Coverage, TestCase } from '../../src/model/measured.ts';
import type { FilesOfTree as Tree, TreesInMemory } from '../../src/testing/trees-in-memory.ts';

/** Its presence makes the tests fail. */
export const RED = 'red';
/** A file with this word in it does not pass the linter. */
export const UNTIDY = 'TODO';

interface SimulatedTest {
  readonly name: string;
  readonly file: string;
  readonly skipped: boolean;
  /** The file that it looks at, and what it expects there. */
  readonly about: string | undefined;
  readonly words: readonly string[];
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const LINE = /^(skip )?([^:]+)(?::(?: (\S+) has (.+))?)?$/;

const testIn = (file: string, line: string): SimulatedTest => {
  const [, skip, name, about, words] = LINE.exec(line) ?? [];
  return {
    name: name ?? line,
    file,
    skipped: skip !== undefined,
    about,
    words: words?.split(' ') ?? [],
  };
};

const testsIn = (file: string, text: string | undefined): SimulatedTest[] =>
  linesOf(text ?? '').map((line) => testIn(file, line));

const allTests = (tree: Tree): SimulatedTest[] =>
  [...tree].filter(([path]) => isTestFile(path)).flatMap(([path, text]) => testsIn(path, text));

const wordsOf = (line: string): string[] => line.split(/[\s,]+/);

const missingWord = ({ about, words }: SimulatedTest, tree: Tree): string | undefined => {
  const there = new Set(wordsOf((tree.get(about ?? '') ?? '').replaceAll('\n', ' ')));
  return words.find((word) => !there.has(word));
};

const run = (line: string, more: Partial<CommandEvidence>): CommandEvidence => ({
  kind: 'command',
  line,
  end: 'exited',
  exit: 0,
  tests: null,
  tail: '',
  durationMs: 1,
  sandbox: 'none',
  ...more,
});

export const runTests = (tree: Tree, line = 'simulated tests'): CommandEvidence => {
  const tests = allTests(tree);
  const found = tests.map((test) => ({ test, lacks: missingWord(test, tree) }));
  const cases: TestCase[] = [
    { name: 'is not red', file: RED, status: tree.has(RED) ? 'failed' : 'passed' },
    ...found.map(({ test: { name, file, skipped }, lacks }): TestCase => {
      const status = skipped ? 'skipped' : lacks === undefined ? 'passed' : 'failed';
      return { name, file, status };
    }),
  ];
  const count = (status: TestCase['status']): number => cases.filter((one) => one.status === status).length;
  const failures = [
    ...(tree.has(RED) ? [{ name: 'is not red', file: RED, message: 'it is red' }] : []),
    ...found
      .filter(({ test, lacks }) => !test.skipped && lacks !== undefined)
      .map(({ test: { name, file, about }, lacks }) => ({
        ...{ name, file, message: `expected ${about} to have ${lacks}` },
      })),
  ];
  return run(line, {
    exit: failures.length > 0 ? 1 : 0,
    tests: {
      total: cases.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      failures,
      cases,
    },
  });
};

const coverageOf = (tree: Tree): Coverage => {
  const tests = allTests(tree).filter(({ skipped }) => !skipped);
  const isReached = (path: string, line: string): boolean =>
    tests.some(({ about, words }) => about === path && words.some((word) => wordsOf(line).includes(word)));
  const files = [...tree]
    .filter(([path]) => path.startsWith('src/'))
    .map(([path, text]) => {
      const reached = linesOf(text).map((line) => isReached(path, line));
      const missed = reached.flatMap((yes, index) => (yes ? [] : [index + 1]));
      return [path, { covered: reached.length - missed.length, total: reached.length, missed }] as const;
    });
  const sum = (key: 'covered' | 'total'): number => files.reduce((all, [, file]) => all + file[key], 0);
  return {
    format: 'lcov',
    lines: { covered: sum('covered'), total: sum('total') },
    files: Object.fromEntries(files),
  };
};

const runLint = (tree: Tree): CommandEvidence => {
  const untidy = [...tree].filter(([, text]) => text.includes(UNTIDY)).map(([path]) => path);
  return run('simulated lint', {
    exit: untidy.length > 0 ? 1 : 0,
    tail: untidy.map((path) => `${path}: ${UNTIDY}`).join('\n'),
  });
};

/** The test files of the one on the code of the other. */
const mixed = (code: Tree, tests: Tree): Tree =>
  new Map([
    ...[...code].filter(([path]) => !isTestFile(path)),
    ...[...tests].filter(([path]) => isTestFile(path)),
  ]);

const runCommand = (
  trees: TreesInMemory,
  { command, tree, testsOf }: Extract<EvidenceRequest, { kind: 'command' }>,
): Evidence => {
  const code = trees.get(tree);
  const all = testsOf === undefined ? code : mixed(code, trees.get(testsOf));
  if (command === 'test') return runTests(all);
  if (command === 'lint') return runLint(all);
  if (command === 'coverage') return { ...runTests(all, 'simulated coverage'), coverage: coverageOf(all) };
  return { kind: 'unavailable', cause: `the project has no ${command} command` };
};

/** How many lines of the first are not in the second. */
const linesLeft = (text: string, other: string): number => {
  const there = linesOf(other);
  return linesOf(text).filter((line) => {
    const at = there.indexOf(line);
    if (at !== -1) there.splice(at, 1);
    return at === -1;
  }).length;
};

const changeOf = (path: string, before: string | undefined, after: string | undefined): FileChange => ({
  path,
  change: before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified',
  kind: 'file',
  modeChanged: false,
  added: linesLeft(after ?? '', before ?? ''),
  removed: linesLeft(before ?? '', after ?? ''),
});

/** What is gone here and stands there as it was is renamed. */
const withRenames = (changes: readonly FileChange[], before: Tree, after: Tree): FileChange[] => {
  const gone = changes.filter(({ change }) => change === 'deleted').map(({ path }) => path);
  return changes.flatMap((one): FileChange[] => {
    const was = gone.find((path) => one.change === 'added' && before.get(path) === after.get(one.path));
    if (was !== undefined) return [{ ...one, change: 'renamed', was, added: 0, removed: 0 }];
    const moved = changes.some(
      ({ change, path }) => change === 'added' && before.get(one.path) === after.get(path),
    );
    return one.change === 'deleted' && moved ? [] : [one];
  });
};

const testChange = (path: string, before: string | undefined, after: string | undefined): TestFileChange => {
  const [old, now] = [testsIn(path, before), testsIn(path, after)];
  const same = ({ name }: SimulatedTest): SimulatedTest | undefined => now.find((test) => test.name === name);
  return {
    path,
    change: before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified',
    declared: now.map(({ name }) => name),
    same: old.filter((test) => JSON.stringify(same(test)) === JSON.stringify(test)).map(({ name }) => name),
    removed: old.filter((test) => same(test) === undefined).map(({ name }) => name),
    skipped: old.filter((test) => !test.skipped && same(test)?.skipped === true).map(({ name }) => name),
    only: [],
    weakened: old.flatMap((test) => {
      const left = same(test)?.words.length ?? test.words.length;
      return left < test.words.length ? [{ name: test.name, before: test.words.length, after: left }] : [];
    }),
  };
};

const runsOf = (
  trees: TreesInMemory,
  { base, head, named }: Extract<EvidenceRequest, { kind: 'test-runs' }>,
): Evidence => {
  const [before, after] = [trees.get(base), trees.get(head)];
  return {
    kind: 'test-runs',
    ...compareRuns({
      runs: {
        base: runTests(before),
        oldTests: runTests(mixed(after, before)),
        oldCode: runTests(mixed(before, after)),
        head: runTests(after),
      },
      changes: trees
        .changes(base, head)
        .filter(isTestFile)
        .map((path) => testChange(path, before.get(path), after.get(path))),
      support: [],
      ...(named === undefined ? {} : { named }),
    }),
  };
};

export const observeTrees = (trees: TreesInMemory, request: EvidenceRequest): Evidence => {
  if (request.kind === 'command') return runCommand(trees, request);
  if (request.kind === 'merge') return trees.merge(request.base, request.parts, request.subject);
  if (request.kind === 'canary') return { kind: 'canary', tries: [] };
  if (request.kind === 'probe') return { kind: 'probe', hunks: [], left: 0, silent: 0, durationMs: 0 };
  if (request.kind === 'test-runs') return runsOf(trees, request);
  const { kind, from, to } = request;
  const files = trees.changes(from, to);
  if (kind === 'changes') return { kind, files };
  const [before, after] = [trees.get(from), trees.get(to)];
  if (kind === 'diff')
    return {
      kind,
      files: withRenames(
        files.map((path) => changeOf(path, before.get(path), after.get(path))),
        before,
        after,
      ),
      cut: false,
    };
  return {
    kind,
    files: files.filter(isTestFile).map((path) => testChange(path, before.get(path), after.get(path))),
  };
};
