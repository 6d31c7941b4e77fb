// LCOV: records of lines, each from SF to end_of_record.

import type { Coverage } from '../../../model/measured.ts';
import type { Parsed } from '../../../model/problem.ts';
import { positionsOf } from '../../../text/json-places.ts';
import { ownPath } from '../../commands/own-path.ts';
import { newReportNotes, type ReportNotes, type ReportOptions, shownText } from '../report-notes.ts';
import { type CoverageTally, newCoverageTally } from './coverage-tally.ts';

const KEYWORD = /^([A-Z]{2,6}):(.*)$/;
const HITS = /^(\d{1,9}),(\d{1,15})(?:,|$)/;
const COUNT = /^\d{1,9}$/;
const COUNTED = new Set(['DA', 'LF', 'LH']);
const END = 'end_of_record';
const RECORDS = /^(?:TN|SF|VER):/;

interface LcovRecord {
  readonly at: number;
  readonly file: ReturnType<CoverageTally<number>['file']>;
  readonly seen: Map<number, boolean>;
  /** coverage.py writes a line 0 for an empty file, and counts it as reached. */
  zeroHits: number;
  found: number | undefined;
  hit: number | undefined;
}

interface State {
  readonly options: ReportOptions;
  readonly notes: ReportNotes<number>;
  readonly tally: CoverageTally<number>;
  record: LcovRecord | undefined;
}

export const isLcov = (text: string): boolean => RECORDS.test(text.trimStart().slice(0, 5));

const openRecord = (state: State, path: string, at: number): void => {
  if (state.record !== undefined)
    state.notes.error('REPORT_INCONSISTENT', `expected ${END} before the next SF`, at);
  const own = ownPath(path, state.options.root);
  if (own === undefined) state.notes.drop(path, at);
  const file = own === undefined ? undefined : state.tally.file(own, at);
  state.record = { at, file, seen: new Map(), zeroHits: 0, found: undefined, hit: undefined };
};

const addLine = ({ notes, tally }: State, record: LcovRecord, value: string, at: number): void => {
  const [, line, hits] = HITS.exec(value) ?? [];
  if (line === undefined) {
    notes.error('FIELD_INVALID', `DA: expected a line and its hits, got ${shownText(value)}`, at);
    return;
  }
  const [number, hit] = [Number(line), Number(hits) > 0];
  if (number === 0) {
    record.zeroHits += hit ? 1 : 0;
    return;
  }
  record.seen.set(number, record.seen.get(number) === true || hit);
  if (record.file !== undefined && !tally.line(record.file, number, hit, at))
    notes.error('FIELD_INVALID', `DA: expected a line of a file, got ${number}`, at);
};

/** Of a record without lines its numbers count; of one with lines they must agree. */
const closeRecord = ({ notes }: State, record: LcovRecord): void => {
  const { seen, found, hit, file, at, zeroHits } = record;
  const reached = [...seen.values()].filter(Boolean).length;
  if (seen.size === 0 && zeroHits === 0 && found !== undefined && hit !== undefined) {
    if (hit > found)
      notes.error('REPORT_INCONSISTENT', `expected LH to be at most LF (${found}), got ${hit}`, at);
    else if (file !== undefined) {
      file.covered += hit;
      file.total += found;
    }
    return;
  }
  if (found !== undefined && found !== seen.size)
    notes.error('REPORT_INCONSISTENT', `LF says ${found} lines, and the record has ${seen.size}`, at);
  if (hit !== undefined && hit !== reached && hit !== reached + zeroHits)
    notes.error('REPORT_INCONSISTENT', `LH says ${hit} lines, and the record has ${reached}`, at);
};

const readCount = ({ notes }: State, name: string, value: string, at: number): number | undefined => {
  if (COUNT.test(value)) return Number(value);
  notes.error('FIELD_INVALID', `${name}: expected a whole number, got ${shownText(value)}`, at);
  return undefined;
};

const readLine = (state: State, line: string, at: number): void => {
  if (line === '' || line.startsWith('#')) return;
  const { record, notes } = state;
  if (line === END) {
    if (record === undefined) notes.error('REPORT_INCONSISTENT', `expected SF before ${END}`, at);
    else closeRecord(state, record);
    state.record = undefined;
    return;
  }
  const [, keyword, value = ''] = KEYWORD.exec(line) ?? [];
  if (keyword === undefined)
    notes.error('FIELD_INVALID', `expected a line of LCOV, got ${shownText(line)}`, at);
  else if (keyword === 'SF') openRecord(state, value, at);
  else if (!COUNTED.has(keyword)) return;
  else if (record === undefined) notes.error('REPORT_INCONSISTENT', `expected SF before ${keyword}`, at);
  else if (keyword === 'DA') addLine(state, record, value, at);
  else if (keyword === 'LF') record.found = readCount(state, keyword, value, at);
  else record.hit = readCount(state, keyword, value, at);
};

export const readLcov = (text: string, options: ReportOptions): Parsed<Coverage> => {
  const notes = newReportNotes<number>(options.file, (places) => positionsOf(text, places));
  const state: State = { options, notes, tally: newCoverageTally('lcov', notes), record: undefined };
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length && !notes.isFull(); ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    readLine(state, text.slice(at, end).trimEnd(), at);
    at = end + 1;
  }
  if (state.record !== undefined)
    notes.error(
      'REPORT_INCONSISTENT',
      `the report is cut off: expected ${END}`,
      Math.max(0, text.length - 1),
    );
  return { value: state.tally.end(0), problems: notes.problems() };
};
