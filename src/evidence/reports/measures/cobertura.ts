// Cobertura XML as c8, Istanbul, coverage.py and others write it.
import { REPORT_LINES_MAX } from '../../../model/limits/limits.ts';
import type { Coverage } from '../../../model/measured.ts';
import { ownPath } from '../../commands/own-path.ts';
import { type ReportNotes, type ReportOptions, shownText } from '../report-notes.ts';
import type { XmlElement, XmlVisitor } from '../xml.ts';
import { isLine, newCoverageTally } from './coverage-tally.ts';

export interface CoberturaReader extends XmlVisitor {
  end(): Coverage;
}

interface Measured {
  readonly at: number;
  readonly lines: Map<number, boolean>;
}

interface State {
  readonly path: string[];
  readonly sources: string[];
  /** By the name in the report; a file with several classes comes several times. */
  readonly files: Map<string, Measured>;
  root: XmlElement | undefined;
  current: Measured | undefined;
  /** Lines of all classes, also those that come twice. */
  total: number;
  covered: number;
}

const COUNT = /^\d{1,15}$/;
const SOURCES_MAX = 100;

const numberOf = ({ attributes, at }: XmlElement, name: string, notes: ReportNotes<number>): number => {
  const text = attributes[name] ?? '';
  if (COUNT.test(text)) return Number(text);
  notes.error('FIELD_INVALID', `${name}: expected a whole number, got ${shownText(text)}`, at);
  return Number.NaN;
};

const openClass = (state: State, { attributes, at }: XmlElement, notes: ReportNotes<number>): void => {
  const name = attributes['filename'];
  if (name === undefined || name === '') {
    notes.error('FIELD_MISSING', 'filename is missing: expected the path of the class', at);
    state.current = undefined;
    return;
  }
  state.current = state.files.get(name) ?? { at, lines: new Map() };
  state.files.set(name, state.current);
};

const addLine = (state: State, element: XmlElement, notes: ReportNotes<number>): void => {
  const line = numberOf(element, 'number', notes);
  const hits = numberOf(element, 'hits', notes);
  if (Number.isNaN(line) || Number.isNaN(hits)) return;
  if (!isLine(line)) {
    notes.error('FIELD_INVALID', `expected a line of a file, got ${line}`, element.at);
    return;
  }
  state.total += 1;
  state.covered += hits > 0 ? 1 : 0;
  if (state.total === REPORT_LINES_MAX + 1)
    notes.error('LIMIT_REACHED', `expected at most ${REPORT_LINES_MAX} lines, got more`, element.at);
  if (state.current === undefined || state.total > REPORT_LINES_MAX) return;
  state.current.lines.set(line, state.current.lines.get(line) === true || hits > 0);
};

/** The numbers at the top are those of all classes, or of all files. */
const compareTotals = (state: State, notes: ReportNotes<number>): void => {
  const { root, files, total, covered } = state;
  if (root === undefined) return;
  let [lines, hit] = [0, 0];
  for (const file of files.values()) {
    lines += file.lines.size;
    for (const reached of file.lines.values()) hit += reached ? 1 : 0;
  }
  const expect = (name: string, ...counts: readonly number[]): void => {
    if (root.attributes[name] === undefined) return;
    const came = numberOf(root, name, notes);
    if (!Number.isNaN(came) && !counts.includes(came))
      notes.error('REPORT_INCONSISTENT', `${name} says ${came}, and the report has ${counts[0]}`, root.at);
  };
  expect('lines-valid', lines, total);
  expect('lines-covered', hit, covered);
};

const finish = (state: State, { root }: ReportOptions, notes: ReportNotes<number>): Coverage => {
  const tally = newCoverageTally<number>('cobertura', notes);
  const sources = state.sources.length === 0 ? [''] : state.sources;
  let ambiguous = false;
  for (const [name, { at, lines }] of state.files) {
    const found = new Set(sources.flatMap((source) => ownPath(name, root, source) ?? []));
    ambiguous ||= found.size > 1;
    const [own] = found;
    if (own === undefined) notes.drop(name, at);
    const file = own === undefined ? undefined : tally.file(own, at);
    if (file === undefined) continue;
    for (const [line, hit] of lines) tally.line(file, line, hit, at);
  }
  if (ambiguous)
    notes.warn(
      'REPORT_INCONSISTENT',
      `there are ${sources.length} sources in the project: all paths are taken to be below the first one that fits`,
      state.root?.at ?? 0,
      'Let the tool measure one folder, or write LCOV.',
    );
  compareTotals(state, notes);
  return tally.end(state.root?.at ?? 0);
};

export const newCoberturaReader = (options: ReportOptions, notes: ReportNotes<number>): CoberturaReader => {
  const state: State = {
    path: [],
    sources: [],
    files: new Map(),
    root: undefined,
    current: undefined,
    total: 0,
    covered: 0,
  };
  let source = '';
  return {
    open(element) {
      state.root ??= element;
      state.path.push(element.name);
      if (element.name === 'class') openClass(state, element, notes);
      // The lines of methods are among those of their class.
      if (element.name === 'line' && state.path.at(-2) === 'lines' && state.path.at(-3) === 'class')
        addLine(state, element, notes);
      source = '';
    },
    text(text) {
      if (state.path.at(-1) === 'source') source += text;
    },
    close(name) {
      state.path.pop();
      if (name === 'source' && source.trim() !== '' && state.sources.length < SOURCES_MAX)
        state.sources.push(source.trim());
      if (name === 'class') state.current = undefined;
    },
    end: () => finish(state, options, notes),
  };
};
