// What differs between two views of a run: a page that has one is sent no more than that, and puts it over what it has.
import type { HandoffRow, RunView } from './documents.ts';
import type { StreamedSlim } from './streamed.ts';

export interface ViewChange {
  readonly change: NonNullable<StreamedSlim['change']>;
  readonly gone: string[];
  readonly rows: HandoffRow[];
}

const isOther = (a: unknown, b: unknown): boolean => a !== b && JSON.stringify(a) !== JSON.stringify(b);

export const viewChange = (was: RunView, now: RunView): ViewChange => {
  const { handoffs, ...rest } = now;
  const before = new Map<string, unknown>(Object.entries(was));
  const known = new Map(was.handoffs.map((row) => [row.submission, row]));
  return {
    change: Object.fromEntries(
      Object.entries(rest).filter(([name, value]) => isOther(before.get(name), value)),
    ),
    gone: [...before.keys()].filter((name) => !(name in now)),
    rows: handoffs.filter((row) => isOther(known.get(row.submission), row)),
  };
};

export const isNothing = ({ change, gone, rows }: ViewChange): boolean =>
  Object.keys(change).length === 0 && gone.length === 0 && rows.length === 0;

/** Each once, the newest first. */
export const newestFirst = (rows: readonly HandoffRow[]): HandoffRow[] =>
  [...new Map(rows.map((row) => [row.submission, row])).values()].sort((a, b) => b.received - a.received);

/** Rows that did not change stay the same objects, so that a page does not draw them again. */
export const withChange = (
  was: RunView,
  { change, gone = [], rows = [] }: Pick<StreamedSlim, 'change' | 'gone' | 'rows'>,
  rowsMax: number,
): RunView => {
  const view = { ...was, ...change } as RunView;
  const handoffs =
    rows.length === 0 ? was.handoffs : newestFirst([...was.handoffs, ...rows]).slice(0, rowsMax);
  const fields = Object.entries({ ...view, handoffs }).filter(([name]) => !gone.includes(name));
  return Object.fromEntries(fields) as RunView;
};
