// What the database saw of all runs, by triggers of the test's own, held against what agents were told and what machines did.
import { existsSync, readFileSync } from 'node:fs';
import type { Entry } from '../../src/model/run/entry.ts';
import type { Link } from '../../src/stores/postgres/link.ts';
import type { Machine } from './machine.ts';

/** Notes who took each run when, and from where each entry came. */
const OBSERVERS = `
create schema observed;
create table observed.taken(run text, epoch bigint, host text, at double precision);
create table observed.entry(run text, seq bigint, epoch bigint, host text, client text, at double precision);
create function observed.now_ms() returns double precision language sql as 'select extract(epoch from clock_timestamp()) * 1000';
create function observed.note_taken() returns trigger language plpgsql as $$ begin
  insert into observed.taken select new.name, new.epoch, h.name, observed.now_ms() from baton.host h where h.id = new.holder;
  return null; end $$;
create trigger taken after update on baton.run for each row when (new.epoch <> old.epoch) execute function observed.note_taken();
create function observed.note_entry() returns trigger language plpgsql as $$ begin
  insert into observed.entry select r.name, new.seq, r.epoch, h.name, host(inet_client_addr()), observed.now_ms()
    from baton.run r left join baton.host h on h.id = r.holder where r.id = new.run;
  return null; end $$;
create trigger entry after insert on baton.entry for each row execute function observed.note_entry();
`;

export interface Taken {
  readonly run: string;
  readonly epoch: number;
  readonly pid: number;
  readonly at: number;
}

interface Told {
  readonly run: string;
  readonly assignment: string;
  readonly answer: { readonly status: string; readonly submission?: string; readonly seq?: number };
}

const asOwner = <T>(admin: Link, text: string): Promise<T> =>
  admin.ask({ doing: 'observing', until: () => undefined }, (sql) => sql.unsafe(text)) as Promise<T>;

export const observe = async (admin: Link): Promise<void> => {
  await admin.ask({ doing: 'observing' }, (sql) => sql.unsafe(OBSERVERS).simple());
};

/** The name of a lease ends with the process that has it. */
const pidOf = (host: string | null): number => Number(/ (\d+)$/.exec(host ?? '')?.[1] ?? 0);

export const takings = async (admin: Link): Promise<Taken[]> =>
  (
    await asOwner<{ run: string; epoch: string; host: string; at: number }[]>(
      admin,
      'select run, epoch, host, at from observed.taken order by at',
    )
  ).map(({ run, epoch, host, at }) => ({ run, epoch: Number(epoch), pid: pidOf(host), at }));

export const entriesOf = async (admin: Link): Promise<Map<string, Entry[]>> => {
  const rows = await asOwner<{ name: string; line: string }[]>(
    admin,
    'select r.name, e.line from baton.entry e join baton.run r on r.id = e.run order by r.name, e.seq',
  );
  const found = new Map<string, Entry[]>();
  for (const { name, line } of rows) found.set(name, [...(found.get(name) ?? []), JSON.parse(line) as Entry]);
  return found;
};

/** An entry that came from another machine than the one that held the run, or with an older number behind a newer one. */
export const zombieEntries = async (admin: Link, machines: readonly Machine[]): Promise<string[]> => {
  const rows = await asOwner<
    { run: string; seq: string; epoch: string; host: string | null; client: string }[]
  >(admin, 'select run, seq, epoch, host, client from observed.entry order by run, seq');
  const addressOf = (pid: number) => machines.find(({ pids }) => pids.has(pid))?.node.address;
  const latest = new Map<string, number>();
  return rows.flatMap(({ run, seq, epoch, host, client }) => {
    const [number, holder] = [Number(epoch), addressOf(pidOf(host))];
    const older = number < (latest.get(run) ?? 0);
    latest.set(run, Math.max(number, latest.get(run) ?? 0));
    if (older) return [`${run} ${seq}: an entry of holder ${epoch} behind a newer one's`];
    return holder !== undefined && holder !== client
      ? [`${run} ${seq}: ${client} wrote, ${holder} held it`]
      : [];
  });
};

/** Branches that a machine moved after another one had taken the run. */
export const zombieEffects = (taken: readonly Taken[], machines: readonly Machine[]): string[] =>
  machines.flatMap((machine) =>
    machine.effects().flatMap(({ at, run }) => {
      const holder = taken.filter((one) => one.run === run && one.at <= at).at(-1);
      return holder === undefined || machine.pids.has(holder.pid)
        ? []
        : [
            `${run}: ${machine.node.address} moved its branch ${Math.round(at - holder.at)} ms after it was taken`,
          ];
    }),
  );

const toldIn = (folder: string): Told[] =>
  existsSync(`${folder}/told.jsonl`)
    ? readFileSync(`${folder}/told.jsonl`, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Told)
    : [];

export interface Acknowledged {
  readonly told: number;
  readonly accepted: number;
  readonly wrong: readonly string[];
}

/** Each accepted handoff stands once; whatever an agent was told stands in the entry that it was told of. */
export const judgeJournals = (
  entries: ReadonlyMap<string, readonly Entry[]>,
  folder: string,
): Acknowledged => {
  const wrong: string[] = [];
  let accepted = 0;
  for (const [run, all] of entries) {
    const works = all.flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'submission-accepted' ? [event.assignment] : [])),
    );
    accepted += works.length;
    for (const work of new Set(works))
      if (works.filter((other) => other === work).length > 1)
        wrong.push(`${run}: ${work} was accepted twice`);
  }
  const told = toldIn(folder).filter(({ answer }) => ['accepted', 'rejected'].includes(answer.status));
  for (const { run, assignment, answer } of told) {
    const { events = [] } = entries.get(run)?.[(answer.seq ?? 0) - 1] ?? {};
    const stands = events.some(
      (event) =>
        (event.kind === 'submission-accepted' || event.kind === 'submission-rejected') &&
        event.kind === `submission-${answer.status}` &&
        event.submission === answer.submission,
    );
    if (!stands)
      wrong.push(`${run}: ${assignment} was told ${answer.status} of entry ${answer.seq}, which it is not`);
  }
  return { told: told.length, accepted, wrong };
};
