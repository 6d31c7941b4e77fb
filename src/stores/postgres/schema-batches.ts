// The fourth step of the tables: several entries that are written together are one statement, and one wait for the disk.

/** Lines with a newline between them; all of them or none. Each goes through `append`, so each is checked against the epoch, the place and the chain. */
const APPEND_ALL = `
create function baton.append_all(p_run bigint, p_epoch bigint, p_seq bigint, p_prev bytea, p_lines text, p_brief text, p_over boolean)
returns text language plpgsql security definer set search_path = baton, pg_temp as $$
declare lines text[] := string_to_array(p_lines, E'\\n'); n int := array_length(lines, 1); prev bytea := p_prev; outcome text; told text;
begin
  for i in 1..n loop
    told := case when i = n then p_brief end;
    outcome := append(p_run, p_epoch, p_seq + i - 1, prev, lines[i], told, p_over);
    -- Only the first one can be refused, before anything was written: after it nobody else can have come between.
    if outcome <> 'ok' and i = 1 then
      if exists (select from run where id = p_run and epoch = p_epoch and seq = p_seq + n
        and chain = sha256(convert_to(lines[n], 'UTF8'))) then return 'again'; end if;
      return case when outcome = 'again' then 'conflict' else outcome end;
    end if;
    if outcome <> 'ok' then raise exception 'entry % was refused: %', p_seq + i, outcome; end if;
    prev := sha256(convert_to(lines[i], 'UTF8'));
  end loop;
  return 'ok';
end $$;
`;

const RIGHTS = `
revoke all on function baton.append_all(bigint, bigint, bigint, bytea, text, text, boolean) from public;
grant execute on function baton.append_all(bigint, bigint, bigint, bytea, text, text, boolean) to baton_holder;
`;

export const BATCHES = [APPEND_ALL, RIGHTS].join('\n');
