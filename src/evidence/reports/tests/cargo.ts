import type { TestCounts, TestFailure } from '../../../model/evidence.ts';
import type { TestCase } from '../../../model/measured.ts';
import {
  caseName,
  type Location,
  locationIn,
  messageFrom,
  type ReportReader,
  testCounts,
  testFailure,
  withCases,
} from '../report.ts';

const RESULT = /^test result: \w+\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/;
const TEST = /^test (.{1,300}) \.\.\. (ok|FAILED|ignored)(?:, .*)?$/;
const STATUSES: ReadonlyMap<string, TestCase['status']> = new Map([
  ['ok', 'passed'],
  ['FAILED', 'failed'],
  ['ignored', 'skipped'],
]);
const PANIC = /^thread '(.{1,300})' (?:\(\d+\) )?panicked at (.*)$/;
/** `Running unittests src/lib.rs (target/debug/deps/name-0123)`: one test program after another. */
const PROGRAM = /^ {5}Running (?:unittests )?(\S+) \(\S*?([\w-]+)-[0-9a-f]{8,}(?:\.exe)?\)$/;
const DOCTESTS = /^ {3}Doc-tests (\S+)$/;
/** `src/lib.rs - add (line 5)`, and what is done with it: the line changes with every edit above it. */
const DOCTEST = /^(\S+\.rs) - (.*?)\(line \d{1,7}\)(?: - [a-z ]+)?$/;
const NOT_COMPILED = /^error: could not compile `([^`]{1,200})`(?: \(([^)]{1,200})\))?/;
const OLD_PLACE = /', (\S+:\d{1,7}:\d{1,7})$/;
const MESSAGE_LINES_MAX = 6;
const ERROR = /^error(?:\[E\d+\])?: /;

export interface CargoProgram {
  /** As cargo says it: from the folder of the package. */
  readonly path: string;
  /** Of the program; undefined for doctests, whose path is that of the file with the comment. */
  readonly crate: string;
}

/** The file from the project's folder. */
export type CargoPlaces = (program: CargoProgram) => string;

interface Reading {
  readonly cases: TestCase[];
  readonly failures: TestFailure[];
  readonly broken: { readonly what: string; readonly message: string }[];
  /** The program that prints now. */
  program: CargoProgram | undefined;
  documents: string | undefined;
  firstError: number | undefined;
  passed: number;
  failed: number;
  skipped: number;
  found: boolean;
}

const caseOf = (
  reading: Reading,
  test: string,
  status: TestCase['status'],
  places: CargoPlaces,
): TestCase => {
  const [, path, item] = DOCTEST.exec(test) ?? [];
  if (path !== undefined && reading.documents !== undefined) {
    const file = places({ path, crate: reading.documents });
    return { name: caseName(`${path} - ${item}`.trim()), file, status };
  }
  const file = reading.program === undefined ? {} : { file: places(reading.program) };
  return { name: caseName(test), ...file, status };
};

/** Up to Rust 1.72 the message stands first, in quotation marks, and the place at its end. */
const panicAt = (
  lines: readonly string[],
  at: number,
  place: string,
): { readonly message: string; readonly location: Location | undefined } => {
  if (!place.startsWith("'")) return { message: messageFrom(lines, at + 1), location: locationIn(place) };
  const said = [place, ...lines.slice(at + 1, at + MESSAGE_LINES_MAX)];
  const end = said.findIndex((line) => OLD_PLACE.test(line));
  const last = OLD_PLACE.exec(said[end] ?? '')?.[1];
  const message = said.slice(0, Math.max(1, end + 1)).join('\n');
  return {
    message: message.replace(OLD_PLACE, '').replace(/^'/, ''),
    location: last === undefined ? undefined : locationIn(last),
  };
};

const noteFailure = (
  reading: Reading,
  name: string,
  message: string,
  place: Location | undefined,
  places: CargoPlaces,
): void => {
  const { program } = reading;
  const file = place ?? (program === undefined ? undefined : { file: places(program) });
  reading.failures.push({ ...testFailure(name, message), ...file });
};

const readLine = (lines: readonly string[], at: number, reading: Reading, places: CargoPlaces): void => {
  const line = lines[at] ?? '';
  const result = RESULT.exec(line);
  if (result) {
    reading.found = true;
    reading.passed += Number(result[1]);
    reading.failed += Number(result[2]);
    reading.skipped += Number(result[3]);
  }
  const [, path, crate] = PROGRAM.exec(line) ?? [];
  if (path !== undefined && crate !== undefined) {
    reading.program = { path, crate };
    reading.documents = undefined;
  }
  const documents = DOCTESTS.exec(line)?.[1];
  if (documents !== undefined) {
    reading.documents = documents;
    reading.program = undefined;
  }
  const [, test, word] = TEST.exec(line) ?? [];
  const status = STATUSES.get(word ?? '');
  if (test !== undefined && status !== undefined) reading.cases.push(caseOf(reading, test, status, places));
  const [, name, place = ''] = PANIC.exec(line) ?? [];
  if (name !== undefined) {
    const { message, location } = panicAt(lines, at, place);
    noteFailure(reading, name, message, location, places);
  }
  const [, pack, target] = NOT_COMPILED.exec(line) ?? [];
  if (pack !== undefined)
    reading.broken.push({
      what: target === undefined ? pack : `${pack} (${target})`,
      message: reading.firstError === undefined ? line : messageFrom(lines, reading.firstError, 3),
    });
  else if (reading.firstError === undefined && ERROR.test(line)) reading.firstError = at;
};

/** Cargo builds everything before it runs anything: where one part does not compile, nothing could be loaded. */
const withBroken = (counts: TestCounts, { broken }: Reading): TestCounts => {
  const failures = broken.map(({ what, message }) => testFailure(`${what} does not compile`, message));
  const [first] = failures;
  if (first === undefined) return counts;
  return {
    ...counts,
    total: counts.total + broken.length,
    failed: counts.failed + broken.length,
    failures: [...counts.failures, ...failures],
    cases: [...(counts.cases ?? []), ...failures.map(({ name }) => ({ name, status: 'failed' as const }))],
    unloaded: [{ file: '*', message: `${first.name}: ${first.message}` }],
  };
};

/** One result line per test program; they are added up. */
export const readCargoWith = (lines: readonly string[], places: CargoPlaces): TestCounts | null => {
  const reading: Reading = {
    ...{ cases: [], failures: [], broken: [], program: undefined, documents: undefined },
    ...{ firstError: undefined, passed: 0, failed: 0, skipped: 0, found: false },
  };
  for (const at of lines.keys()) readLine(lines, at, reading, places);
  if (!reading.found && reading.broken.length === 0) return null;
  const { passed, failed, skipped } = reading;
  return withBroken(
    withCases(testCounts({ passed, failed, skipped }, reading.failures), reading.cases),
    reading,
  );
};

export const readCargo: ReportReader = (lines) => readCargoWith(lines, ({ path }) => path);

/** The name of a package, or of its library, as its program is called. */
const cratesIn = (manifest: string): readonly string[] =>
  [...manifest.matchAll(/^\s*name\s*=\s*"([^"]+)"/gm)].map(([, name = '']) => name.replaceAll('-', '_'));

/**
 * Several packages may each have a `src/lib.rs`: the name of the program says which one is meant, and the tests of a
 * package follow its own program. `manifests`: the text of each Cargo.toml by its folder; `files`: all of the project.
 */
export const cargoPlaces = (
  manifests: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): CargoPlaces => {
  const folders = [...manifests].map(([folder, text]) => ({ folder, crates: cratesIn(text) }));
  let last: string | undefined;
  return ({ path, crate }) => {
    const at = (folder: string): string => (folder === '' ? path : `${folder}/${path}`);
    const having = folders.filter(({ folder }) => files.has(at(folder)));
    const named = having.find(({ crates }) => crates.includes(crate.replaceAll('-', '_')));
    const next = named ?? having.find(({ folder }) => folder === last) ?? having[0];
    if (next === undefined) return path;
    last = next.folder;
    return at(next.folder);
  };
};
