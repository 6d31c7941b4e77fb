// handoff.json: four fields, exact; with the fields that later versions added, and in the six-field form that came first.
import * as z from 'zod';
import type { Decoded, DecodeOptions, Written } from '../../../handoffs/dialect.ts';
import { type Findings, newFindings } from '../../../handoffs/findings.ts';
import { type Handoff, handoffOf } from '../../../model/handoff.ts';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Problem } from '../../../model/problem.ts';
import { type Place, placesOf } from '../../../text/json-places.ts';
import { readJson } from '../../../text/json-text.ts';
import { artifactPathFault, normalPath } from './artifact-paths.ts';
import { SUMMARY_CHARS_MAX } from './judge.ts';
import { judgeRole } from './judge-role.ts';
import { QUEST_STATUSES } from './quest-contract.ts';
import { isChoice, shown } from './values.ts';
import { canonicalRole, isPlaceholder, isQuestStatus, QUEST_ROLES } from './vocabulary.ts';

type Json = Readonly<Record<string, unknown>>;

interface Reading {
  readonly json: Json;
  readonly findings: Findings<Place>;
}

const came = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'string'
    ? shown(value)
    : typeof value === 'object'
      ? 'an object'
      : `the ${typeof value} ${String(value)}`;
};

const invalid = ({ findings }: Reading, path: Place['path'], expected: string, value: unknown): void => {
  const field = path.map(String).join('.');
  findings.error('FIELD_INVALID', `${field}: expected ${expected}, got ${came(value)}`, { path }, { field });
};

/** The value of a field that must be there; undefined is told. */
const required = (reading: Reading, field: string, expected: string): unknown => {
  if (Object.hasOwn(reading.json, field)) return reading.json[field];
  reading.findings.error(
    'FIELD_MISSING',
    `${field} is missing: expected ${expected}`,
    { path: [] },
    {
      field,
      hint: `Add "${field}".`,
    },
  );
  return undefined;
};

/** Text that a template left, or several words where one is meant. */
const judgedWord = (
  { findings }: Reading,
  field: string,
  value: string,
  kind: 'STATUS' | 'NEXT',
  isKnown: (word: string) => boolean,
): void => {
  const place = { path: [field] };
  const list = kind === 'STATUS' ? QUEST_STATUSES.join(', ') : `${QUEST_ROLES.join(', ')}, or null`;
  if (isPlaceholder(value))
    findings.error(
      'HANDOFF_PLACEHOLDER',
      `${field}: expected a value, got the placeholder ${shown(value)}`,
      place,
      { field },
    );
  else {
    const code = isChoice(value, isKnown) ? 'AMBIGUOUS' : 'UNKNOWN';
    findings.error(
      `HANDOFF_${kind}_${code}`,
      `${field}: expected one of ${list}, got ${shown(value)}`,
      place,
      {
        field,
        hint: 'A file is exact: no other case, no quotes around null.',
      },
    );
  }
};

const readStatus = (reading: Reading): Handoff['status'] | undefined => {
  const value = required(reading, 'status', QUEST_STATUSES.join(', '));
  if (value === undefined) return undefined;
  if (typeof value !== 'string') invalid(reading, ['status'], QUEST_STATUSES.join(', '), value);
  else if (isQuestStatus(value)) return value;
  else judgedWord(reading, 'status', value, 'STATUS', isQuestStatus);
  return undefined;
};

const EXACT_NAME = /^[a-z][a-z0-9_-]*$/;

const exactRole = (name: string): string | undefined =>
  EXACT_NAME.test(name) ? canonicalRole(name) : undefined;

const readNext = (reading: Reading, field: string): string | null | undefined => {
  const value = required(reading, field, 'a role, or null when nobody follows');
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string') invalid(reading, [field], 'a role, or null', value);
  else if (exactRole(value) !== undefined) return exactRole(value);
  else judgedWord(reading, field, value, 'NEXT', (word) => exactRole(word) !== undefined);
  return undefined;
};

const readSummary = (reading: Reading): string | null => {
  const value = required(reading, 'summary', 'one line of text');
  if (value === undefined) return null;
  if (typeof value !== 'string' || value.trim() === '') {
    invalid(reading, ['summary'], 'one line of text', value);
    return null;
  }
  const place = { path: ['summary'] };
  if (isPlaceholder(value.trim()))
    reading.findings.error(
      'HANDOFF_PLACEHOLDER',
      `summary: expected text, got the placeholder ${shown(value)}`,
      place,
      {
        field: 'summary',
      },
    );
  if (value.length > SUMMARY_CHARS_MAX)
    reading.findings.warn(
      'FIELD_INVALID',
      `summary: expected at most ${SUMMARY_CHARS_MAX} characters, got ${value.length}`,
      place,
      {
        field: 'summary',
      },
    );
  return value;
};

const readPath = (reading: Reading, path: Place['path'], value: unknown): string[] => {
  if (typeof value !== 'string') {
    invalid(reading, path, 'the path of a file', value);
    return [];
  }
  const fault = artifactPathFault(value);
  if (fault === undefined) return [normalPath(value)];
  const field = path.map(String).join('.');
  reading.findings.error(fault.code, `${field}: ${fault.message}`, { path }, { field, hint: fault.hint });
  return [];
};

const readList = (reading: Reading, field: string, of: string): readonly unknown[] => {
  const value = required(reading, field, `a list of ${of}`);
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  invalid(reading, [field], `a list of ${of}`, value);
  return [];
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readQuestion = (reading: Reading, index: number, value: unknown): Handoff['questions'] => {
  const path = ['questions', index] as const;
  const id = `q${index + 1}`;
  if (typeof value === 'string' && value.trim() !== '') return [{ id, text: value, blocking: true }];
  const text = isObject(value) ? (value['question'] ?? value['text']) : undefined;
  if (!isObject(value) || typeof text !== 'string' || text.trim() === '') {
    invalid(reading, path, '{"id", "question", "blocking"}', value);
    return [];
  }
  const named = value['id'];
  const blocking = value['blocking'] ?? true;
  if (named !== undefined && typeof named !== 'string') invalid(reading, [...path, 'id'], 'text', named);
  if (typeof blocking !== 'boolean') invalid(reading, [...path, 'blocking'], 'true or false', blocking);
  return [{ id: typeof named === 'string' ? named : id, text, blocking: blocking !== false }];
};

const readQuestions = (reading: Reading, values: readonly unknown[]): Handoff['questions'] =>
  values.flatMap((value, index) => readQuestion(reading, index, value));

const readRole = (reading: Reading, value: unknown): string | null => {
  const role = typeof value === 'string' ? exactRole(value) : undefined;
  if (role === undefined) invalid(reading, ['role'], `one of ${QUEST_ROLES.join(', ')}`, value);
  return role ?? null;
};

const count = z.number().int().min(0);
/** What later versions write beside the four fields. */
const identityFields: Readonly<Record<string, z.ZodType>> = {
  agent: z.string(),
  model: z.string(),
  plan_iteration: count,
  user_replan_generation: count.nullable(),
  refinement_source_plan_iteration: count,
  refinement_verdict_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  contract_version: z.union([z.string(), count]),
  attempt_id: z.string(),
  nonce: z.string(),
};

const OWN_FIELDS = new Set(['status', 'artifacts', 'next', 'summary', 'questions', 'role']);
const FIRST_FIELDS = new Set(['role', 'status', 'artifacts_written', 'questions', 'next_role', 'summary']);

/** Everything else, as it stands. */
const readOthers = (reading: Reading, own: ReadonlySet<string>): Handoff['details'] => {
  const kept = Object.entries(reading.json).filter(([key]) => !own.has(key));
  let unknown = 0;
  for (const [field, value] of kept) {
    const schema = Object.hasOwn(identityFields, field) ? identityFields[field] : undefined;
    if (schema === undefined && unknown++ < PROBLEMS_MAX)
      reading.findings.warn(
        'FIELD_UNKNOWN',
        `unknown key ${shown(field)}`,
        { path: [field], atKey: true },
        {
          field,
          hint: 'It is kept as it stands.',
        },
      );
    else if (schema?.safeParse(value).success === false)
      invalid(reading, [field], 'another kind of value', value);
  }
  return Object.fromEntries(kept.filter(([key]) => key !== '__proto__'));
};

const readFour = (reading: Reading): Partial<Handoff> => {
  const { json } = reading;
  const artifacts = readList(reading, 'artifacts', 'paths').flatMap((path, index) =>
    readPath(reading, ['artifacts', index], path),
  );
  const next = readNext(reading, 'next');
  const questions = json['questions'] ?? [];
  if (!Array.isArray(questions)) invalid(reading, ['questions'], 'a list', questions);
  return {
    ...(next === undefined ? {} : { to: next }),
    from: json['role'] === undefined ? null : readRole(reading, json['role']),
    artifacts,
    questions: readQuestions(reading, Array.isArray(questions) ? questions : []),
    details: readOthers(reading, OWN_FIELDS),
  };
};

const KINDS = ['plan', 'review', 'verdict', 'code', 'fix', 'pr_description', 'discussion', 'brief'];

const readWritten = (reading: Reading, value: unknown, index: number): string[] => {
  const path = ['artifacts_written', index] as const;
  if (!isObject(value)) {
    invalid(reading, path, '{"path", "kind"}', value);
    return [];
  }
  const { kind } = value;
  if (typeof kind !== 'string' || !KINDS.includes(kind))
    invalid(
      reading,
      Object.hasOwn(value, 'kind') ? [...path, 'kind'] : path,
      `a kind: ${KINDS.join(', ')}`,
      kind,
    );
  return readPath(reading, [...path, 'path'], value['path']);
};

/** The form of the first version: the only one that had its questions structured. */
const readSix = (reading: Reading): Partial<Handoff> => {
  const role = required(reading, 'role', 'the role that writes');
  const written = readList(reading, 'artifacts_written', '{"path", "kind"}');
  const next = readNext(reading, 'next_role');
  const questions = readList(reading, 'questions', '{"id", "question", "blocking"}');
  return {
    ...(next === undefined ? {} : { to: next }),
    from: role === undefined ? null : readRole(reading, role),
    artifacts: written.flatMap((entry, index) => readWritten(reading, entry, index)),
    questions: readQuestions(reading, questions),
    details: { ...readOthers(reading, FIRST_FIELDS), artifacts_written: written },
  };
};

const readObject = (reading: Reading, first: boolean, options: DecodeOptions): Handoff | undefined => {
  const { findings } = reading;
  const status = readStatus(reading);
  const rest = first ? readSix(reading) : readFour(reading);
  const summary = readSummary(reading);
  if (status === undefined) return undefined;
  const handoff = handoffOf({ ...rest, status, summary });
  const at: Place = { path: [first ? 'next_role' : 'next'] };
  if (status !== 'blocked') judgeQuestions(handoff, findings);
  const role = options.role ?? handoff.from ?? undefined;
  if (isQuestStatus(status)) judgeRole(role, { status, to: handoff.to, at }, findings);
  return handoff;
};

const judgeQuestions = (handoff: Handoff, findings: Findings<Place>): void => {
  if (handoff.status === 'needs_human' && handoff.questions.length === 0)
    findings.warn(
      'HANDOFF_QUESTIONS_MISSING',
      'a person is asked for, but there are no questions',
      { path: ['status'] },
      {
        field: 'questions',
        hint: 'Add "questions": a list of texts.',
      },
    );
};

const FILE_NAME = /(?:^|[\\/])handoff[^\\/]*\.json$/i;
const UNUSABLE: readonly Problem['code'][] = [
  'HANDOFF_PLACEHOLDER',
  'HANDOFF_CONFLICT',
  'HANDOFF_NEXT_AMBIGUOUS',
  'HANDOFF_NEXT_UNKNOWN',
];

const isFirstForm = (json: Json): boolean =>
  Object.hasOwn(json, 'artifacts_written') || Object.hasOwn(json, 'next_role');

/** A file that has another name is known by its fields. */
const isOurs = (json: unknown): boolean => {
  if (!isObject(json) || Object.hasOwn(json, 'from_agent') || Object.hasOwn(json, 'to_agent')) return false;
  const has = (key: string): boolean => Object.hasOwn(json, key);
  if (!has('status') || !has('summary')) return false;
  return isFirstForm(json) || has('next') || Array.isArray(json['artifacts']);
};

const looksLikeObject = (text: string): boolean => {
  const solid = /[^\s\ufeff]/.exec(text);
  return solid?.[0] === '{' && text.trimEnd().endsWith('}');
};

export const decodeQuestJson = (
  { text, file }: Written,
  options: DecodeOptions = {},
): Decoded | undefined => {
  const named = FILE_NAME.test(file);
  if (!named && !looksLikeObject(text)) return undefined;
  const read = readJson(text, file);
  const json = read.value?.json;
  if (!named && !isOurs(json)) return undefined;
  const withFile = (problems: readonly Problem[]): Problem[] =>
    problems.map(({ file: _, ...rest }) => (file === '' ? rest : { ...rest, file }));
  if (read.value === undefined)
    return { variant: 'json', offset: 0, handoff: undefined, problems: withFile(read.problems) };
  const findings = newFindings<Place>((places) => placesOf(text, places), file);
  const decoded = (handoff: Handoff | undefined, variant: string): Decoded => {
    // Errors first where there are too many; each has its place, so nothing is said of the rest.
    const found = [...withFile(read.problems), ...findings.problems()];
    const problems = [...found.filter(isError), ...found.filter((one) => !isError(one))].slice(
      0,
      PROBLEMS_MAX,
    );
    const unusable = problems.some((found) => isError(found) && UNUSABLE.includes(found.code));
    return { variant, offset: 0, handoff: unusable ? undefined : handoff, problems };
  };
  if (!isObject(json)) {
    findings.error(
      'FIELD_INVALID',
      `expected an object with status, artifacts, next and summary, got ${came(json)}`,
      { path: [] },
    );
    return decoded(undefined, 'json');
  }
  const first = isFirstForm(json);
  return decoded(readObject({ json, findings }, first, options), first ? 'json-0' : 'json');
};
