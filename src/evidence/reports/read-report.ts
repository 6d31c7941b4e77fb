// A report of a tool: its format is found by what is in it, its name is a hint. What is none of them is refused.
import type { TestCounts } from '../../model/evidence.ts';
import { REPORT_BYTES_MAX, REPORT_KEYS_MAX } from '../../model/limits/limits.ts';
import type { Coverage, Findings, Mutation } from '../../model/measured.ts';
import { boundedProblems, type Parsed, problem } from '../../model/problem.ts';
import { positionsOf } from '../../text/json-places.ts';
import { readJson } from '../../text/json-text.ts';
import type { JsonDocument } from './json-report.ts';
import { isBandit, readBandit } from './measures/bandit.ts';
import { newCoberturaReader } from './measures/cobertura.ts';
import { isCoveragePy, readCoveragePy } from './measures/coverage-py.ts';
import { isIstanbul, isIstanbulSummary, readIstanbul, readIstanbulSummary } from './measures/istanbul.ts';
import { isLcov, readLcov } from './measures/lcov.ts';
import { isMutationReport, readMutation } from './measures/mutation.ts';
import {
  isMutmutStats,
  isMutmutText,
  isMutmutXml,
  newMutmutReader,
  readMutmutStats,
  readMutmutText,
} from './measures/mutmut.ts';
import { isNpmAudit, readNpmAudit } from './measures/npm-audit.ts';
import { isSarif, readSarif } from './measures/sarif.ts';
import { isSemgrep, readSemgrep } from './measures/semgrep.ts';
import { newReportNotes, type ReportNotes, type ReportOptions } from './report-notes.ts';
import { isTestJson, readTestJson } from './test-json.ts';
import { newJunitReader } from './tests/junit.ts';
import { isTap, readTapReport } from './tests/tap-report.ts';
import { walkXml, type XmlVisitor } from './xml.ts';

export type Report =
  | { readonly kind: 'tests'; readonly tests: TestCounts }
  | { readonly kind: 'coverage'; readonly coverage: Coverage }
  | { readonly kind: 'findings'; readonly findings: Findings }
  | { readonly kind: 'mutation'; readonly mutation: Mutation };

const FORMATS =
  'JUnit XML, the JSON of Vitest or Jest, TAP; LCOV, Istanbul (coverage-final.json, coverage-summary.json), Cobertura XML, the JSON of coverage.py; SARIF 2.1.0, the JSON of npm audit, bandit and semgrep; the mutation-testing report, the output of mutmut';

const mapped = <T, U>({ value, problems }: Parsed<T>, map: (value: T) => U): Parsed<U> => ({
  value: value === undefined ? undefined : map(value),
  problems,
});
const tests = (parsed: Parsed<TestCounts>): Parsed<Report> =>
  mapped(parsed, (counts) => ({ kind: 'tests', tests: counts }));
const coverage = (parsed: Parsed<Coverage>): Parsed<Report> =>
  mapped(parsed, (measured) => ({ kind: 'coverage', coverage: measured }));

const findings = (parsed: Parsed<Findings>): Parsed<Report> =>
  mapped(parsed, (found) => ({ kind: 'findings', findings: found }));
const mutation = (parsed: Parsed<Mutation>): Parsed<Report> =>
  mapped(parsed, (mutants) => ({ kind: 'mutation', mutation: mutants }));

interface JsonFormat {
  matches(json: unknown, file: string): boolean;
  read(document: JsonDocument, options: ReportOptions): Parsed<Report>;
}

const JSON_FORMATS: readonly JsonFormat[] = [
  { matches: isSarif, read: (document, options) => findings(readSarif(document, options)) },
  { matches: isNpmAudit, read: (document, options) => findings(readNpmAudit(document, options)) },
  { matches: isBandit, read: (document, options) => findings(readBandit(document, options)) },
  { matches: isSemgrep, read: (document, options) => findings(readSemgrep(document, options)) },
  { matches: isTestJson, read: (document, options) => tests(readTestJson(document, options)) },
  { matches: isCoveragePy, read: (document, options) => coverage(readCoveragePy(document, options)) },
  { matches: isMutationReport, read: (document, options) => mutation(readMutation(document, options)) },
  { matches: isMutmutStats, read: (document, options) => mutation(readMutmutStats(document, options)) },
  {
    matches: isIstanbulSummary,
    read: (document, options) => coverage(readIstanbulSummary(document, options)),
  },
  { matches: isIstanbul, read: (document, options) => coverage(readIstanbul(document, options)) },
];

const refused = (
  code: 'REPORT_UNKNOWN' | 'FILE_TOO_LARGE' | 'FILE_EMPTY',
  message: string,
  { file }: ReportOptions,
): Parsed<never> => ({
  value: undefined,
  problems: [problem(code, message, { ...(file === '' ? {} : { file }), line: 1, column: 1 })],
});

const unknown = (what: string, options: ReportOptions): Parsed<never> =>
  refused('REPORT_UNKNOWN', `expected one of ${FORMATS}; got ${what}`, options);

const readJsonText = (text: string, options: ReportOptions): Parsed<Report> => {
  const read = readJson(text, options.file, REPORT_KEYS_MAX);
  if (read.value === undefined) return { value: undefined, problems: read.problems };
  const { json } = read.value;
  const format = JSON_FORMATS.find(({ matches }) => matches(json, options.file));
  if (format === undefined) return unknown('other JSON', options);
  const { value, problems } = format.read({ text, json }, options);
  return { value, problems: [...read.problems, ...problems] };
};

interface XmlReader extends XmlVisitor {
  end(): Report;
}

const xmlReaderFor = (
  root: string,
  text: string,
  options: ReportOptions,
  notes: ReportNotes<number>,
): XmlReader | undefined => {
  if ((root === 'testsuites' || root === 'testsuite') && isMutmutXml(text)) {
    const reader = newMutmutReader(options, notes);
    return { ...reader, end: () => ({ kind: 'mutation', mutation: reader.end() }) };
  }
  if (root === 'testsuites' || root === 'testsuite') {
    const reader = newJunitReader(options, notes);
    return { ...reader, end: () => ({ kind: 'tests', tests: reader.end() }) };
  }
  if (root !== 'coverage') return undefined;
  const reader = newCoberturaReader(options, notes);
  return { ...reader, end: () => ({ kind: 'coverage', coverage: reader.end() }) };
};

/** Only Cobertura's writers name a document type; nothing is ever fetched for it. */
const readXmlText = (text: string, options: ReportOptions): Parsed<Report> => {
  const notes = newReportNotes<number>(options.file, (places) => positionsOf(text, places));
  let root: string | undefined;
  let reader: XmlReader | undefined;
  const { fault, doctypeAt } = walkXml(text, {
    open: (element) => {
      if (root === undefined) {
        root = element.name;
        reader = xmlReaderFor(root, text, options, notes);
      }
      reader?.open(element);
    },
    text: (content) => reader?.text(content),
    close: (name) => reader?.close(name),
  });
  if (root !== undefined && reader === undefined) return unknown('other XML', options);
  if (doctypeAt !== undefined && root !== 'coverage' && fault === undefined)
    notes.error('XML_SYNTAX', 'a document type is refused in JUnit XML', doctypeAt);
  if (fault !== undefined)
    notes.error(
      fault.code,
      `not readable as XML: ${fault.message}`,
      fault.at,
      'A write that was cut off leaves such a file; let the tool write it anew.',
    );
  const value = fault === undefined ? reader?.end() : undefined;
  return { value, problems: notes.problems() };
};

const readKnown = (text: string, options: ReportOptions): Parsed<Report> => {
  if (text.length > REPORT_BYTES_MAX || Buffer.byteLength(text) > REPORT_BYTES_MAX)
    return refused('FILE_TOO_LARGE', `expected at most ${REPORT_BYTES_MAX} bytes, got more`, options);
  const first = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .charAt(0);
  if (first === '') return refused('FILE_EMPTY', 'expected a report, the file is empty', options);
  if (first === '<') return readXmlText(text, options);
  if (first === '{' || first === '[') return readJsonText(text, options);
  if (isMutmutText(text)) return mutation(readMutmutText(text, options));
  if (isLcov(text)) return coverage(readLcov(text, options));
  if (isTap(text, options.file)) return tests(readTapReport(text, options));
  return unknown('other text', options);
};

/** With an error among the problems the report is not to be used, also where a value says how far it could be read. */
export const readReport = (text: string, options: ReportOptions): Parsed<Report> => {
  const { value, problems } = readKnown(text, options);
  return { value, problems: boundedProblems(problems) };
};
