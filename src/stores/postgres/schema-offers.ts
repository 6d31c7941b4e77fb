// The third step of the tables: evidence that holders leave to workers. A worker gets what it claims by functions, and sees no table.

const TABLES = `
-- Who looks for work, so that a holder knows whether anybody may come.
create table baton.worker(id text primary key, project text not null, login text not null, has text[] not null, seen timestamptz not null);
create table baton.offer(
  id bigint generated always as identity primary key,
  run bigint not null, key text not null, epoch bigint not null, body text not null, needs text[] not null,
  -- The fence: each claim has the next number and a ticket of its own.
  attempt int not null default 0, ticket text, login text, name text, has text[], lease_until timestamptz,
  -- Claims whose worker was not heard of any more.
  lost int not null default 0,
  result text, unique(run, key));
create index on baton.offer(id) where result is null;
`;

/** What a holder calls: the epoch of its run is looked at, as for an entry. A successor that asks for the same keeps what was done for it. */
const HOLDER = `
create function baton.offer(p_run bigint, p_epoch bigint, p_key text, p_body text, p_needs text[])
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  if not exists (select from run where id = p_run and epoch = p_epoch) then return 'fenced'; end if;
  insert into offer as o (run, key, epoch, body, needs) values (p_run, p_key, p_epoch, p_body, p_needs)
    on conflict (run, key) do update set epoch = p_epoch, body = p_body, needs = p_needs,
      attempt = case when o.body = p_body and o.needs = p_needs then o.attempt else o.attempt + 1 end,
      ticket = case when o.body = p_body and o.needs = p_needs then o.ticket end,
      lost = case when o.body = p_body and o.needs = p_needs then o.lost else 0 end,
      result = case when o.body = p_body and o.needs = p_needs then o.result end
    where o.epoch <= p_epoch;
  return 'ok';
end $$;
create function baton.withdraw(p_run bigint, p_epoch bigint, p_key text)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  if not exists (select from run where id = p_run and epoch = p_epoch) then return 'fenced'; end if;
  delete from offer where run = p_run and key = p_key;
  return 'ok';
end $$;
create or replace function baton.release(p_run bigint, p_epoch bigint, p_host text)
returns void language sql security definer set search_path = baton, pg_temp as $$
  delete from offer o using run r, brief b
    where o.run = p_run and r.id = p_run and r.epoch = p_epoch and b.run = p_run and b.over;
  update run set holder = null where id = p_run and epoch = p_epoch and holder = p_host;
$$;
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
  delete from offer where run = p_run;
  return 'ok';
end $$;
`;

/**
 * What a worker calls. An offer of an epoch that is over is nobody's work: the holder of today offers it again if it is still wanted. Where
 * the answer of a claim was lost, the same ticket gets the same offer.
 */
const WORKER = `
create function baton.claim(p_project text, p_worker text, p_name text, p_has text[], p_except bigint[], p_ticket text, p_lease_ms int, p_lost_max int)
returns table(o_id bigint, o_attempt int, o_run_id bigint, o_run text, o_body text) language plpgsql security definer set search_path = baton, pg_temp as $$
declare o offer;
begin
  insert into worker as w values (p_worker, p_project, session_user, p_has, clock_timestamp())
    on conflict (id) do update set seen = excluded.seen where w.seen < excluded.seen - p_lease_ms * interval '1 ms' / 3;
  select * into o from offer where ticket = p_ticket;
  if o.id is null then
    select offer.* into o from offer join run on run.id = offer.run left join brief on brief.run = offer.run
      where run.project = p_project and offer.epoch = run.epoch and brief.over is distinct from true
        and offer.result is null and offer.needs <@ p_has and offer.id <> all(p_except)
        and (offer.ticket is null or (offer.lease_until <= clock_timestamp() and offer.lost + 1 < p_lost_max))
      order by offer.id limit 1 for update of offer skip locked;
    if o.id is null then
      delete from worker where seen < clock_timestamp() - interval '1 day';
      return;
    end if;
    update offer set attempt = o.attempt + 1, lost = o.lost + case when o.ticket is null then 0 else 1 end,
      ticket = p_ticket, login = session_user, name = left(p_name, 200), has = p_has,
      lease_until = clock_timestamp() + p_lease_ms * interval '1 ms'
      where id = o.id returning * into o;
  end if;
  return query select o.id, o.attempt, run.id, run.name, o.body from run where run.id = o.run;
end $$;
create function baton.renew_claim(p_offer bigint, p_attempt int, p_ticket text, p_lease_ms int)
returns boolean language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  update offer set lease_until = clock_timestamp() + p_lease_ms * interval '1 ms'
    where id = p_offer and attempt = p_attempt and ticket = p_ticket and result is null;
  return found;
end $$;
create function baton.claimed_trees(p_offer bigint, p_attempt int, p_ticket text)
returns setof text language sql security definer set search_path = baton, pg_temp as $$
  select t.oid from tree t join offer o on o.run = t.run
    where o.id = p_offer and o.attempt = p_attempt and o.ticket = p_ticket order by t.id;
$$;
create function baton.claimed_pack(p_offer bigint, p_attempt int, p_ticket text, p_oid text)
returns bytea language sql security definer set search_path = baton, pg_temp as $$
  select t.pack from tree t join offer o on o.run = t.run
    where o.id = p_offer and o.attempt = p_attempt and o.ticket = p_ticket and t.oid = p_oid;
$$;
create function baton.deliver(p_offer bigint, p_attempt int, p_ticket text, p_result text)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
begin
  if octet_length(p_result) > 8388608 then return 'too-large'; end if;
  update offer set result = p_result where id = p_offer and attempt = p_attempt and ticket = p_ticket and result is null;
  if found then return 'ok'; end if;
  return case when exists (select from offer where id = p_offer and attempt = p_attempt and ticket = p_ticket and result = p_result)
    then 'again' else 'late' end;
end $$;
create function baton.give_back(p_offer bigint, p_attempt int, p_ticket text)
returns void language sql security definer set search_path = baton, pg_temp as $$
  update offer set ticket = null where id = p_offer and attempt = p_attempt and ticket = p_ticket and result is null;
$$;
`;

const RIGHTS = `
revoke all on all functions in schema baton from public;
grant select on baton.worker, baton.offer to baton_holder;
grant execute on function baton.offer(bigint, bigint, text, text, text[]), baton.withdraw(bigint, bigint, text) to baton_holder;
grant execute on function baton.claim(text, text, text, text[], bigint[], text, int, int), baton.renew_claim(bigint, int, text, int),
  baton.claimed_trees(bigint, int, text), baton.claimed_pack(bigint, int, text, text), baton.deliver(bigint, int, text, text),
  baton.give_back(bigint, int, text) to baton_worker;
`;

export const OFFERS = [TABLES, HOLDER, WORKER, RIGHTS].join('\n');
