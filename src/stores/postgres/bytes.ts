// Bytes that a run keeps by their digest, and the packs of its trees.
import { BatonError } from '../../errors.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { sha256 } from '../../std/sha256.ts';
import type { SharedTree } from '../store.ts';
import { objectMissing } from '../store-refusals.ts';
import { digestBytes, digestText, type RunRow } from './lines.ts';
import type { Asking, Link } from './link.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

export const getObject = async (
  link: Link,
  run: RunRow,
  digest: Digest,
  asking: Asking,
): Promise<Uint8Array> => {
  if (!DIGEST.test(digest)) throw objectMissing(digest, run.place);
  const key = digestBytes(digest);
  const pieces: Buffer[] = [];
  const [sealed] = await link.ask(
    asking,
    (sql) => sql`select bytes::int8 as bytes from baton.object where run = ${run.id} and digest = ${key}`,
  );
  if (sealed === undefined) throw objectMissing(digest, run.place);
  for (let bytes = 0; bytes < Number(sealed['bytes']); ) {
    const [row] = await link.ask(
      asking,
      (sql) =>
        sql`select data from baton.chunk where run = ${run.id} and digest = ${key} and n = ${pieces.length}::int`,
    );
    if (row === undefined) throw objectMissing(digest, run.place);
    const piece = row['data'] as Buffer;
    pieces.push(piece);
    bytes += piece.length;
  }
  const whole = Buffer.concat(pieces);
  const found = sha256(whole);
  if (found === digest) return whole;
  throw new BatonError(
    'OBJECT_CORRUPT',
    `an object of ${run.place} was changed: its bytes have the digest ${found}`,
    {
      hint: 'Put the database back from a backup, then run `baton verify`.',
      data: { digest, found },
    },
  );
};

export const objectsIn = async (link: Link, run: RunRow): Promise<readonly Digest[]> => {
  const rows = await link.ask(
    { doing: 'listing objects' },
    (sql) => sql`select digest from baton.object where run = ${run.id} order by digest`,
  );
  return rows.map((row) => digestText(row['digest'] as Buffer));
};

/** In the order in which they were shared: each may rest on those before it. */
export const treesIn = async (link: Link, run: RunRow): Promise<readonly string[]> => {
  const rows = await link.ask(
    { doing: 'listing trees' },
    (sql) => sql`select oid from baton.tree where run = ${run.id} order by id`,
  );
  return rows.map((row) => String(row['oid']));
};

export async function* readTrees(link: Link, run: RunRow): AsyncGenerator<SharedTree> {
  for (const oid of await treesIn(link, run)) {
    const [row] = await link.ask(
      { doing: 'reading a tree' },
      (sql) => sql`select pack from baton.tree where run = ${run.id} and oid = ${oid}`,
    );
    if (row !== undefined) yield { oid, pack: row['pack'] as Buffer };
  }
}
