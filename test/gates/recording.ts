// What was seen at a gate, small and without anything of the machine: so that all of it can be judged again at once.
import type { Change } from '../../src/checks/change/change.ts';
import { changeClauses } from '../../src/checks/change/change-clauses.ts';
import { type Evidence, type EvidenceRequest, evidenceKey } from '../../src/model/evidence.ts';
import type { Entry } from '../../src/model/run/entry.ts';
import type { Gate, Work } from './case.ts';

/** One turn: what was declared, and what was seen of it. */
export interface Round {
  readonly change: Change;
  readonly seen: readonly { readonly request: EvidenceRequest; readonly evidence: Evidence }[];
}

export interface Recording {
  readonly id: string;
  readonly gate: Gate;
  readonly rounds: readonly Round[];
}

/** Clauses of a round that are not met, without those that are switched off. */
export const faultsOf = ({ change, seen }: Round, off: readonly string[] = []): readonly string[] => {
  const known = new Map(seen.map(({ request, evidence }) => [evidenceKey(request), evidence]));
  return changeClauses(change)
    .filter(({ name }) => !off.includes(name))
    .filter((clause) => clause.judge((request) => known.get(evidenceKey(request))).status !== 'met')
    .map(({ name }) => name);
};

/** What said no in any round; nothing where all of it passes. */
export const faultsIn = ({ rounds }: Recording, off: readonly string[] = []): readonly string[] => [
  ...new Set(rounds.flatMap((round) => faultsOf(round, off))),
];

const DIGEST = /\b(?:git-tree|sha256):[0-9a-f]{40,64}\b/g;
const MESSAGE_CHARS_MAX = 300;

/** Trees get numbers in the order in which they come; nothing tells when and where this was. */
const withoutDigests = (text: string): string => {
  const known: string[] = [];
  return text.replaceAll(DIGEST, (digest) => {
    if (!known.includes(digest)) known.push(digest);
    const [kind, hash] = digest.split(':') as [string, string];
    return `${kind}:${String(known.indexOf(digest) + 1).padStart(hash.length, '0')}`;
  });
};

const cleaned = (key: string, value: unknown): unknown => {
  if (key === 'durationMs') return 0;
  if (typeof value !== 'string') return value;
  if (key === 'tail') return '';
  const plain = value
    .replaceAll(/\d+(?:\.\d+)? ?ms\b/g, '0ms')
    .replaceAll(/\b\d+\.\d+s\b/g, '0s')
    .replaceAll(/(?<![\w.@+-])(?:\/[\w.@+-]+){2,}\/(?=[\w.@+-]+)/g, '…/');
  return key === 'message' ? plain.slice(0, MESSAGE_CHARS_MAX) : plain;
};

/** Lists of all tests are in the journal; the clauses judge the rows. */
const withoutCases = (key: string, value: unknown): unknown =>
  key === 'cases' ? undefined : cleaned(key, value);

export const normalized = (recording: Recording): Recording =>
  JSON.parse(withoutDigests(JSON.stringify(recording, withoutCases))) as Recording;

const ROLES: Readonly<Record<Exclude<Gate, 'hook'>, string>> = {
  relay: 'coder',
  agentmux: 'coder',
  h3a: 'executor',
};

interface Received {
  readonly assignment: string;
  /** The tree that was handed in. */
  readonly head: string | undefined;
  readonly needs: EvidenceRequest[];
}

const changeOf = (
  work: Work,
  gate: Gate,
  runs: Extract<EvidenceRequest, { kind: 'test-runs' }>,
  start: string | undefined,
): Change => ({
  command: runs.command,
  base: runs.base,
  head: runs.head,
  ...(start === undefined || start === runs.base ? {} : { start }),
  kind: work.kind ?? 'feature',
  released: work.released ?? [],
  ...(runs.named === undefined ? {} : { named: runs.named }),
  strict: gate === 'h3a',
  ...(gate === 'h3a' ? { knownFailures: work.knownFailures ?? [] } : {}),
  commands: ['test', ...Object.keys(work.commands ?? {})],
});

/** Every turn that a run has judged, as it stands in the journal. */
export const recordedRun = (
  work: Work,
  gate: Exclude<Gate, 'hook'>,
  entries: readonly Entry[],
): Recording => {
  const events = entries.flatMap(({ events: all }) => all);
  const starts = new Map(
    events.flatMap((event) =>
      event.kind === 'work-opened' ? [[event.assignment.id, event.start] as const] : [],
    ),
  );
  const seen = new Map(
    events.flatMap((event) =>
      event.kind === 'evidence-observed' ? [[event.key, event.evidence] as const] : [],
    ),
  );
  const received: Received[] = [];
  for (const event of events) {
    if (event.kind === 'submission-received' && event.assignment.split('.')[1] === ROLES[gate])
      received.push({
        assignment: event.assignment,
        head: event.sealed.find(({ digest }) => digest.startsWith('git-tree:'))?.digest,
        needs: [...event.needs],
      });
    // What can be asked for only when something else is known.
    if (event.kind === 'evidence-wanted' && received.at(-1)?.assignment === event.assignment)
      received.at(-1)?.needs.push(...event.needs);
  }
  const rounds = received.flatMap(({ assignment, head, needs }): Round[] => {
    const start = starts.get(assignment);
    const asked = needs.find((request) => request.kind === 'test-runs');
    // Where nothing was changed, nothing has to be run.
    const plain =
      start === undefined || head === undefined
        ? undefined
        : ({ kind: 'test-runs', command: 'test', base: start, head } as const);
    const runs = asked?.kind === 'test-runs' ? asked : plain;
    if (runs === undefined) return [];
    return [
      {
        change: changeOf(work, gate, runs, start),
        seen: needs.flatMap((request) => {
          const evidence = seen.get(evidenceKey(request));
          return evidence === undefined ? [] : [{ request, evidence }];
        }),
      },
    ];
  });
  return { id: work.id, gate, rounds };
};
