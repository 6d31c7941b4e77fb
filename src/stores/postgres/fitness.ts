// Whether a database may be trusted with a journal: it keeps what it acknowledges, its text is UTF-8, its clock is that of the hosts, and
// its tables are those of this program.
import { BatonError } from '../../errors.ts';
import { CLOCK_SKEW_MS_MAX } from '../../model/limits/store.ts';
import type { StoreFitness } from '../store.ts';
import type { Link } from './link.ts';
import { VERSION } from './schema.ts';
import { codeOf } from './sql-error.ts';

/** No such schema, no such table, no right to look into the schema. */
const NO_TABLES = new Set(['3F000', '42P01', '42501']);
const MUST_BE_ON = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

const settingProblems = (row: Record<string, unknown>): string[] => [
  ...MUST_BE_ON.filter((name) => row[name] === 'off').map(
    (name) => `${name} is off: entries that were acknowledged would be lost with the power; set it to on`,
  ),
  ...(row['encoding'] === 'UTF8'
    ? []
    : [`the encoding is ${String(row['encoding'])}, expected UTF8; make the database anew`]),
];

const versionProblems = (version: number | undefined): string[] => {
  if (version === undefined)
    return ['there are no tables of Baton; the owner of the database makes them: baton store init'];
  if (version < VERSION)
    return [
      `its tables have version ${version}, this program needs ${VERSION}; the owner runs: baton store migrate`,
    ];
  if (version > VERSION)
    return [`its tables have version ${version}, this program knows versions up to ${VERSION}; update Baton`];
  return [];
};

const clockProblems = (ms: number): string[] =>
  Math.abs(ms) <= CLOCK_SKEW_MS_MAX
    ? []
    : [
        `its clock and the one here are ${Math.round(Math.abs(ms) / 1000)} s apart, at most ${CLOCK_SKEW_MS_MAX / 1000} are allowed; set the clocks`,
      ];

/** Undefined where there are no tables. */
const versionOf = async (link: Link): Promise<number | undefined> => {
  const rows = await link.ask({ doing: 'reading the version of the tables' }, (sql) =>
    sql`select max(version)::int4 as version from baton.version`.catch((cause: unknown) => {
      if (NO_TABLES.has(codeOf(cause))) return [];
      throw cause;
    }),
  );
  return rows[0] === undefined ? undefined : Number(rows[0]['version'] ?? 0);
};

export const fitnessOf = async (link: Link): Promise<StoreFitness> => {
  let asked = 0;
  const [row] = await link.ask({ doing: 'asking how the database is set up' }, (sql) => {
    asked = Date.now();
    return sql`
      select current_setting('server_version') as server, current_setting('fsync') as fsync,
        current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
        current_setting('server_encoding') as encoding, session_user::text as who,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
        (select coalesce(string_agg(rolname, ' ' order by rolname), '') from pg_roles
          where rolname like 'baton\\_%' and not rolcanlogin and pg_has_role(session_user, oid, 'member')) as roles`;
  });
  const answered = Date.now();
  const now = Number(row?.['now']);
  const apart = now < asked ? now - asked : now > answered ? now - answered : 0;
  const version = await versionOf(link);
  return {
    server: String(row?.['server']),
    version,
    user: String(row?.['who']),
    roles: String(row?.['roles'] ?? '')
      .split(' ')
      .filter((role) => role !== ''),
    problems: [...settingProblems(row ?? {}), ...versionProblems(version), ...clockProblems(apart)],
  };
};

export const requireFit = async (link: Link): Promise<void> => {
  const { problems } = await fitnessOf(link);
  if (problems.length === 0) return;
  throw new BatonError(
    'STORE_REFUSED',
    `the database of this project cannot be used: ${problems.join('; ')}`,
    {
      hint: '`baton store check` tells more.',
      data: { problems },
    },
  );
};
