// The second step of the tables: how each run stands, for lists that replay nothing, and runs that move in and out.

const TABLES = `
-- Written with the entry that changes it. No row: nobody wrote one, and whoever lists replays.
create table baton.brief(run bigint primary key, over boolean not null, text text not null);
-- Where the run went, or is being taken.
alter table baton.run add moved text;
create index on baton.run(project) where seq > 0;
`;

/** The brief is null where it has not changed, and empty where there is none. */
const APPEND = `
drop function baton.append(bigint, bigint, bigint, bytea, text);
create function baton.append(p_run bigint, p_epoch bigint, p_seq bigint, p_prev bytea, p_line text, p_brief text, p_over boolean)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
declare d bytea := sha256(convert_to(p_line, 'UTF8')); r baton.run;
begin
  if substring(p_line from length(p_line) - 82 for 64) <> encode(p_prev, 'hex') then return 'unlinked'; end if;
  update run set seq = p_seq + 1, chain = d, touched = clock_timestamp()
    where id = p_run and epoch = p_epoch and seq = p_seq and chain = p_prev;
  if found then
    insert into entry values (p_run, p_seq + 1, p_line);
    if p_brief = '' then delete from brief where run = p_run;
    elsif p_brief is not null then
      insert into brief values (p_run, p_over, p_brief)
        on conflict (run) do update set over = excluded.over, text = excluded.text;
    end if;
    return 'ok';
  end if;
  select * into r from run where id = p_run;
  if r.epoch is distinct from p_epoch then return 'fenced'; end if;
  if r.seq = p_seq + 1 and r.chain = d then return 'again'; end if;
  if r.seq < p_seq then return 'lost'; end if;
  return 'conflict';
end $$;
`;

const SEATS = `
drop function baton.take(text, text, text, text);
create function baton.take(p_project text, p_name text, p_host text, p_ticket text, p_moving boolean)
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
  if r.moved is not null and not p_moving then
    return query select 'moved', r.id, r.epoch, r.seq, r.chain, r.moved; return;
  end if;
  update run set epoch = r.epoch + 1, holder = p_host, ticket = p_ticket where id = r.id;
  return query select 'ok', r.id, r.epoch + 1, r.seq, r.chain, h.name;
end $$;
create or replace function baton.remove(p_run bigint, p_epoch bigint)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  update run set seq = 0, chain = decode(repeat('00', 32), 'hex') where id = p_run and epoch = p_epoch;
  if not found then return 'fenced'; end if;
  delete from entry where run = p_run;
  delete from object where run = p_run;
  delete from chunk where run = p_run;
  delete from tree where run = p_run;
  delete from snapshot where run = p_run;
  delete from brief where run = p_run;
  delete from word where run = p_run;
  return 'ok';
end $$;
`;

/** A journal comes in as it is: while it does, the run has no entry, and only a whole one that links is shown. */
const MOVES = `
create function baton.move_away(p_run bigint, p_epoch bigint, p_to text)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  update run set moved = p_to where id = p_run and epoch = p_epoch;
  return case when found then 'ok' else 'fenced' end;
end $$;
create function baton.adopt_lines(p_run bigint, p_epoch bigint, p_from bigint, p_lines text)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  if not exists (select from run where id = p_run and epoch = p_epoch) then return 'fenced'; end if;
  if not exists (select from run where id = p_run and seq = 0) then return 'conflict'; end if;
  insert into entry select p_run, p_from + l.n, l.line from json_array_elements_text(p_lines::json) with ordinality as l(line, n)
    on conflict (run, seq) do update set line = excluded.line;
  return 'ok';
end $$;
create function baton.adopt(p_run bigint, p_epoch bigint, p_seq bigint, p_chain bytea)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
declare r baton.run; found_seq bigint; found_chain bytea; links boolean;
begin
  select * into r from run where id = p_run for update;
  if r.epoch is distinct from p_epoch then return 'fenced'; end if;
  if r.seq = p_seq and r.chain = p_chain then
    update run set moved = null where id = p_run;
    return 'again';
  end if;
  if r.seq <> 0 then return 'conflict'; end if;
  delete from entry where run = p_run and seq > p_seq;
  select count(*), (array_agg(d order by seq desc))[1],
      bool_and(substring(line from length(line) - 82 for 64) = encode(prev, 'hex'))
    into found_seq, found_chain, links
    from (select seq, line, sha256(convert_to(line, 'UTF8')) as d,
        lag(sha256(convert_to(line, 'UTF8')), 1, decode(repeat('00', 32), 'hex')) over (order by seq) as prev
      from entry where run = p_run) lines;
  if found_seq <> p_seq or found_chain <> p_chain or not links then return 'torn'; end if;
  update run set seq = p_seq, chain = p_chain, moved = null, touched = clock_timestamp() where id = p_run;
  return 'ok';
end $$;
`;

const RIGHTS = `
revoke all on all functions in schema baton from public;
grant select on baton.brief to baton_holder, baton_person, baton_reader;
grant execute on function baton.append(bigint, bigint, bigint, bytea, text, text, boolean),
  baton.take(text, text, text, text, boolean), baton.move_away(bigint, bigint, text),
  baton.adopt_lines(bigint, bigint, bigint, text), baton.adopt(bigint, bigint, bigint, bytea) to baton_holder;
`;

export const BRIEFS_AND_MOVES = [TABLES, APPEND, SEATS, MOVES, RIGHTS].join('\n');
