// The events of `go test -json`: one object on each line, in the order of what the packages print.
import * as z from 'zod';
import type { TestCounts } from '../../../model/evidence.ts';
import { TEST_MESSAGE_CHARS_MAX } from '../../../model/limits/limits.ts';
import type { TestCase } from '../../../model/measured.ts';
import { clip, plainText } from '../../../std/terminal-text.ts';
import { newReportNotes } from '../report-notes.ts';
import { countsOfCases, type ReportedCase } from '../test-report.ts';

const eventSchema = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  FailedBuild: z.string().optional(),
});
type Event = z.infer<typeof eventSchema>;

export interface GoSources {
  /** Of the go.mod that the command ran beside; undefined where there is none. */
  readonly module: string | undefined;
  /** Folder, relative to the project and without a slash at its end, and the functions of each of its test files. */
  readonly tests: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

export interface GoReport {
  readonly tests: TestCounts;
  /** What would have been printed. */
  readonly printed: string;
}

const TEST_FUNCTION = /^func\s+((?:Test|Example|Fuzz|Benchmark)\w*)\s*\(/gm;
/** `pkg [pkg.test]`: a package that is built for the tests of one. */
const BUILT_FOR = /^\S+ \[(\S+)\.test\]$/;
/** Go before 1.20 says it beside the events, and without the end of a line. */
const NOT_BUILT = /^FAIL\t(\S+) \[(?:build|setup) failed\]/;
/** What go prints only with -v. */
const VERBOSE = /^\s*(?:=== |--- PASS|PASS$)/;
const OUTPUT_KEPT_CHARS = 4 * TEST_MESSAGE_CHARS_MAX;

export const goTestFunctions = (text: string): string[] =>
  [...text.matchAll(TEST_FUNCTION)].map(([, name = '']) => name);

export const goModule = (text: string): string | undefined =>
  /^\s*module\s+"?([^\s"]+)"?\s*$/m.exec(text)?.[1];

const STATUSES: ReadonlyMap<string, TestCase['status']> = new Map([
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['skip', 'skipped'],
]);

interface Package {
  readonly ended: Map<string, TestCase['status']>;
  readonly begun: Set<string>;
  readonly output: Map<string, string>;
  status: string | undefined;
  broken: boolean;
}

const folderOf = (path: string, module: string | undefined): string => {
  if (module === undefined || path === module) return '.';
  return path.startsWith(`${module}/`) ? path.slice(module.length + 1) : path;
};

const packageIn = (packages: Map<string, Package>, path: string): Package => {
  const known = packages.get(path);
  if (known !== undefined) return known;
  const made = {
    ended: new Map(),
    begun: new Set<string>(),
    output: new Map(),
    status: undefined,
    broken: false,
  };
  packages.set(path, made);
  return made;
};

const note = (of: Package, test: string, output: string): void => {
  const before = of.output.get(test) ?? '';
  if (before.length < OUTPUT_KEPT_CHARS) of.output.set(test, before + output.slice(0, OUTPUT_KEPT_CHARS));
};

const take = (packages: Map<string, Package>, event: Event): void => {
  const path = event.Package ?? event.ImportPath?.replace(BUILT_FOR, '$1');
  if (path === undefined) return;
  const of = packageIn(packages, path);
  const { Action: action, Test: test = '', Output: output } = event;
  if (output !== undefined) note(of, test, output);
  if (output !== undefined && /\[(?:build|setup) failed\]\s*$/.test(output)) of.broken = true;
  if (action === 'build-fail' || event.FailedBuild !== undefined) of.broken = true;
  const status = STATUSES.get(action);
  if (test === '') {
    if (status !== undefined) of.status = action;
  } else if (action === 'run') of.begun.add(test);
  else if (status !== undefined) of.ended.set(test, status);
};

const fileOf = ({ tests }: GoSources, folder: string, test: string): string | undefined => {
  const [name = test] = test.split('/', 1);
  for (const [file, functions] of tests.get(folder) ?? []) if (functions.includes(name)) return file;
  return undefined;
};

/** Without the marks of the runner itself. */
const messageOf = (output: string | undefined): string =>
  (output ?? '')
    .split('\n')
    .filter((line) => !/^\s*(?:=== |--- |FAIL$|PASS$)/.test(line))
    .join('\n')
    .trim();

const casesOf = (of: Package, folder: string, sources: GoSources): ReportedCase[] => {
  const cases: ReportedCase[] = [];
  for (const test of new Set([...of.begun, ...of.ended.keys()])) {
    const status = of.ended.get(test) ?? 'failed';
    const output = messageOf(of.output.get(test));
    const message = of.ended.has(test) ? output : `it began and did not end. ${output}`;
    const file = fileOf(sources, folder, test) ?? (folder === '.' ? undefined : `${folder}/`);
    cases.push({
      name: test,
      file,
      status,
      ...(status === 'failed' ? { message, trace: output } : {}),
    });
  }
  return cases;
};

/** A package that cannot be built: none of its test files can be loaded. */
const brokenCases = (of: Package, folder: string, sources: GoSources, stray: string): ReportedCase[] => {
  const files = [...(sources.tests.get(folder)?.keys() ?? [])];
  const message = messageOf(of.output.get('')) || stray;
  return (files.length === 0 ? [`${folder}/`] : files).map((file) => ({
    ...{ name: file, file, status: 'failed' as const, unloaded: true },
    message: `the package does not build: ${message}`,
  }));
};

const packageCases = (
  [path, of]: readonly [string, Package],
  sources: GoSources,
  stray: string,
): readonly ReportedCase[] => {
  const folder = folderOf(path, sources.module);
  if (of.broken && of.ended.size === 0) return brokenCases(of, folder, sources, stray);
  const cases = casesOf(of, folder, sources);
  // It failed beside its tests: before the first of them, or after the last one.
  const beside = of.status === 'fail' && !cases.some(({ status }) => status === 'failed');
  const message = messageOf(of.output.get('')) || 'the package failed, and none of its tests did';
  return beside ? [...cases, { name: `package ${folder}`, status: 'failed', message }] : cases;
};

const eventOf = (line: string): Event | undefined => {
  try {
    return eventSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
};

/** `stray` is what go printed beside the report. Undefined where there are no events. */
export const readGoJson = (text: string, sources: GoSources, stray: string): GoReport | undefined => {
  const packages = new Map<string, Package>();
  const printed: string[] = [];
  let events = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const event = line.startsWith('{') ? eventOf(line) : undefined;
    const notBuilt = event === undefined ? NOT_BUILT.exec(line)?.[1] : undefined;
    if (notBuilt !== undefined) packageIn(packages, notBuilt).broken = true;
    if (notBuilt !== undefined) events += 1;
    if (event === undefined) {
      printed.push(`${line}\n`);
      continue;
    }
    events += 1;
    if (event.Output !== undefined && !VERBOSE.test(event.Output)) printed.push(event.Output);
    take(packages, event);
  }
  if (events === 0) return undefined;
  const all = [...packages].map((one) => packageCases(one, sources, clip(plainText(stray), 500)));
  const notes = newReportNotes<number>('', () => []);
  const counts = countsOfCases(all.flat(), '', notes, 0);
  return { tests: counts, printed: printed.join('') };
};
