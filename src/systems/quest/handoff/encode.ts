// The canonical handoff → a Quest's text block, or its handoff.json. What does not fit is named, and nothing is invented.
import { isDeepStrictEqual } from 'node:util';
import type { Encoded } from '../../../handoffs/dialect.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { artifactPathFault, normalPath, readArtifacts } from './artifact-paths.ts';
import { decodeQuestJson } from './decode-json.ts';
import { decodeQuestText } from './decode-text.ts';
import { QUEST_MARKER } from './quest-contract.ts';
import { QUESTIONS_HEADING } from './questions.ts';
import { canonicalRole, isPlaceholder, isQuestStatus } from './vocabulary.ts';

/** What a block has no line for. */
const NOT_IN_TEXT = [
  'from',
  'phase',
  'task',
  'attempt',
  'metrics',
  'dependencies',
  'onFailure',
  'at',
  'context',
  'details',
] as const;
const NOT_IN_JSON = NOT_IN_TEXT.filter((field) => field !== 'from' && field !== 'details');
const IN_TEXT = ['status', 'to', 'summary', 'artifacts', 'questions'] as const;
const IN_JSON = [...IN_TEXT, 'from', 'details'] as const;

const isSaid = (value: unknown): boolean => {
  if (value === null || value === undefined) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
};

interface Fitting {
  readonly status: string | undefined;
  /** Undefined: nothing that can be said about it. */
  readonly to: string | null | undefined;
  readonly summary: string | undefined;
  readonly artifacts: readonly string[];
  readonly missing: readonly string[];
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The parts that this dialect has words for. */
const fitting = (handoff: Handoff): Fitting => {
  const status = isQuestStatus(handoff.status) ? handoff.status : undefined;
  const { to } = handoff;
  const known = to === null || (to !== undefined && canonicalRole(to) === to) ? to : undefined;
  const line = oneLine(handoff.summary ?? '');
  const summary = line === '' || isPlaceholder(line) ? undefined : line;
  return {
    status,
    to: known,
    summary,
    artifacts: handoff.artifacts.filter((path) => artifactPathFault(path) === undefined).map(normalPath),
    missing: [
      ...(status === undefined ? ['status'] : []),
      ...(known === undefined ? ['to'] : []),
      ...(summary === undefined ? ['summary'] : []),
    ],
  };
};

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Plain paths with commas between them, as long as they read back as they are. */
const artifactsText = (paths: readonly string[]): string => {
  if (paths.length === 0) return 'none';
  const plain = paths.join(', ');
  const { paths: back, faults, decoration } = readArtifacts([{ text: plain, at: 0 }]);
  const same = faults.length === 0 && decoration.size === 0 && isDeepStrictEqual([...back], [...paths]);
  return same && /^[\x20-\x7e]*$/.test(plain.replaceAll(/[\u00a1-\u1fff\u2c00-\ud7ff]/g, ''))
    ? plain
    : asciiJson(paths);
};

const questionLines = (handoff: Handoff): string[] =>
  handoff.status !== 'needs_human' || handoff.questions.length === 0
    ? []
    : [
        QUESTIONS_HEADING,
        '',
        ...handoff.questions.map(({ text }, index) => `${index + 1}. ${oneLine(text)}`),
        '',
      ];

/** What was written is read again: a field that does not come back as it was is lost. */
const lostIn = (
  handoff: Handoff,
  back: Handoff | undefined,
  held: readonly (keyof Handoff)[],
  never: readonly (keyof Handoff)[],
): string[] => [
  ...held.filter((field) =>
    back === undefined ? field !== 'summary' && isForeign(handoff, field) : isLost(handoff, back, field),
  ),
  ...never.filter((field) => isSaid(handoff[field])),
];

/** Nothing and an empty list are the same: there was nothing to lose. */
const isLost = (handoff: Handoff, back: Handoff, field: keyof Handoff): boolean =>
  (isSaid(handoff[field]) || isSaid(back[field])) && !isDeepStrictEqual(handoff[field], back[field]);

/** When nothing can be read back, only the words themselves tell. */
const isForeign = (handoff: Handoff, field: keyof Handoff): boolean => {
  if (field === 'status') return !isQuestStatus(handoff.status);
  if (field === 'to') return typeof handoff.to === 'string' && canonicalRole(handoff.to) !== handoff.to;
  if (field === 'artifacts')
    return handoff.artifacts.some(
      (path) => artifactPathFault(path) !== undefined || normalPath(path) !== path,
    );
  return field === 'questions' && handoff.questions.length > 0 && handoff.status !== 'needs_human';
};

export const encodeQuestText = (handoff: Handoff): Encoded => {
  const { status, to, summary, artifacts, missing } = fitting(handoff);
  const lines = [
    ...questionLines(handoff),
    QUEST_MARKER,
    ...(status === undefined ? [] : [`STATUS: ${status}`]),
    `ARTIFACTS: ${artifactsText(artifacts)}`,
    ...(to === undefined ? [] : [`NEXT: ${to ?? 'null'}`]),
    ...(summary === undefined ? [] : [`SUMMARY: ${summary}`]),
  ];
  const text = `${lines.join('\n')}\n`;
  const back = decodeQuestText({ text, file: '' })?.handoff;
  return { text, lost: lostIn(handoff, back, IN_TEXT, NOT_IN_TEXT), missing };
};

const OWN_KEYS = new Set([
  'status',
  'artifacts',
  'next',
  'summary',
  'role',
  'questions',
  'artifacts_written',
  'next_role',
]);

/** The file that later versions read before the text. */
export const encodeQuestJson = (handoff: Handoff): Encoded => {
  const { status, to, summary, artifacts, missing } = fitting(handoff);
  const { from, questions } = handoff;
  const fields = {
    ...(status === undefined ? {} : { status }),
    artifacts,
    ...(to === undefined ? {} : { next: to }),
    ...(summary === undefined ? {} : { summary: handoff.summary }),
    ...(from !== null && canonicalRole(from) === from ? { role: from } : {}),
    ...(questions.length === 0
      ? {}
      : { questions: questions.map(({ id, text, blocking }) => ({ id, question: text, blocking })) }),
    ...Object.fromEntries(Object.entries(handoff.details).filter(([key]) => !OWN_KEYS.has(key))),
  };
  const text = `${JSON.stringify(fields, null, 2)}\n`;
  const back = decodeQuestJson({ text, file: 'handoff.json' })?.handoff;
  return { text, lost: lostIn(handoff, back, IN_JSON, NOT_IN_JSON), missing };
};
