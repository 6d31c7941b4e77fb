// Makes the tables, functions and roles of Baton in a database, and brings them up to date. Only its owner can; nothing else ever does.
import type { Link } from './link.ts';
import { ROLES, STEPS, VERSION } from './schema.ts';

/** Any number, the same for everybody: two that set up at once wait for each other. */
const LOCK = 7_284_016;

const roleLines = ROLES.map(
  (role) =>
    `if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;`,
).join('\n  ');

const BEGINNING = `
select pg_advisory_xact_lock(${LOCK});
do $$ begin
  ${roleLines}
end $$;
create schema if not exists baton;
create table if not exists baton.version(version int primary key, at timestamptz not null default clock_timestamp());
`;

/** One step, if it is still to be done: statements that are sent as one are one transaction. */
const stepText = (step: string, version: number): string => `
${BEGINNING}
do $baton$ begin
  if not exists (select from baton.version where version = ${version}) then
    execute $step$${step}$step$;
    insert into baton.version(version) values (${version});
  end if;
end $baton$;
`;

/** What is there already stays as it is. Returns the version. */
export const setUp = async (link: Link): Promise<number> => {
  for (const [index, step] of STEPS.entries())
    await link.ask({ doing: 'setting up the tables of Baton' }, (sql) =>
      sql.unsafe(stepText(step, index + 1)).simple(),
    );
  return VERSION;
};
