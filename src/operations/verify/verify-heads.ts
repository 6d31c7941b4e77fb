// Whether the end of a journal is still there. Three places name an entry of it: the head that the holder keeps apart from
// the run's files, the trailer of each commit that Baton makes, and the attestation of the run.
import { createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import type { SigningKey } from '../../effects/signing-key.ts';
import { BUNDLE_FILE, bundleSchema, PAYLOAD_TYPE, statementSchema } from '../../model/attestation.ts';
import { ATTESTATION_BYTES_MAX, HEADS_READ_MAX } from '../../model/limits/limits.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { State } from '../../model/run/state.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { preAuthEncoding } from '../../std/dsse.ts';
import { gitResult } from '../../std/processes/git.ts';
import type { Head, StoreReader } from '../../stores/store.ts';
import { readKey } from '../attest/attestation-key.ts';
import type { ReadRun } from '../runs/runs.ts';

/** An entry that somebody has seen in the journal, and who. */
export interface SeenHead extends Head {
  readonly by: string;
}

const RECORD_END = '\x1e';
/** Baton writes these three as the last lines of a message; what stands above them is not its own. */
const TRAILERS =
  /\n\nBaton-Journal: (\S+) (\d{1,15}) (sha256:[0-9a-f]{64}) (\S+)\nBaton-Run: [^\n]*\nBaton-Key: [^\n]*\n*$/;

const headOfCommit = (record: string, { name, startedAt }: State['run']): SeenHead[] => {
  const [commit = '', message = ''] = record.trimStart().split('\0');
  const [, run, seq, chain, began] = TRAILERS.exec(message) ?? [];
  return run === name && began === startedAt && chain !== undefined
    ? [{ seq: Number(seq), chain, by: `commit ${commit.slice(0, 12)}` }]
    : [];
};

/** Commits of other runs are told apart by name and start. A project without a repository has no commits. */
const headsOfCommits = async (place: Place, run: State['run']): Promise<SeenHead[]> => {
  const repository = await findRepository(place.project).catch(() => undefined);
  if (repository === undefined) return [];
  const since = Math.floor(Date.parse(run.startedAt) / 1000);
  const { exit, stdout } = await gitResult(
    [
      ...['log', '--branches', `--max-count=${HEADS_READ_MAX}`, `--since=@${since}`],
      ...['--fixed-strings', `--grep=Baton-Journal: ${run.name} `, `--format=%H%x00%B%x1e`],
    ],
    { cwd: repository.root },
  );
  return exit === 0 ? stdout.split(RECORD_END).flatMap((record) => headOfCommit(record, run)) : [];
};

/** Agents may write to the run directory, so only what this project's key has signed counts. */
const headOfBundle = (bytes: Buffer, run: State['run'], key: SigningKey): Head | undefined => {
  try {
    const { statements } = bundleSchema.parse(JSON.parse(bytes.toString('utf8')));
    const last = statements.at(-1);
    const [signed] = last?.signatures ?? [];
    if (last === undefined || signed === undefined) return undefined;
    const body = Buffer.from(last.payload, 'base64');
    const open = createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' });
    const signature = Buffer.from(signed.sig, 'base64');
    if (!verify(null, preAuthEncoding(PAYLOAD_TYPE, body), open, signature)) return undefined;
    const { predicate } = statementSchema.parse(JSON.parse(body.toString('utf8')));
    const { name, startedAt } = predicate.run;
    if (predicate.last === null || name !== run.name || startedAt !== run.startedAt) return undefined;
    return { seq: predicate.last.entries, chain: predicate.last.chain };
  } catch {
    return undefined;
  }
};

const headsOfAttestation = async (place: Place, { run, state }: ReadRun): Promise<SeenHead[]> => {
  const file = join(run.directory, BUNDLE_FILE);
  const bytes = await readBoundedIfThere(file, ATTESTATION_BYTES_MAX).catch(() => undefined);
  const key = bytes === undefined ? undefined : await readKey(place);
  const head = bytes === undefined || key === undefined ? undefined : headOfBundle(bytes, state.run, key);
  return head === undefined ? [] : [{ ...head, by: `the attestation ${file}` }];
};

/** What others than the holder's own record have seen of the journal. */
export const headsElsewhere = async (place: Place, found: ReadRun): Promise<SeenHead[]> => [
  ...(await headsOfCommits(place, found.state.run)),
  ...(await headsOfAttestation(place, found)),
];

const HINT = 'Compare the journal with a copy of it: what the missing entries say is not shown here.';

const cut = ({ seq, chain, by }: SeenHead, end: number, at: string | undefined): Problem =>
  at === undefined
    ? problem(
        'JOURNAL_CUT',
        `the journal ends with entry ${end}, expected entry ${seq} (${chain}), which is named by ${by}: at least ${seq - end} were cut off`,
        { hint: HINT },
      )
    : problem(
        'JOURNAL_CUT',
        `entry ${seq} is ${at}, expected ${chain}, which is named by ${by}: the journal was cut off before it and written anew`,
        { line: seq, hint: HINT },
      );

/** What is not the way somebody has seen it. One more pass over the journal, up to the last entry that was seen. */
export const headProblems = async (
  store: Pick<StoreReader, 'read' | 'head'>,
  seen: readonly SeenHead[],
): Promise<Problem[]> => {
  if (seen.length === 0) return [];
  const last = Math.max(...seen.map(({ seq }) => seq));
  const chains = new Map<number, string>();
  for await (const { seq, prev } of store.read(1)) {
    chains.set(seq - 1, prev);
    if (seq > last) break;
  }
  const { head } = store;
  chains.set(head.seq, head.chain);
  return seen
    .filter(({ seq, chain }) => chains.get(seq) !== chain)
    .map((one) => cut(one, head.seq, chains.get(one.seq)));
};

/** An entry that is kept where the journal is empty or gone. */
export const emptied = (kept: SeenHead): Problem => cut(kept, 0, undefined);

export const noHead = (): Problem =>
  problem('JOURNAL_CUT', 'no head was kept of this journal: whether its end was cut off cannot be said', {
    severity: 'warning',
    hint: 'A run that is started or resumed from now on keeps one.',
  });
