// What a worker does with the offers of a project: each claim is one statement, and has a number that the next one raises.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { BatonError } from '../../errors.ts';
import { CLAIM_MS, LEASE_MS_MIN, OFFER_LOST_MAX } from '../../model/limits/store.ts';
import { type ClaimedJob, imageTag, type OfferedJobs, type WorkerWords } from '../offers.ts';
import type { Link } from './link.ts';
import type { Database } from './postgres-stores.ts';

interface Claim {
  readonly id: number;
  readonly attempt: number;
  readonly ticket: string;
  readonly runId: number;
}

const claimedJob = (
  link: Link,
  leaseMs: number,
  claim: Claim,
  { run, body }: Pick<ClaimedJob, 'run' | 'body'>,
): ClaimedJob => {
  const { id, attempt, ticket } = claim;
  return {
    ...{ id, attempt, run, body },
    trees: async () => {
      const rows = await link.ask(
        { doing: 'listing trees' },
        (sql) => sql`select oid from baton.claimed_trees(${id}, ${attempt}, ${ticket}) as oid`,
      );
      return rows.map((row) => String(row['oid']));
    },
    pack: async (oid) => {
      const [row] = await link.ask(
        { doing: 'reading a tree' },
        (sql) => sql`select baton.claimed_pack(${id}, ${attempt}, ${ticket}, ${oid}) as pack`,
      );
      const pack = row?.['pack'];
      return Buffer.isBuffer(pack) ? pack : undefined;
    },
    renew: async () => {
      const [row] = await link.ask(
        { doing: 'renewing a claim' },
        (sql) => sql`select baton.renew_claim(${id}, ${attempt}, ${ticket}, ${leaseMs}::int) as ours`,
      );
      return row?.['ours'] === true;
    },
    deliver: async (result) => {
      const [row] = await link.ask(
        { doing: 'handing evidence back' },
        (sql) => sql`select baton.deliver(${id}, ${attempt}, ${ticket}, ${result}) as outcome`,
      );
      const outcome = String(row?.['outcome']);
      if (outcome === 'too-large')
        throw new BatonError('FILE_TOO_LARGE', 'the evidence is larger than the database takes');
      // The holder looks again soon, also where this does not reach it.
      await link
        .ask(
          { doing: 'telling of evidence' },
          (sql) => sql`select pg_notify('baton', ${String(claim.runId)})`,
        )
        .catch(() => {});
      return outcome !== 'late';
    },
    giveBack: async () => {
      await link.ask(
        { doing: 'giving a claim back' },
        (sql) => sql`select baton.give_back(${id}, ${attempt}, ${ticket})`,
      );
    },
  };
};

export const offeredJobs = (
  database: Pick<Database, 'link' | 'fit'>,
  project: string,
  { tags, image }: WorkerWords,
  env: Readonly<Record<string, string | undefined>>,
): OfferedJobs => {
  const { link } = database;
  const worker = randomUUID();
  const asked = Number(env['BATON_LEASE_MS']);
  const leaseMs = Number.isFinite(asked) && asked >= LEASE_MS_MIN ? Math.floor(asked) : CLAIM_MS;
  const has = [...tags, ...(image === undefined ? [] : [imageTag(image)])];
  const name = `${hostname()} ${process.pid}`;
  return {
    leaseMs,
    claim: async (except) => {
      await database.fit();
      const ticket = randomUUID();
      const [tagTexts, passed] = [JSON.stringify(has), JSON.stringify(except)];
      const [row] = await link.ask(
        { doing: 'asking for work' },
        (sql) => sql`
          select o_id::int8 as id, o_attempt as attempt, o_run_id::int8 as run_id, o_run as run, o_body as body
          from baton.claim(${project}, ${worker}, ${name}, array(select json_array_elements_text(${tagTexts}::text::json)),
            array(select json_array_elements_text(${passed}::text::json)::bigint), ${ticket}, ${leaseMs}::int, ${OFFER_LOST_MAX}::int)`,
      );
      if (row === undefined) return undefined;
      const claim = {
        id: Number(row['id']),
        attempt: Number(row['attempt']),
        ticket,
        runId: Number(row['run_id']),
      };
      return claimedJob(link, leaseMs, claim, { run: String(row['run']), body: String(row['body']) });
    },
  };
};
