// What Python's own unittest prints: names with -v, numbers and failures without.
import type { TestCounts, TestFailure } from '../../../model/evidence.ts';
import { UNLOADED_FILES_MAX } from '../../../model/limits/limits.ts';
import type { TestCase } from '../../../model/measured.ts';
import { caseName, testCounts, testFailure, withCases } from '../report.ts';

/** The file of a module `tests.test_account`, from the project's folder; undefined where nobody can tell. */
export type PythonPlaces = (module: string) => string | undefined;

/** `test_x (tests.test_a.ATest.test_x)`; before Python 3.11 without the last part. A subtest has its values behind. */
const PLACED = /^([\w.]{1,300}) \(([\w.<>]{1,600})\)(?: [([].*)?$/;
const ENDED = / \.\.\. (ok|FAIL|ERROR|skipped (?:'.*'|".*")|expected failure|unexpected success)$/;
/** It began, and what it prints stands before its end. */
const BEGAN = / \.\.\. (.*)$/;
const WORD = /^(ok|FAIL|ERROR|skipped (?:'.*'|".*")|expected failure|unexpected success)$/;
const HEADING = /^(ERROR|FAIL|UNEXPECTED SUCCESS): (.{1,900})$/;
const RAN = /^Ran (\d{1,9}) tests? in \d{1,9}\.\d{1,9}s$/;
const RESULT =
  /^(OK|FAILED|NO TESTS RAN)(?: \(([a-z]+(?: [a-z]+)?=\d{1,9}(?:, [a-z]+(?: [a-z]+)?=\d{1,9})*)\))?$/;
const RULE = /^={70}$/;
const LOADER = 'unittest.loader._FailedTest';
/** Not counted as tests by unittest, but failures all the same. */
const OUTSIDE = /^(?:setUp|tearDown)(?:Class|Module)$/;

interface Named {
  readonly key: string;
  readonly name: string;
  readonly file: string | undefined;
  /** The module could not be loaded. */
  readonly unloaded: boolean;
}

const namedIn = (text: string, places: PythonPlaces): Named | undefined => {
  const [, test, id] = PLACED.exec(text) ?? [];
  if (test === undefined || id === undefined) return undefined;
  if (id === LOADER || id.startsWith(`${LOADER}.`)) {
    const file = places(test);
    return { key: `${LOADER} ${test}`, name: file ?? test, file, unloaded: true };
  }
  const parts = id.split('.');
  if (parts.length > 1 && parts.at(-1) === test) parts.pop();
  // Classes may stand in classes: the longest part that is a file is the module.
  let end = parts.length;
  while (end > 0 && places(parts.slice(0, end).join('.')) === undefined) end -= 1;
  const file = end === 0 ? undefined : places(parts.slice(0, end).join('.'));
  const classes = end === 0 ? parts.slice(-1) : parts.slice(end);
  return { key: `${id} ${test}`, name: [...classes, test].join(' > '), file, unloaded: false };
};

const statusOf = (word: string): TestCase['status'] => {
  if (word === 'ok') return 'passed';
  return word.startsWith('skipped') || word === 'expected failure' ? 'skipped' : 'failed';
};

const WORSE: Readonly<Record<TestCase['status'], number>> = { passed: 0, skipped: 1, failed: 2 };

interface Reading {
  readonly places: PythonPlaces;
  readonly ended: Map<string, { readonly test: Named; readonly status: TestCase['status'] }>;
  readonly failed: Map<string, { readonly test: Named; message: string; line?: number }>;
  /** A test that has begun and not ended. */
  open: Named | undefined;
  /** The line before, where a docstring may follow a name. */
  before: string;
  ran: number;
  noted: Map<string, number>;
  isFailed: boolean;
  found: boolean;
}

const end = (reading: Reading, test: Named, word: string): void => {
  const known = reading.ended.get(test.key)?.status ?? 'passed';
  const status = statusOf(word);
  // Of subtests that end in different ways the worst one counts.
  reading.ended.set(test.key, { test, status: WORSE[status] >= WORSE[known] ? status : known });
};

/** One line while tests run. */
const readProgress = (reading: Reading, line: string): void => {
  const ended = ENDED.exec(line);
  const said = ended?.[1];
  const text = line.slice(0, ended?.index ?? BEGAN.exec(line)?.index ?? line.length).trim();
  const own = namedIn(text, reading.places) ?? namedIn(reading.before.trim(), reading.places);
  if (said !== undefined && own !== undefined) end(reading, own, said);
  else if (own !== undefined && BEGAN.test(line)) reading.open = own;
  else if (reading.open !== undefined && WORD.test(line)) {
    end(reading, reading.open, line);
    reading.open = undefined;
  }
};

const noteResult = (reading: Reading, [, word, numbers]: RegExpExecArray): void => {
  reading.found = true;
  reading.isFailed ||= word === 'FAILED';
  for (const part of numbers?.split(', ') ?? []) {
    const [name = '', count = '0'] = part.split('=');
    reading.noted.set(name, (reading.noted.get(name) ?? 0) + Number(count));
  }
};

const FRAME = /^ {2}File "(.{1,500})", line (\d{1,7})/;

/** One line of what is printed of failures, after all tests. */
const readFailure = (reading: Reading, current: Named | undefined, line: string): void => {
  const failure = current === undefined ? undefined : reading.failed.get(current.key);
  if (failure === undefined) return;
  const [, path, at] = FRAME.exec(line) ?? [];
  if (path !== undefined && current?.file !== undefined && path.endsWith(`/${current.file}`))
    failure.line = Number(at);
  // A trace ends with the error, which begins at the margin.
  if (/^[A-Za-z_][\w.]*(?::|$)/.test(line) && !line.startsWith('Traceback')) failure.message = line;
};

const readLines = (lines: readonly string[], reading: Reading): void => {
  let inFailures = false;
  let current: Named | undefined;
  let ran: number | undefined;
  for (const line of lines) {
    const heading = HEADING.exec(line);
    const counted = RAN.exec(line);
    const result = ran === undefined || line === '' ? null : RESULT.exec(line);
    if (RULE.test(line)) inFailures = true;
    else if (heading !== null && inFailures) {
      const [, word = '', name = ''] = heading;
      current = namedIn(name, reading.places);
      if (current !== undefined && !reading.failed.has(current.key))
        reading.failed.set(current.key, { test: current, message: word.toLowerCase() });
    } else if (counted !== null) ran = Number(counted[1]);
    else if (result !== null) {
      reading.ran += ran ?? 0;
      noteResult(reading, result);
      [ran, inFailures, current] = [undefined, false, undefined];
    } else if (inFailures) readFailure(reading, current, line);
    else readProgress(reading, line);
    // Only what stands right behind the number of tests is their result.
    if (ran !== undefined && line !== '' && counted === null) ran = undefined;
    reading.before = line;
  }
};

const failuresOf = ({ failed }: Reading): TestFailure[] =>
  [...failed.values()].map(({ test, message, line }) => ({
    ...testFailure(test.name, message),
    ...(test.file === undefined ? {} : { file: test.file }),
    ...(test.file === undefined || line === undefined ? {} : { line }),
  }));

const casesOf = ({ ended, failed }: Reading): TestCase[] => {
  // What fails outside of a test has no line of its own among them.
  const others = [...failed.values()].filter(({ test }) => !ended.has(test.key));
  return [...ended.values(), ...others.map(({ test }) => ({ test, status: 'failed' as const }))].map(
    ({ test, status }) => ({
      name: caseName(test.name),
      ...(test.file === undefined ? {} : { file: test.file }),
      status: failed.has(test.key) ? 'failed' : status,
    }),
  );
};

const unloadedOf = ({ failed }: Reading): NonNullable<TestCounts['unloaded']> =>
  [...failed.values()]
    .flatMap(({ test: { unloaded, file }, message }) =>
      unloaded && file !== undefined ? [{ file, message }] : [],
    )
    .slice(0, UNLOADED_FILES_MAX);

export const readUnittestWith = (lines: readonly string[], places: PythonPlaces): TestCounts | null => {
  const reading: Reading = {
    ...{ places, ended: new Map(), failed: new Map(), open: undefined, before: '' },
    ...{ ran: 0, noted: new Map(), isFailed: false, found: false },
  };
  readLines(lines, reading);
  if (!reading.found) return null;
  const outside = [...reading.failed.values()].filter(({ test }) =>
    OUTSIDE.test(test.name.split(' > ').at(-1) ?? ''),
  ).length;
  const failed = Math.max(reading.failed.size, reading.isFailed ? 1 : 0);
  const skipped = (reading.noted.get('skipped') ?? 0) + (reading.noted.get('expected failures') ?? 0);
  const passed = Math.max(0, reading.ran - (failed - outside) - skipped);
  const counts = withCases(testCounts({ passed, failed, skipped }, failuresOf(reading)), casesOf(reading));
  const unloaded = unloadedOf(reading);
  return unloaded.length === 0 ? counts : { ...counts, unloaded };
};

/** Modules are files of the project: as they are named, or below a folder where only one file fits. */
export const pythonPlaces = (files: ReadonlySet<string>): PythonPlaces => {
  const known = new Map<string, string | undefined>();
  return (module) => {
    if (known.has(module)) return known.get(module);
    const path = module.replaceAll('.', '/');
    const fitting = [`${path}.py`, `${path}/__init__.py`].flatMap((own) =>
      files.has(own) ? [own] : [...files].filter((file) => file.endsWith(`/${own}`)),
    );
    const file = fitting.length === 1 ? fitting[0] : undefined;
    known.set(module, file);
    return file;
  };
};
