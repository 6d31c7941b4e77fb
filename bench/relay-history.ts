// A journal of relay itself, as long as one likes: a person wants changes again and again, so that fixes and reviews
// follow each other, with their attempts, evidence and verdicts. The rules are the real ones; only the syncs are left out.
import { join } from 'node:path';
import { plan } from '../src/engine/plan.ts';
import type { EffectResult } from '../src/model/effect.ts';
import { type Evidence, type EvidenceRequest, evidenceKey } from '../src/model/evidence.ts';
import type { Sealed } from '../src/model/sealed.ts';
import { treeDigest } from '../src/model/sealed.ts';
import type { State, Work } from '../src/model/state.ts';
import { createLoop, type Loop } from '../src/runtime/loop.ts';
import { submissionId } from '../src/runtime/seal-work.ts';
import { nodeDisk } from '../src/std/node-disk.ts';
import { sha256 } from '../src/std/sha256.ts';
import { openFileStore } from '../src/stores/file/file-store.ts';
import { relay } from '../src/workflows/relay/relay.ts';
import { settle, unsynced } from './disks.ts';
import { startOf } from './looping-run.ts';
import { planText, SMALL_BYTES } from './plans.ts';

const SECONDS_PER_ENTRY = 20;
const ENGINE = { engine: true } as const;

const REVIEW = `verdict: pass
summary: The change does what the plan says, and its tests were red before.
findings:
  - location: src/parser.js:12
    issue: The name says less than the function does.
    recommendation: Rename it when the file is touched again.
`;

const treeOf = (name: string) => treeDigest(sha256(name).slice(7, 47));

const sealedFile = (artifact: string, path: string, text: string): Sealed => ({
  artifact,
  path,
  digest: sha256(text),
  bytes: Buffer.byteLength(text),
  text,
});

const handedIn = (work: Work): Sealed[] =>
  work.assignment.writes.map(({ artifact, path, kind }) =>
    kind === 'tree'
      ? { artifact, path, digest: treeOf(work.assignment.id), bytes: 48_213 }
      : sealedFile(artifact, path, path === 'plan.yaml' ? planText(1, SMALL_BYTES) : REVIEW),
  );

const observed = (request: EvidenceRequest): Evidence => {
  if (request.kind === 'merge') {
    const tree = treeOf(evidenceKey(request));
    return { kind: 'merge', tree, others: tree, conflicts: [] };
  }
  if (request.kind === 'changes') return { kind: 'changes', files: ['src/parser.js', 'test/parser.test.js'] };
  return {
    kind: 'command',
    line: 'npm test',
    end: 'exited',
    exit: 0,
    tests: { total: 42, passed: 42, failed: 0, skipped: 0, failures: [] },
    tail: '# tests 42\n# suites 7\n# pass 42\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 812.4\n',
    durationMs: 1_204,
    sandbox: 'no-network',
  };
};

const performed = (state: State, assignment: string): EffectResult => ({
  outcome: 'merged',
  sealed: handedIn(state.works[assignment]!),
  details: {},
  problems: [],
});

const submit = async (loop: Loop, id: string): Promise<void> => {
  const work = loop.state!.works[id]!;
  const { attempt, assignment } = work;
  const tool = relay.contracts[assignment.contract]!.tool!;
  const candidate = { sealed: handedIn(work), problems: [] };
  const args = tool === 'submit_done' ? { summary: 'Mended what was found, with a test for it.' } : {};
  const submission = submissionId(id, tool, args, candidate);
  await loop.give(
    { kind: 'submit', submission, assignment: id, attempt, tool, args, ...candidate },
    { role: assignment.role, assignment: id, attempt },
  );
};

/** The next thing that should be under way happens. */
const step = async (loop: Loop): Promise<void> => {
  const state = loop.state!;
  const { jobs, assignments, questions } = plan(state);
  const [job, asked] = [jobs[0], questions[0]];
  if (job?.kind === 'observe')
    await loop.give({ kind: 'observe', key: job.key, evidence: observed(job.request) }, ENGINE);
  else if (job?.kind === 'effect') {
    const { assignment } = job;
    await loop.give({ kind: 'perform', assignment, result: performed(state, assignment) }, ENGINE);
  } else if (asked !== undefined) {
    const text = 'Say in the manual what changed, and why.';
    const person = { person: 'ada' };
    await loop.give({ kind: 'answer', item: asked.id, choice: 'changes', text, args: {} }, person);
  } else {
    const wanted = assignments[0]!;
    if (wanted.started) await submit(loop, wanted.id);
    else await loop.give({ kind: 'attempt-start', assignment: wanted.id }, ENGINE);
  }
};

/** As a holder leaves it when it is killed: with the snapshot that it wrote last. */
export const writeRelayHistory = async (directory: string, entries: number): Promise<void> => {
  const { store } = await openFileStore(unsynced(nodeDisk), directory);
  const begin = Date.parse('2026-11-15T03:00:00.000Z');
  const clock = {
    now: () => new Date(begin + store.head.seq * SECONDS_PER_ENTRY * 1000).toISOString(),
    at: () => () => {},
  };
  const loop = createLoop({ workflow: relay, store, clock, state: undefined });
  await loop.give(startOf(relay), ENGINE);
  while (loop.state!.seq < entries) await step(loop);
  await store.close();
  await settle(nodeDisk, join(directory, 'journal.jsonl'));
};
