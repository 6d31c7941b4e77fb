// SESSION_HANDOFF.json into the canonical handoff: every problem at once, each at its place.
import { posix } from 'node:path';
import type { Decoded, DecodeOptions, Written } from '../../../handoffs/dialect.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { isError, type Problem } from '../../../model/problem.ts';
import { VAGUE_WORDS, type VagueWords } from '../../../model/vague-words.ts';
import { readJson } from '../../../text/json-text.ts';
import { detailsOf } from './details.ts';
import { type Envelope, looksLikeHandoff, readEnvelope } from './envelope.ts';
import { judgeEnvelope } from './envelope-rules.ts';
import { countField, idField, type Place, pathItems, warnUnknownKeys } from './fields.ts';
import { findPlaceholders, gatherFindings, inOrder } from './findings.ts';
import { judgePayload } from './payloads.ts';
import { findStatus, findVerdict } from './status.ts';
import { isRecord, isText, pathFault, shown } from './values.ts';

export const HANDOFF_FILE = 'SESSION_HANDOFF.json';

export const fileName = (path: string): string => posix.basename(path.replaceAll('\\', '/'));

/** Fields of all payloads, in the order in which they are written. */
export const PAYLOAD_KEYS: readonly string[] = [
  'task_id',
  'verdict',
  'goal',
  'summary',
  'context',
  'files_to_review',
  'tdd_plan',
  'definition_of_done',
  'tdd_evidence',
  'files_changed',
  'commands_run',
  'coverage_delta',
  'coverage_absolute',
  'definition_of_done_status',
  'verification_summary',
  'approval_for_next_task',
  'remediation_plan',
  'next_action',
  'notes',
  'iteration_count',
  'blocked_by',
  'rejection_reason',
  'action_required',
  'instruction',
  'task_spec',
  'roadmap',
  'executor_report',
  'validator_report',
  'evidence_dir',
  'decision',
  'g3_approval_required',
];

/** Where the other documents name files. */
const FILE_KEYS = ['task_spec', 'roadmap', 'executor_report', 'validator_report', 'evidence_dir'];

const artifactsOf = (payload: Place, full: boolean): readonly string[] => {
  const listed = pathItems(payload, 'files_to_review', { required: full, least: full ? 1 : 0 });
  if (listed !== undefined) return listed;
  return FILE_KEYS.flatMap((key) => {
    const value = payload.record[key];
    return isText(value) && pathFault(value) === undefined ? [value] : [];
  });
};

/** What makes a handoff one that nobody may act on, whatever else it says. */
const SPOILING: ReadonlySet<Problem['code']> = new Set([
  'HANDOFF_STATUS_AMBIGUOUS',
  'HANDOFF_STATUS_UNKNOWN',
  'HANDOFF_STATUS_MISSING',
  'HANDOFF_NEXT_AMBIGUOUS',
  'HANDOFF_PLACEHOLDER',
  'HANDOFF_CONFLICT',
] satisfies Problem['code'][]);

const summaryOf = ({ contract, payload }: Envelope): string | null => {
  const [summary, goal] = [payload?.record['summary'], payload?.record['goal']];
  if (isText(summary)) return summary;
  return contract === 'H1' && isText(goal) ? goal : null;
};

interface Read {
  readonly envelope: Envelope;
  readonly handoff: Handoff | undefined;
}

const readHandoff = (place: Place, options: DecodeOptions, words: VagueWords): Read => {
  findPlaceholders(place.record, place.findings);
  const envelope = readEnvelope(place);
  const { variant, contract, payload } = envelope;
  const full = contract !== undefined && (variant === 'B' || variant === 'A+B');
  const verdict = findVerdict(place, envelope);
  const status = findStatus(place, envelope, verdict);
  judgeEnvelope({ place, envelope, verdict, status, options });
  let task: string | undefined;
  let artifacts: readonly string[] = [];
  let attempt: number | undefined;
  if (payload !== undefined) {
    warnUnknownKeys(payload, PAYLOAD_KEYS);
    task = idField(payload, 'task_id', { required: variant !== 'A' && variant !== 'E' });
    artifacts = artifactsOf(payload, full);
    attempt = countField(payload, 'iteration_count');
    if (contract !== undefined) judgePayload(contract, payload, { full, words, verdict });
  }
  if (status === undefined) return { envelope, handoff: undefined };
  const handoff: Handoff = {
    from: envelope.from ?? null,
    ...(envelope.to === undefined ? {} : { to: envelope.to }),
    status,
    summary: summaryOf(envelope),
    artifacts: [...artifacts],
    questions: [],
    phase: null,
    task: task ?? null,
    attempt: attempt ?? null,
    metrics: {},
    dependencies: [],
    onFailure: null,
    at: envelope.at ?? null,
    context: {},
    details: detailsOf(place.record, envelope, status, verdict),
  };
  return { envelope, handoff };
};

/** Cheap, and never wrong about a file that is ours: only then it is parsed. */
const MAY_BE_OURS =
  /"(?:handoff_id|contract|handoff_contract)"\s*:\s*"H[1-9]|"(?:current_agent|from_agent)"\s*:/;
const NAMES_CONTRACT = /"handoff_id"\s*:\s*"H[1-9]/;
const HEAD_CHARS = 64 * 1024;

const firstSolid = (text: string): number => {
  const solid = /[^\s\ufeff]/g;
  return solid.exec(text)?.index ?? 0;
};

export const decodeHandoff = (
  written: Written,
  options: DecodeOptions = {},
  words: VagueWords = VAGUE_WORDS,
): Decoded | undefined => {
  const { text, file } = written;
  const byName = fileName(file) === HANDOFF_FILE;
  const offset = firstSolid(text);
  if (!byName && (text[offset] !== '{' || !MAY_BE_OURS.test(text))) return undefined;
  const read = readJson(text, file);
  const findings = gatherFindings();
  const answer = (variant: Decoded['variant'], handoff: Handoff | undefined): Decoded => {
    const problems = inOrder([...read.problems, ...findings.problems(text, file)]);
    const spoilt = problems.some((one) => isError(one) && SPOILING.has(one.code));
    return { variant, offset, handoff: spoilt ? undefined : handoff, problems };
  };
  if (read.value === undefined)
    return byName || NAMES_CONTRACT.test(text.slice(0, HEAD_CHARS)) ? answer(null, undefined) : undefined;
  const { json } = read.value;
  if (!isRecord(json)) {
    if (!byName) return undefined;
    findings.error('FIELD_INVALID', `expected an object, got ${shown(json)}`, []);
    return answer(null, undefined);
  }
  if (!byName && !looksLikeHandoff(json)) return undefined;
  const { envelope, handoff } = readHandoff({ record: json, path: [], findings }, options, words);
  return answer(envelope.variant, handoff);
};
