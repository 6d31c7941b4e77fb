// A journal of a run, as long as one likes: a person wants changes again and again, so that work follows work, with its
// attempts, evidence and verdicts. The rules are the real ones; only the syncs are left out.

import { join } from 'node:path';
import { plan } from '../src/engine/plan.ts';
import { type Evidence, type EvidenceRequest, evidenceKey } from '../src/model/evidence.ts';
import type { Input } from '../src/model/run/input.ts';
import type { Sealed } from '../src/model/run/sealed.ts';
import { treeDigest } from '../src/model/run/sealed.ts';
import type { Work } from '../src/model/run/state.ts';
import type { EffectResult } from '../src/model/workflow/effect.ts';
import type { Workflow } from '../src/model/workflow/workflow.ts';
import { submissionId } from '../src/runtime/files/seal-work.ts';
import { createLoop, type Loop } from '../src/runtime/loop.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { sha256 } from '../src/std/sha256.ts';
import { openFileStore } from '../src/stores/file/file-store.ts';
import { answerWith } from '../src/testing/test-evidence.ts';
import { settle, unsynced } from './disks.ts';

const SECONDS_PER_ENTRY = 20;
const ENGINE = { engine: true } as const;

/** Who is played: what each piece of work hands in. */
export interface Played {
  readonly workflow: Workflow;
  readonly start: Extract<Input, { kind: 'start' }>;
  /** The text of a file that the work hands in. */
  readonly text: (work: Work, path: string) => string;
  readonly args: (work: Work) => Readonly<Record<string, unknown>>;
  /** What git says that every change touched. */
  readonly changed: readonly string[];
  /** Left out where the state grows with the run and nobody resumes it: a snapshot holds the whole state. */
  readonly snapshots: boolean;
}

const treeOf = (name: string) => treeDigest(sha256(name).slice(7, 47));

const sealedFile = (artifact: string, path: string, text: string): Sealed => ({
  artifact,
  path,
  digest: sha256(text),
  bytes: Buffer.byteLength(text),
  text,
});

const handedIn = ({ text }: Played, work: Work): Sealed[] =>
  work.assignment.writes.map(({ artifact, path, kind }) =>
    kind === 'tree'
      ? { artifact, path, digest: treeOf(work.assignment.id), bytes: 48_213 }
      : sealedFile(artifact, path, text(work, path)),
  );

const observed = ({ changed }: Played, request: EvidenceRequest): Evidence => {
  if (request.kind === 'merge') {
    const tree = treeOf(evidenceKey(request));
    return { kind: 'merge', tree, others: tree, conflicts: [] };
  }
  if (request.kind === 'changes') return { kind: 'changes', files: [...changed] };
  return answerWith(request, {
    kind: 'command',
    line: 'npm test',
    end: 'exited',
    exit: 0,
    tests: { total: 42, passed: 42, failed: 0, skipped: 0, failures: [] },
    tail: '# tests 42\n# suites 7\n# pass 42\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 812.4\n',
    durationMs: 1_204,
    sandbox: 'no-network',
  });
};

const performed = (played: Played, work: Work): EffectResult => ({
  outcome: 'merged',
  sealed: handedIn(played, work),
  details: {},
  problems: [],
});

const submit = async (played: Played, loop: Loop, id: string): Promise<void> => {
  const work = loop.state!.works[id]!;
  const { attempt, assignment } = work;
  const tool = played.workflow.contracts[assignment.contract]!.tool!;
  const candidate = { sealed: handedIn(played, work), problems: [] };
  const args = played.args(work);
  const submission = submissionId(id, tool, args, candidate);
  await loop.give(
    { kind: 'submit', submission, assignment: id, attempt, tool, args, ...candidate },
    { role: assignment.role, assignment: id, attempt },
  );
};

/** The next thing that should be under way happens. */
const step = async (played: Played, loop: Loop): Promise<void> => {
  const state = loop.state!;
  const { jobs, assignments, questions } = plan(state);
  const [job, asked] = [jobs[0], questions[0]];
  if (job?.kind === 'observe')
    await loop.give({ kind: 'observe', key: job.key, evidence: observed(played, job.request) }, ENGINE);
  else if (job?.kind === 'effect') {
    const { assignment } = job;
    const result = performed(played, state.works[assignment]!);
    await loop.give({ kind: 'perform', assignment, result }, ENGINE);
  } else if (asked !== undefined) {
    const text = 'Say in the manual what changed, and why.';
    const person = { person: 'ada' };
    await loop.give({ kind: 'answer', item: asked.id, choice: 'changes', text, args: {} }, person);
  } else {
    // A submission that is being judged has its jobs; whoever is wanted and works has something to hand in.
    const wanted = assignments.find(({ started }) => started) ?? assignments[0]!;
    if (wanted.started) await submit(played, loop, wanted.id);
    else await loop.give({ kind: 'attempt-start', assignment: wanted.id }, ENGINE);
  }
};

/** As a holder leaves it when it is killed: with the snapshot that it wrote last, where it wrote any. */
export const writeHistory = async (directory: string, entries: number, played: Played): Promise<void> => {
  const { store } = await openFileStore(unsynced(nodeDisk), directory);
  if (!played.snapshots) store.writeSnapshot = async () => {};
  const begin = Date.parse('2026-11-15T03:00:00.000Z');
  const clock = {
    now: () => new Date(begin + store.head.seq * SECONDS_PER_ENTRY * 1000).toISOString(),
    at: () => () => {},
  };
  const { workflow, start } = played;
  const loop = createLoop({ workflow, store, clock, state: undefined });
  await loop.give(start, ENGINE);
  while (loop.state!.seq < entries) {
    const { seq, status } = loop.state!;
    await step(played, loop);
    if (loop.state!.seq === seq || status !== 'running')
      throw new Error(`the history stands still at entry ${seq}: ${JSON.stringify(loop.state!.cause)}`);
  }
  await store.close();
  await settle(nodeDisk, join(directory, 'journal.jsonl'));
};
