// Coverage, file by file and line by line, whatever the format: a file may come in several records.
import {
  MISSED_LINES_MAX,
  REPORT_FILES_MAX,
  REPORT_LINES_MAX,
  SOURCE_LINES_MAX,
} from '../../../model/limits/limits.ts';
import type { Coverage } from '../../../model/measured.ts';
import type { ReportNotes } from '../report-notes.ts';

interface FileTally {
  readonly lines: Map<number, boolean>;
  /** Of records that say numbers and no lines. */
  covered: number;
  total: number;
}

export interface CoverageTally<P> {
  /** Opens a file; undefined when there are too many. */
  file(path: string, at: P): FileTally | undefined;
  /** A line that can be reached. False: it is no line. */
  line(file: FileTally, line: number, hit: boolean, at: P): boolean;
  end(at: P): Coverage;
}

export const isLine = (line: number): boolean =>
  Number.isInteger(line) && line >= 1 && line <= SOURCE_LINES_MAX;

const measured = ({ lines, covered, total }: FileTally): Coverage['files'][string] => {
  const missed = [...lines].flatMap(([line, hit]) => (hit ? [] : [line])).sort((a, b) => a - b);
  return {
    covered: covered + lines.size - missed.length,
    total: total + lines.size,
    missed,
  };
};

/** What is over a limit is refused, not cut: what is left out could be the worst. */
export const newCoverageTally = <P>(format: Coverage['format'], notes: ReportNotes<P>): CoverageTally<P> => {
  const files = new Map<string, FileTally>();
  let lines = 0;
  let overflown = false;
  const overflow = (what: string, max: number, at: P): undefined => {
    if (!overflown) notes.error('LIMIT_REACHED', `expected at most ${max} ${what}, got more`, at);
    overflown = true;
  };
  return {
    file(path, at) {
      const known = files.get(path);
      if (known !== undefined) return known;
      if (files.size >= REPORT_FILES_MAX) return overflow('files', REPORT_FILES_MAX, at);
      const opened = { lines: new Map(), covered: 0, total: 0 };
      files.set(path, opened);
      return opened;
    },
    line(file, line, hit, at) {
      if (!isLine(line)) return false;
      const before = file.lines.get(line);
      if (before === undefined) {
        lines += 1;
        if (lines > REPORT_LINES_MAX) {
          overflow('lines', REPORT_LINES_MAX, at);
          return true;
        }
      }
      file.lines.set(line, before === true || hit);
      return true;
    },
    end(at) {
      const result = [...files].map(([path, file]) => [path, measured(file)] as const);
      const sum = (of: (file: Coverage['files'][string]) => number): number =>
        result.reduce((total, [, file]) => total + of(file), 0);
      if (result.length === 0)
        notes.error(
          'REPORT_EMPTY',
          'expected the coverage of files of the project, the report has none',
          at,
          'Let the tool measure the project itself.',
        );
      if (sum(({ missed }) => missed.length) > MISSED_LINES_MAX)
        overflow('lines that were not reached', MISSED_LINES_MAX, at);
      return {
        format,
        lines: { covered: sum(({ covered }) => covered), total: sum(({ total }) => total) },
        files: Object.fromEntries(result),
      };
    },
  };
};
