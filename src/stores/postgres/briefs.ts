// All runs of a project at once, for lists: one statement for how they stand, one for lines of evidence.
import type { KeptBrief, Stores } from '../store.ts';
import type { Link } from './link.ts';

export type LineWants = Parameters<NonNullable<Stores['linesWith']>>[0];

/** The time stands near the beginning of a line, before anything that somebody else wrote. */
const LINE_BEGINNING = 300;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const keptBriefs = async (link: Link, project: string): Promise<readonly KeptBrief[]> => {
  const rows = await link.ask(
    { doing: 'listing runs' },
    (sql) => sql`
      select r.name, r.seq::int8 as seq, b.text, coalesce(h.lease_until > clock_timestamp(), false) as held,
        substring(left(e.line, ${LINE_BEGINNING}) from '"at":"([^"]{1,40})"') as at
      from baton.run r
        left join baton.brief b on b.run = r.id
        left join baton.host h on h.id = r.holder
        left join baton.entry e on e.run = r.id and e.seq = r.seq
      where r.project = ${project} and r.seq > 0 order by r.touched desc, r.id desc`,
  );
  return rows.map((row) => ({
    run: String(row['name']),
    held: row['held'] === true,
    at: textOf(row['at']),
    seq: Number(row['seq']),
    text: textOf(row['text']),
  }));
};

export const linesWith = async (
  link: Link,
  project: string,
  wants: LineWants,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const wanted = JSON.stringify(wants);
  const rows = await link.ask(
    { doing: 'reading evidence' },
    (sql) => sql`
      select distinct r.name, e.seq, e.line
      from json_array_elements(${wanted}::text::json) w
        join baton.run r on r.project = ${project} and r.name = w->>'run'
        join baton.entry e on e.run = r.id
      where not exists (select from json_array_elements_text(w->'words') word where position(word in e.line) = 0)
      order by r.name, e.seq`,
  );
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const name = String(row['name']);
    found.set(name, [...(found.get(name) ?? []), String(row['line'])]);
  }
  return found;
};
