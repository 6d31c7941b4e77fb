// What `node --test` says of each test, through a reporter of Baton's own: its reports for machines name no files.
import * as z from 'zod';
import type { TestCounts, TestFailure } from '../../model/evidence.ts';
import {
  TEST_CASES_MAX,
  TEST_FAILURES_MAX,
  TEST_MESSAGE_CHARS_MAX,
  UNLOADED_FILES_MAX,
} from '../../model/limits/limits.ts';
import type { TestCase } from '../../model/measured.ts';
import { clip, plainText } from '../../std/terminal-text.ts';

/** A module for `--test-reporter`: one line of JSON for each event that counts. */
export const NODE_REPORTER = `const KINDS = new Set(['test:dequeue', 'test:start', 'test:pass', 'test:fail']);
export default async function* report(source) {
  for await (const { type, data } of source) {
    if (!KINDS.has(type)) continue;
    const error = data.details?.error;
    yield JSON.stringify({
      event: type,
      name: data.name,
      nesting: data.nesting,
      file: data.file,
      line: data.line,
      column: data.column,
      suite: data.details?.type === 'suite' || data.type === 'suite',
      skip: data.skip !== undefined && data.skip !== false,
      todo: data.todo !== undefined && data.todo !== false,
      failure: error?.failureType,
      message: error === undefined ? undefined : String(error.cause?.message ?? error.message).slice(0, 2000),
    }) + '\\n';
  }
  yield JSON.stringify({ event: 'end' }) + '\\n';
}
`;

const eventSchema = z.object({
  event: z.enum(['test:dequeue', 'test:start', 'test:pass', 'test:fail', 'end']),
  name: z.string().default(''),
  nesting: z.number().int().nonnegative().max(1_000).default(0),
  file: z.string().optional(),
  line: z.number().int().positive().optional().catch(undefined),
  column: z.number().int().optional().catch(undefined),
  suite: z.boolean().default(false),
  skip: z.boolean().default(false),
  todo: z.boolean().default(false),
  failure: z.string().optional().catch(undefined),
  message: z.string().optional(),
});
type Event = z.infer<typeof eventSchema>;

const NAME_CHARS_MAX = 1_000;

/** The whole file as one test: Node reports it where no test in it came to an end. */
const isWholeFile = ({ nesting, name, file, line, column }: Event): boolean =>
  nesting === 0 &&
  line === 1 &&
  column === 1 &&
  file !== undefined &&
  (file === name || file.endsWith(`/${name}`));

export interface NodeReport {
  readonly tests: TestCounts;
  /** Files of which Node says only that their process ended well; relative to the root. */
  readonly silent: readonly string[];
}

type ToldCase = TestCase & {
  readonly line?: number | undefined;
  readonly message?: string | undefined;
  /** It is the whole file, which failed. */
  readonly whole?: boolean | undefined;
};

interface Reading {
  readonly root: string;
  readonly cases: ToldCase[];
  readonly silent: string[];
  /** Names of the suites around what comes next. One file is told after another. */
  readonly names: string[];
  /** Tests that began and have not ended. */
  readonly begun: Map<string, { count: number; event: Event }>;
  ended: boolean;
}

const ownPath = (root: string, file: string | undefined): string | undefined =>
  file?.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;

const keyOf = ({ file, name, nesting, line, column }: Event): string =>
  JSON.stringify([file, name, nesting, line, column]);

const fullName = ({ names }: Reading, { nesting, name }: Event): string =>
  [...names.slice(0, nesting), name].join(' > ').slice(0, NAME_CHARS_MAX);

const begin = (reading: Reading, event: Event): void => {
  const key = keyOf(event);
  reading.begun.set(key, { count: (reading.begun.get(key)?.count ?? 0) + 1, event });
};

const finish = (reading: Reading, event: Event): void => {
  const begun = reading.begun.get(keyOf(event));
  if (begun !== undefined) begun.count -= 1;
  const file = ownPath(reading.root, event.file);
  const passed = event.event === 'test:pass';
  // A suite, or a test that failed only for what is in it, is no test of its own.
  if (event.suite || event.failure === 'subtestsFailed') return;
  if (isWholeFile(event) && passed) {
    if (file !== undefined) reading.silent.push(file);
    return;
  }
  const status = event.skip || event.todo ? 'skipped' : passed ? 'passed' : 'failed';
  reading.cases.push({
    name: isWholeFile(event) ? (file ?? event.name) : fullName(reading, event),
    ...(file === undefined ? {} : { file }),
    status,
    line: event.line,
    message: event.message,
    whole: isWholeFile(event),
  });
};

const unfinished = (reading: Reading): void => {
  for (const { count, event } of reading.begun.values()) {
    if (count <= 0 || event.suite || isWholeFile(event)) continue;
    const file = ownPath(reading.root, event.file);
    reading.cases.push({
      name: event.name,
      ...(file === undefined ? {} : { file }),
      status: 'failed',
      line: event.line,
      message: 'it began and did not end: its process ended before',
    });
  }
};

/** Files that failed as a whole before any test of theirs was told of. */
const unloadedOf = (cases: readonly ToldCase[]): Pick<TestCounts, 'unloaded'> => {
  const told = new Set(cases.filter(({ whole }) => whole !== true).map(({ file }) => file));
  const unloaded = cases
    .filter(({ whole, file, status }) => whole === true && status === 'failed' && !told.has(file))
    .slice(0, UNLOADED_FILES_MAX)
    .map(({ name, message }) => ({ file: name, message: messageOf(message) }));
  return unloaded.length === 0 ? {} : { unloaded };
};

const messageOf = (message: string | undefined): string =>
  clip(plainText(message ?? 'it failed'), TEST_MESSAGE_CHARS_MAX);

const countCases = (cases: readonly ToldCase[]): TestCounts => {
  const of = (status: TestCase['status']): number => cases.filter((test) => test.status === status).length;
  const failures = cases
    .filter(({ status }) => status === 'failed')
    .slice(0, TEST_FAILURES_MAX)
    .map(
      ({ name, file, line, message }): TestFailure => ({
        name,
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
        message: messageOf(message),
      }),
    );
  return {
    total: cases.length,
    ...{ passed: of('passed'), failed: of('failed'), skipped: of('skipped') },
    failures,
    cases: cases.slice(0, TEST_CASES_MAX).map(({ name, file, status }) => ({
      name,
      ...(file === undefined ? {} : { file }),
      status,
    })),
    ...unloadedOf(cases),
  };
};

/** Undefined for a report that does not come to its end: its runner was ended before. */
export const readNodeEvents = (text: string, root: string): NodeReport | undefined => {
  const reading: Reading = { root, cases: [], silent: [], names: [], begun: new Map(), ended: false };
  for (const row of text.split('\n')) {
    if (row === '') continue;
    let event: Event;
    try {
      event = eventSchema.parse(JSON.parse(row));
    } catch {
      return undefined;
    }
    if (event.event === 'end') reading.ended = true;
    else if (event.event === 'test:dequeue') begin(reading, event);
    else if (event.event === 'test:start') reading.names[event.nesting] = event.name;
    else finish(reading, event);
  }
  if (!reading.ended) return undefined;
  unfinished(reading);
  return { tests: countCases(reading.cases), silent: reading.silent };
};
