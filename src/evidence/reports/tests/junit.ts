// JUnit XML as node --test, Vitest, pytest, jest-junit and others write it.
import type { TestCounts } from '../../../model/evidence.ts';
import type { TestCase } from '../../../model/measured.ts';
import { ownPath } from '../../commands/own-path.ts';
import { type ReportNotes, type ReportOptions, shownText } from '../report-notes.ts';
import { countsOfCases, type ReportedCase } from '../test-report.ts';
import type { XmlElement, XmlVisitor } from '../xml.ts';
import { namesOfCase } from './junit-case.ts';

/** Elements inside of a suite, counted in the ways that writers count them. */
interface Tally {
  cases: number;
  faulty: number;
  skipped: number;
}

interface Suite {
  readonly element: XmlElement;
  readonly names: readonly string[];
  readonly file: string | undefined;
  /** With all suites inside. */
  readonly all: Tally;
  /** Of its children alone; a suite among them counts as one, and as faulty when something in it is. */
  readonly own: Tally;
  /** pytest counts a test that passed and could not be taken down twice, and a test that failed as well once. */
  pytestMore: number;
  /** Faults beyond the first of a test: a module that cannot be loaded has one for each way in which it was tried. */
  moreFaults: number;
  /** Subtests of pytest are skipped one by one inside of their test. */
  moreSkips: number;
}

interface OpenCase {
  readonly element: XmlElement;
  failure: boolean;
  error: boolean;
  faults: number;
  skips: number;
  skipped: boolean;
  todo: boolean;
  message: string | undefined;
  text: string;
}

const TEXT_CHARS_MAX = 16_000;
const COUNT = /^\d{1,9}$/;
const NOT_RUN = new Set(['notrun', 'disabled', 'skipped', 'suppressed']);
const PYTEST = 'pytest';
const TEARDOWN = 'failed on teardown';
const COLLECTION = 'collection failure';
const ANEW =
  'Let the tool write the report anew; jest-junit leaves todo tests uncounted: use the JSON of Jest.';

const newTally = (): Tally => ({ cases: 0, faulty: 0, skipped: 0 });
const add = (to: Tally, { cases, faulty, skipped }: Tally): void => {
  to.cases += cases;
  to.faulty += faulty;
  to.skipped += skipped;
};
const isFaulty = ({ failure, error }: OpenCase): boolean => failure || error;

/** A test that is known to fail, and is marked so, is not a failure. */
const statusOf = (test: OpenCase): TestCase['status'] => {
  if (isFaulty(test) && !test.todo) return 'failed';
  return test.skipped ? 'skipped' : 'passed';
};

const declared = (
  { attributes, at }: XmlElement,
  name: string,
  notes: ReportNotes<number>,
): number | undefined => {
  const text = attributes[name]?.trim();
  if (text === undefined || text === '') return undefined;
  if (COUNT.test(text)) return Number(text);
  notes.error('FIELD_INVALID', `${name}: expected a whole number, got ${shownText(text)}`, at);
  return undefined;
};

/** What a suite says about itself must be what is in it, in one of the ways of counting. */
const compareCounts = (
  { element, names, all, own, pytestMore, moreFaults, moreSkips }: Suite,
  notes: ReportNotes<number>,
): void => {
  const expect = (what: string, came: number | undefined, ...counts: readonly number[]): void => {
    if (came === undefined || counts.includes(came)) return;
    const where = element.attributes['name'] ?? element.name;
    notes.error(
      'REPORT_INCONSISTENT',
      `${shownText(where)} says ${came} ${what}, and has ${counts[0]}`,
      element.at,
      ANEW,
    );
  };
  const failures = declared(element, 'failures', notes);
  const errors = declared(element, 'errors', notes);
  const faults = failures === undefined && errors === undefined ? undefined : (failures ?? 0) + (errors ?? 0);
  const tests = declared(element, 'tests', notes);
  const cases = all.cases + pytestMore;
  // pytest counts each subtest that passed, and writes down none.
  const isMoreOfPytest = names.at(-1) === PYTEST && tests !== undefined && tests >= cases;
  expect('tests', isMoreOfPytest ? cases : tests, cases, own.cases, cases + moreFaults);
  expect('failures and errors', faults, all.faulty, own.faulty, all.faulty + moreFaults);
  // node --test takes a suite with failures for a skipped one.
  const skips = [all.skipped, own.skipped, own.skipped + own.faulty, all.skipped + moreSkips];
  expect('skipped', declared(element, 'skipped', notes), ...skips);
};

const openSuite = (element: XmlElement, around: Suite | undefined, options: ReportOptions): Suite => {
  const { name = '', file, filepath } = element.attributes;
  const path = file ?? filepath;
  return {
    element,
    names: element.name === 'testsuites' ? [] : [...(around?.names ?? []), name],
    file: (path === undefined ? undefined : ownPath(path, options.root)) ?? around?.file,
    all: newTally(),
    own: newTally(),
    pytestMore: 0,
    moreFaults: 0,
    moreSkips: 0,
  };
};

const openCase = (element: XmlElement): OpenCase => {
  const { status = '', result = '' } = element.attributes;
  const skipped = NOT_RUN.has(status.toLowerCase()) || NOT_RUN.has(result.toLowerCase());
  return {
    element,
    failure: false,
    error: false,
    faults: 0,
    skips: 0,
    skipped,
    todo: false,
    message: undefined,
    text: '',
  };
};

/** What stands inside of a test. */
const noteChild = (test: OpenCase, { name, attributes }: XmlElement): void => {
  if (name === 'failure') test.failure = true;
  else if (name === 'error') test.error = true;
  else if (name === 'skipped') {
    test.skipped = true;
    test.skips += 1;
    if (attributes['type'] === 'todo') test.todo = true;
  } else return;
  if (name === 'skipped') return;
  test.faults += 1;
  test.message ??= attributes['message'];
};

const SUITES = new Set(['testsuites', 'testsuite']);

export interface JunitReader extends XmlVisitor {
  end(): TestCounts;
}

interface State {
  readonly suites: Suite[];
  readonly path: string[];
  readonly reported: ReportedCase[];
  /** The place of the report's root. */
  at: number;
  test: OpenCase | undefined;
}

/** pytest writes a test that failed and then could not be taken down as two elements. */
const isSecondFault = (test: OpenCase, suite: Suite, last: ReportedCase | undefined, name: string): boolean =>
  suite.names.at(-1) === PYTEST &&
  test.error &&
  test.message?.startsWith(TEARDOWN) === true &&
  last?.name === name &&
  last.status === 'failed';

/** The end of a trace of Python says what it is about. */
const lastLines = (text: string): string =>
  text
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('E '))
    .slice(-3)
    .map((line) => line.slice(1).trim())
    .join('\n');

const closeCase = (state: State, test: OpenCase, options: ReportOptions): void => {
  const { suites, reported } = state;
  const { name = '', classname = '', file } = test.element.attributes;
  const suite = suites.at(-1);
  if (suite === undefined) return;
  const isPytest = suite.names.at(-1) === PYTEST;
  const names = namesOfCase(
    {
      suites: suite.names,
      name,
      className: classname,
      file: (file === undefined ? undefined : ownPath(file, options.root)) ?? suite.file,
    },
    options.root,
  );
  const tally = { cases: 1, faulty: isFaulty(test) ? 1 : 0, skipped: test.skipped ? 1 : 0 };
  add(suite.all, tally);
  add(suite.own, tally);
  suite.moreFaults += Math.max(0, test.faults - 1);
  suite.moreSkips += Math.max(0, test.skips - 1);
  if (isSecondFault(test, suite, reported.at(-1), names.name)) {
    suite.pytestMore -= 1;
    return;
  }
  if (isPytest && test.message?.startsWith(TEARDOWN) === true) suite.pytestMore += 1;
  const lines = test.text.trim().split('\n', 4).join('\n');
  // pytest says only that it could not; the reason stands below.
  const unloaded = isPytest && test.error && test.message === COLLECTION;
  const message = unloaded ? lastLines(test.text) || COLLECTION : (test.message ?? lines);
  reported.push({ ...names, status: statusOf(test), message, trace: test.text, unloaded });
};

const closeSuite = (state: State, notes: ReportNotes<number>): void => {
  const suite = state.suites.pop();
  if (suite === undefined) return;
  compareCounts(suite, notes);
  const around = state.suites.at(-1);
  if (around === undefined) return;
  add(around.all, suite.all);
  add(around.own, { cases: 1, faulty: suite.all.faulty > 0 ? 1 : 0, skipped: 0 });
  around.pytestMore += suite.pytestMore;
  around.moreFaults += suite.moreFaults;
  around.moreSkips += suite.moreSkips;
};

export const newJunitReader = (options: ReportOptions, notes: ReportNotes<number>): JunitReader => {
  const state: State = { suites: [], path: [], reported: [], at: 0, test: undefined };
  return {
    open(element) {
      const parent = state.path.at(-1);
      state.path.push(element.name);
      if (parent === undefined) state.at = element.at;
      if (SUITES.has(element.name) && (parent === undefined || SUITES.has(parent)))
        state.suites.push(openSuite(element, state.suites.at(-1), options));
      else if (element.name === 'testcase' && parent !== undefined && SUITES.has(parent))
        state.test = openCase(element);
      else if (SUITES.has(element.name) || element.name === 'testcase')
        notes.error(
          'FIELD_INVALID',
          `expected <${element.name}> inside of a suite, got inside of <${parent}>`,
          element.at,
        );
      else if (state.test !== undefined && parent === 'testcase') noteChild(state.test, element);
    },
    text(text) {
      const inside = state.path.at(-1);
      if (state.test === undefined || (inside !== 'failure' && inside !== 'error')) return;
      if (state.test.text.length < TEXT_CHARS_MAX) state.test.text += text.slice(0, TEXT_CHARS_MAX);
    },
    close(name) {
      state.path.pop();
      const parent = state.path.at(-1);
      if (parent !== undefined && !SUITES.has(parent)) return;
      if (name === 'testcase' && state.test !== undefined) {
        closeCase(state, state.test, options);
        state.test = undefined;
      } else if (SUITES.has(name)) closeSuite(state, notes);
    },
    end: () => countsOfCases(state.reported, options.root, notes, state.at),
  };
};
