// What Baton keeps in PostgreSQL, as steps that only go forward. A step that was released is never edited: a change is a further step.
import { BATCHES } from './schema-batches.ts';
import { BRIEFS_AND_MOVES } from './schema-briefs.ts';
import { OFFERS } from './schema-offers.ts';

/** Roles that `baton store init` makes. Nobody logs in as one of them: people and hosts are members. */
export const ROLES = ['baton_holder', 'baton_worker', 'baton_person', 'baton_reader'] as const;

const TABLES = `
create table baton.host(
  id text primary key,
  name text not null,
  lease_until timestamptz not null);
create table baton.run(
  id bigint generated always as identity primary key,
  project text not null,
  name text not null,
  epoch bigint not null default 0,
  holder text references baton.host on delete set null,
  ticket text,
  seq bigint not null default 0,
  chain bytea not null default decode(repeat('00', 32), 'hex'),
  touched timestamptz not null default clock_timestamp(),
  unique(project, name)) with (fillfactor = 60);
create index on baton.run(holder) where holder is not null;
-- A line is text, never jsonb: the chain is over its bytes.
create table baton.entry(run bigint, seq bigint, line text not null, primary key(run, seq));
-- A row here says that all chunks are there and that their bytes have this digest: it is inserted last.
create table baton.object(run bigint, digest bytea, bytes bigint not null, primary key(run, digest));
create table baton.chunk(run bigint, digest bytea, n int, data bytea not null, primary key(run, digest, n));
-- Objects of git, as thin packs, in the order in which each may rest on those before it.
create table baton.tree(
  id bigint generated always as identity primary key,
  run bigint not null, oid text not null, pack bytea not null, unique(run, oid));
create table baton.snapshot(run bigint primary key, seq bigint not null, chain bytea not null, text text not null);
create table baton.word(
  id bigint generated always as identity primary key,
  run bigint not null, person text not null, body text not null,
  said timestamptz not null default clock_timestamp(), answer text);
create index on baton.word(run) where answer is null;
`;

/** The fence is the epoch, and \`append\` itself looks at it. */
const APPEND = `
create function baton.append(p_run bigint, p_epoch bigint, p_seq bigint, p_prev bytea, p_line text)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
declare d bytea := sha256(convert_to(p_line, 'UTF8')); r baton.run;
begin
  if substring(p_line from length(p_line) - 82 for 64) <> encode(p_prev, 'hex') then return 'unlinked'; end if;
  update run set seq = p_seq + 1, chain = d, touched = clock_timestamp()
    where id = p_run and epoch = p_epoch and seq = p_seq and chain = p_prev;
  if found then
    insert into entry values (p_run, p_seq + 1, p_line);
    return 'ok';
  end if;
  select * into r from run where id = p_run;
  if r.epoch is distinct from p_epoch then return 'fenced'; end if;
  if r.seq = p_seq + 1 and r.chain = d then return 'again'; end if;
  if r.seq < p_seq then return 'lost'; end if;
  return 'conflict';
end $$;
`;

/**
 * The host renews, and only then asks what is its own: a process that was stopped for long learns here that a run is not.
 * Who takes a run locks the row of the holder's lease, so that no heartbeat comes between the look and the taking.
 */
const SEATS = `
create function baton.beat(p_host text, p_name text, p_lease_ms int)
returns table(o_run bigint, o_epoch bigint) language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  insert into host values (p_host, p_name, clock_timestamp() + p_lease_ms * interval '1 millisecond')
    on conflict (id) do update set lease_until = excluded.lease_until;
  return query select id, epoch from run where holder = p_host;
end $$;
create function baton.take(p_project text, p_name text, p_host text, p_ticket text)
returns table(o_outcome text, o_run bigint, o_epoch bigint, o_seq bigint, o_chain bytea, o_holder text)
language plpgsql security definer set search_path = baton, pg_temp set lock_timeout = '2s' as $$
declare r baton.run; h baton.host;
begin
  if not exists (select from host where id = p_host and lease_until > clock_timestamp()) then
    return query select 'no-lease', null::bigint, null::bigint, null::bigint, null::bytea, null::text; return;
  end if;
  insert into run(project, name) values (p_project, p_name) on conflict do nothing;
  select * into r from run where project = p_project and name = p_name for update;
  -- The answer was lost on its way, and the same is asked again.
  if r.holder = p_host and r.ticket = p_ticket then
    return query select 'ok', r.id, r.epoch, r.seq, r.chain, null::text; return;
  end if;
  if r.holder is not null then
    select * into h from host where id = r.holder for update;
    if h.id = p_host or h.lease_until > clock_timestamp() then
      return query select 'held', r.id, r.epoch, r.seq, r.chain, h.name; return;
    end if;
  end if;
  update run set epoch = r.epoch + 1, holder = p_host, ticket = p_ticket where id = r.id;
  return query select 'ok', r.id, r.epoch + 1, r.seq, r.chain, h.name;
end $$;
create function baton.release(p_run bigint, p_epoch bigint, p_host text)
returns void language sql security definer set search_path = baton, pg_temp as $$
  update run set holder = null where id = p_run and epoch = p_epoch and holder = p_host;
$$;
create function baton.remove(p_run bigint, p_epoch bigint)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  update run set seq = 0, chain = decode(repeat('00', 32), 'hex') where id = p_run and epoch = p_epoch;
  if not found then return 'fenced'; end if;
  delete from entry where run = p_run;
  delete from object where run = p_run;
  delete from chunk where run = p_run;
  delete from tree where run = p_run;
  delete from snapshot where run = p_run;
  delete from word where run = p_run;
  return 'ok';
end $$;
`;

const BYTES = `
create function baton.put_chunk(p_run bigint, p_epoch bigint, p_digest bytea, p_n int, p_data bytea)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  if not exists (select from run where id = p_run and epoch = p_epoch) then return 'fenced'; end if;
  insert into chunk values (p_run, p_digest, p_n, p_data) on conflict do nothing;
  return 'ok';
end $$;
create function baton.seal_object(p_run bigint, p_epoch bigint, p_digest bytea, p_bytes bigint)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  if not exists (select from run where id = p_run and epoch = p_epoch) then return 'fenced'; end if;
  if p_digest is distinct from
     (select sha256(coalesce(string_agg(data, ''::bytea order by n), ''::bytea)) from chunk where run = p_run and digest = p_digest)
  then
    delete from chunk where run = p_run and digest = p_digest;
    return 'torn';
  end if;
  insert into object values (p_run, p_digest, p_bytes) on conflict do nothing;
  return 'ok';
end $$;
create function baton.put_object(p_run bigint, p_epoch bigint, p_digest bytea, p_data bytea)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  if not exists (select from run where id = p_run and epoch = p_epoch) then return 'fenced'; end if;
  if p_digest <> sha256(p_data) then return 'torn'; end if;
  insert into chunk values (p_run, p_digest, 0, p_data) on conflict do nothing;
  insert into object values (p_run, p_digest, length(p_data)) on conflict do nothing;
  return 'ok';
end $$;
create function baton.put_tree(p_run bigint, p_epoch bigint, p_oid text, p_pack bytea)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  if not exists (select from run where id = p_run and epoch = p_epoch) then return 'fenced'; end if;
  insert into tree(run, oid, pack) values (p_run, p_oid, p_pack) on conflict do nothing;
  return 'ok';
end $$;
create function baton.put_snapshot(p_run bigint, p_epoch bigint, p_seq bigint, p_chain bytea, p_text text)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
declare r baton.run;
begin
  select * into r from run where id = p_run;
  if r.epoch is distinct from p_epoch then return 'fenced'; end if;
  if r.seq <> p_seq or r.chain <> p_chain then return 'conflict'; end if;
  insert into snapshot values (p_run, p_seq, p_chain, p_text)
    on conflict (run) do update set seq = p_seq, chain = p_chain, text = p_text;
  return 'ok';
end $$;
`;

/** Who speaks is whoever logged in, whatever the words say. */
const WORDS = `
create function baton.say(p_run bigint, p_body text)
returns bigint language sql security definer set search_path = baton, pg_temp as $$
  insert into word(run, person, body) select id, session_user, p_body from run where id = p_run and seq > 0 returning id;
$$;
create function baton.answer_word(p_word bigint, p_epoch bigint, p_answer text)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  update word w set answer = p_answer from run r
    where w.id = p_word and w.answer is null and r.id = w.run and r.epoch = p_epoch;
  return case when found then 'ok' else 'fenced' end;
end $$;
`;

const RIGHTS = `
revoke all on all functions in schema baton from public;
grant usage on schema baton to baton_holder, baton_worker, baton_person, baton_reader;
grant select on baton.version to baton_holder, baton_worker, baton_person, baton_reader;
grant select on all tables in schema baton to baton_holder;
grant select on baton.host, baton.run, baton.entry, baton.object, baton.chunk, baton.tree, baton.snapshot
  to baton_person, baton_reader;
grant execute on all functions in schema baton to baton_holder;
revoke execute on function baton.say(bigint, text) from baton_holder;
grant execute on function baton.say(bigint, text) to baton_person;
-- A person sees what that person said, and what was answered.
create view baton.own_word with (security_barrier) as
  select id, run, body, said, answer from baton.word where person = session_user;
grant select on baton.own_word to baton_person;
`;

/** Step n makes version n of what went before it. */
export const STEPS: readonly string[] = [
  [TABLES, APPEND, SEATS, BYTES, WORDS, RIGHTS].join('\n'),
  BRIEFS_AND_MOVES,
  OFFERS,
  BATCHES,
];

export const VERSION = STEPS.length;
