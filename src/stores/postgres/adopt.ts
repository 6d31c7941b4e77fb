// A run that comes in from elsewhere: objects, then lines, and at last the head, which makes it a run. The database checks that every line
// names the one before it.
import { BatonError } from '../../errors.ts';
import { ENTRY_BYTES_MAX } from '../../model/limits/limits.ts';
import { LINES_PER_READ } from '../../model/limits/store.ts';
import type { Carried } from '../store.ts';
import { digestBytes, type RunRow } from './lines.ts';
import type { Link, Sql } from './link.ts';

interface Target {
  readonly link: Link;
  readonly row: RunRow;
  readonly epoch: number;
}

const require = async (
  { link, row }: Target,
  statement: (sql: Sql) => PromiseLike<readonly Record<string, unknown>[]>,
): Promise<void> => {
  const [found] = await link.ask({ doing: `moving run ${row.name}` }, statement);
  const outcome = String(found?.['outcome']);
  if (outcome === 'ok' || outcome === 'again') return;
  throw new BatonError('STORE_CONFLICT', `run ${row.name} could not be taken in: ${outcome}`, {
    hint: 'Nothing was removed where it came from. Look there with `baton verify`, then move it again.',
    data: { outcome },
  });
};

/** Batches of bounded size. */
async function* batches(lines: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for await (const line of lines) {
    if (batch.length === LINES_PER_READ || (batch.length > 0 && bytes + line.length > ENTRY_BYTES_MAX)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(line.toString('utf8'));
    bytes += line.length;
  }
  if (batch.length > 0) yield batch;
}

export const adoptRun = async (
  target: Target,
  carried: Carried,
  putObject: (bytes: Uint8Array) => Promise<unknown>,
): Promise<void> => {
  const { row, epoch } = target;
  const { head } = carried;
  const [there] = await target.link.ask(
    { doing: `moving run ${row.name}` },
    (sql) =>
      sql`select from baton.run where id = ${row.id} and seq = ${head.seq} and chain = ${digestBytes(head.chain)}`,
  );
  if (there === undefined) {
    for (const digest of carried.objects) await putObject(await carried.object(digest));
    let from = 0;
    for await (const lines of batches(carried.lines())) {
      const [at, text] = [from, JSON.stringify(lines)];
      await require(target, (sql) =>
        sql`select baton.adopt_lines(${row.id}, ${epoch}, ${at}, ${text}) as outcome`);
      from += lines.length;
    }
  }
  await require(target, (sql) =>
    sql`select baton.adopt(${row.id}, ${epoch}, ${head.seq}, ${digestBytes(head.chain)}) as outcome`);
};
