// Evidence that a holder leaves to workers, and its way back.
import type { BatonError } from '../../errors.ts';
import { OFFER_LOST_MAX, WORKER_SEEN_MS } from '../../model/limits/store.ts';
import { imageTag, type OfferedJob, type OfferState, type Offers } from '../offers.ts';
import type { Feed } from './feed.ts';
import { fenced } from './lease.ts';
import type { RunRow } from './lines.ts';
import type { Asking, Link } from './link.ts';

const IMAGE = imageTag('');

const stateOf = (row: Readonly<Record<string, unknown>>): OfferState => {
  const { result, image } = row;
  const by = {
    ...{ login: String(row['login']), worker: String(row['name']) },
    ...(typeof image === 'string' ? { image } : {}),
  };
  return {
    result: typeof result === 'string' ? { text: result, by } : undefined,
    attended: row['attended'] === true,
    abandoned: row['abandoned'] === true,
  };
};

export interface OffersParts {
  readonly link: Link;
  readonly feed: Feed;
  readonly run: RunRow;
  readonly epoch: number;
  readonly patienceMs: number;
  /** Why nobody waits for an answer any more. */
  readonly until: () => BatonError | undefined;
}

export const postgresOffers = ({ link, feed, run, epoch, patienceMs, until }: OffersParts): Offers => {
  const asking = (doing: string): Asking => ({ doing: `${doing} of ${run.name}`, until });
  return {
    patienceMs,
    put: async ({ key, body, needs }: OfferedJob): Promise<void> => {
      const wanted = JSON.stringify(needs);
      const [row] = await link.ask(
        asking('offering evidence'),
        (sql) => sql`
          select baton.offer(${run.id}, ${epoch}, ${key}, ${body},
            array(select json_array_elements_text(${wanted}::text::json))) as outcome`,
      );
      if (row?.['outcome'] !== 'ok') throw fenced(run.name);
    },
    look: async (key) => {
      const [row] = await link.ask(
        asking('looking for evidence'),
        (sql) => sql`
          select o.result, o.login, o.name,
            (select substring(tag from ${IMAGE.length + 1}::int) from unnest(o.has) tag where tag like ${`${IMAGE}%`} limit 1) as image,
            (o.ticket is not null and o.lease_until > clock_timestamp()) or exists (
              select from baton.worker w join baton.run r on r.id = o.run
              where w.project = r.project and w.has @> o.needs and w.seen > clock_timestamp() - ${WORKER_SEEN_MS}::int * interval '1 ms'
            ) as attended,
            o.ticket is not null and o.lease_until <= clock_timestamp() and o.lost + 1 >= ${OFFER_LOST_MAX}::int as abandoned
          from baton.offer o where o.run = ${run.id} and o.key = ${key}`,
      );
      return row === undefined ? undefined : stateOf(row);
    },
    withdraw: async (key) => {
      await link.ask(
        asking('withdrawing an offer'),
        (sql) => sql`select baton.withdraw(${run.id}, ${epoch}, ${key})`,
      );
    },
    onNews: (call) => feed.listen(run.id, call),
  };
};
