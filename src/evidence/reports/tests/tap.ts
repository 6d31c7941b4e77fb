// TAP 13 and 14, with the locations and the summary that `node --test` adds.
import type { TestFailure } from '../../../model/evidence.ts';
import type { TestCase } from '../../../model/measured.ts';
import {
  caseName,
  type Location,
  locationIn,
  type ReportReader,
  testCounts,
  testFailure,
  withCases,
} from '../report.ts';

const POINT = /^( *)(not ok|ok)\b(?: +\d{1,9})?(?: +-)? ?(.*)$/;
const PLAN = /^1\.\.(\d{1,9})\b/;
const VERSION = /^TAP version 1[34]$/;
const DIRECTIVE = /(?:^|[^\\])#\s*(skip|todo)\b/i;
const DETAIL_LINES_MAX = 60;

export interface Point {
  /** The index of its line. */
  readonly at: number;
  readonly depth: number;
  readonly ok: boolean;
  readonly name: string;
  readonly directive: 'skip' | 'todo' | undefined;
  readonly details: Details;
}

interface Details {
  readonly location?: Location;
  readonly error?: string;
  /** Comments right below the point: bats and others say there why it failed. */
  readonly remarks?: string;
  /** It failed only because something inside of it did. */
  readonly inside: boolean;
  /** It groups tests and is none. */
  readonly suite: boolean;
}

const unquote = (text: string): string => text.trim().replace(/^(['"])(.*)\1$/, '$2');

const SUMMARY = /^[#ℹ] (tests|suites|pass|fail|cancelled|skipped|todo) (\d{1,9})$/;
const REMARK = /^ *# ?(?!Subtest:)(.*)$/;
const REMARK_LINES_MAX = 8;

const remarksFrom = (lines: readonly string[], start: number): string => {
  const some = lines.slice(start, start + REMARK_LINES_MAX);
  const end = some.findIndex((line) => !REMARK.test(line) || SUMMARY.test(line));
  return some
    .slice(0, end === -1 ? some.length : end)
    .map((line) => (REMARK.exec(line)?.[1] ?? '').trim())
    .join('\n')
    .trim();
};

/** The YAML block under a test point, read by hand: it comes from the tested program. */
const detailsFrom = (lines: readonly string[], start: number, depth: number): Details => {
  if (lines[start]?.trim() !== '---') {
    const remarks = remarksFrom(lines, start);
    return { inside: false, suite: false, ...(remarks === '' ? {} : { remarks }) };
  }
  const indent = ' '.repeat(depth + 2);
  let location: Location | undefined;
  let error: string | undefined;
  let inside = false;
  let suite = false;
  let block: string[] | undefined;
  for (const line of lines.slice(start + 1, start + DETAIL_LINES_MAX)) {
    if (line.trim() === '...' || POINT.test(line)) break;
    if (block !== undefined && line.startsWith(`${indent}  `)) block.push(line.trim());
    else {
      block = undefined;
      const [, key, value = ''] = /^ *([A-Za-z]+): ?(.*)$/.exec(line) ?? [];
      if (key === 'location') location = locationIn(unquote(value));
      else if (key === 'type') suite = unquote(value) === 'suite';
      else if (key === 'failureType') inside = unquote(value) === 'subtestsFailed';
      else if (key === 'error' && /^[|>]/.test(value)) block = [];
      else if (key === 'error' || (key === 'message' && error === undefined)) error = unquote(value);
    }
    if (block !== undefined) error = block.slice(0, 8).join('\n');
  }
  return { inside, suite, ...(location ? { location } : {}), ...(error === undefined ? {} : { error }) };
};

const pointOf = (lines: readonly string[], at: number): Point | undefined => {
  const match = POINT.exec(lines[at] ?? '');
  if (match === null) return undefined;
  const [, indent = '', word, rest = ''] = match;
  const directive = DIRECTIVE.exec(rest);
  const name =
    directive === null ? rest : rest.slice(0, directive.index + (directive[0].startsWith('#') ? 0 : 1));
  const ok = word === 'ok';
  const told = directive?.[1]?.toLowerCase();
  return {
    at,
    depth: indent.length,
    ok,
    name: name.replaceAll('\\#', '#').replaceAll('\\\\', '\\').trim(),
    directive: told === 'skip' || told === 'todo' ? told : undefined,
    details: detailsFrom(lines, at + 1, indent.length),
  };
};

/** A failed test that contains a failed one says nothing new. */
const failuresOf = (points: readonly Point[]): TestFailure[] => {
  const failures: TestFailure[] = [];
  let deepestSince = 0;
  for (const { depth, ok, name, directive, details } of points) {
    const parent = deepestSince > depth;
    if (!ok && directive === undefined) {
      if (!details.inside && !(parent && details.error === undefined))
        failures.push(testFailure(name, details.error ?? details.remarks ?? 'not ok', details.location));
      deepestSince = depth;
    } else if (depth < deepestSince) deepestSince = 0;
  }
  return failures;
};

/** The closing lines of `node --test`, in TAP (`# pass 2`) and in its own style (`ℹ pass 2`); several are added up. */
export const nodeSummary = (lines: readonly string[]): Map<string, number> | undefined => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [, word, count] = SUMMARY.exec(line) ?? [];
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + Number(count));
  }
  return counts.has('tests') && counts.has('pass') && counts.has('fail') ? counts : undefined;
};

export const numbersOf = (summary: ReadonlyMap<string, number>) => ({
  passed: summary.get('pass') ?? 0,
  failed: (summary.get('fail') ?? 0) + (summary.get('cancelled') ?? 0),
  skipped: (summary.get('skipped') ?? 0) + (summary.get('todo') ?? 0),
});

interface Node {
  readonly point: Point;
  readonly children: readonly Node[];
}

/** What is indented stands before what it belongs to. */
const treeOf = (points: readonly Point[]): readonly Node[] => {
  const open: Node[] = [];
  for (const point of points) {
    const before = open.findLastIndex((node) => node.point.depth <= point.depth);
    open.push({ point, children: open.splice(before + 1) });
  }
  return open;
};

const statusOf = ({ ok, directive }: Point): TestCase['status'] =>
  directive === undefined ? (ok ? 'passed' : 'failed') : 'skipped';

export interface TapCase extends TestCase {
  readonly point: Point;
}

/**
 * Each test by name. `node --test` counts a test with tests inside as one and says which points are suites; elsewhere what has
 * tests inside is a suite, unless it failed by itself.
 */
export const tapCases = (points: readonly Point[], ofNode: boolean): TapCase[] => {
  const cases: TapCase[] = [];
  /** Whether something in it failed. */
  const visit = ({ point, children }: Node, around: string): boolean => {
    const name = caseName(around === '' ? point.name : `${around} > ${point.name}`);
    const failedInside = children.map((child) => visit(child, name)).includes(true);
    const status = statusOf(point);
    const isTest = ofNode ? !point.details.suite : children.length === 0;
    if (!isTest && (status !== 'failed' || failedInside || point.details.inside)) return failedInside;
    const { location } = point.details;
    cases.push({ name, ...(location ? { file: location.file } : {}), status, point });
    return failedInside || status === 'failed';
  };
  for (const node of treeOf(points)) visit(node, '');
  return cases;
};

export interface Tap {
  readonly points: readonly Point[];
  /** Of each plan at the left margin. */
  readonly plans: readonly number[];
  readonly hasVersion: boolean;
  readonly bailed: boolean;
}

export const scanTap = (lines: readonly string[]): Tap => {
  const points: Point[] = [];
  const plans: number[] = [];
  let [hasVersion, bailed] = [false, false];
  for (const [at, line] of lines.entries()) {
    const plan = PLAN.exec(line);
    if (VERSION.test(line)) hasVersion = true;
    if (plan) plans.push(Number(plan[1]));
    if (line.startsWith('Bail out!')) bailed = true;
    const point = pointOf(lines, at);
    if (point) points.push(point);
  }
  return { points, plans, hasVersion, bailed };
};

export const readTap: ReportReader = (lines) => {
  const { points, plans, hasVersion, bailed } = scanTap(lines);
  if (!hasVersion && plans.length === 0) return null;
  const failures = failuresOf(points);
  const summary = nodeSummary(lines);
  const cases = tapCases(points, summary !== undefined).map(({ point: _, ...test }) => test);
  if (summary) return withCases(testCounts(numbersOf(summary), failures), cases);
  const top = points.filter(({ depth }) => depth === 0);
  const skipped = top.filter(({ directive }) => directive !== undefined).length;
  const failed = top.filter(({ ok, directive }) => !ok && directive === undefined).length;
  // Planned tests that never reported have failed.
  const planned = plans.reduce((sum, count) => sum + count, 0);
  const missing = Math.max(bailed ? 1 : 0, planned - top.length);
  const counts = testCounts(
    { passed: top.length - skipped - failed, failed: failed + missing, skipped },
    failures,
  );
  return top.length === points.length ? withCases(counts, cases) : counts;
};
