// The canonical handoff → a message with its block. What the block has no field for is named as lost, what it needs and
// is not there as missing. What is written is read again before it counts as held.

import type { Encoded } from '../../../handoffs/dialect.ts';
import type { Handoff } from '../../../model/handoff.ts';
import { decodeCollective } from './decode.ts';
import { isMapping } from './metrics.ts';
import { readBlock } from './read-block.ts';
import { isAgentName, isTime, PHASES, REQUIRED_KEYS, STATUSES } from './words.ts';
import { entryLines, isWritable } from './yaml-text.ts';

interface Draft {
  /** The block's fields, in the order of the schema. */
  readonly block: Record<string, unknown>;
  readonly lost: Set<string>;
  readonly missing: Set<string>;
}

const agentText = (name: string): string => `@${name}`;

/** A required field: what cannot be held is lost, and then it is missing, too. */
const need = (draft: Draft, key: string, has: boolean, value: unknown): void => {
  if (value !== undefined) draft.block[key] = value;
  else {
    draft.missing.add(key);
    if (has) draft.lost.add(key);
  }
};

const writeRequired = (draft: Draft, { phase, from, to, status }: Handoff): void => {
  need(
    draft,
    'phase',
    phase !== null,
    PHASES.find((known) => known === phase),
  );
  need(draft, 'from', from !== null, from !== null && isAgentName(from) ? agentText(from) : undefined);
  const target = to === null ? 'None' : to !== undefined && isAgentName(to) ? agentText(to) : undefined;
  need(draft, 'to', to !== undefined, target);
  need(
    draft,
    'status',
    true,
    STATUSES.find((known) => known === status),
  );
};

/** The part of a free mapping that can be written. */
const writable = (
  draft: Draft,
  name: string,
  part: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const kept = Object.entries(part).filter(([key, value]) => {
    if (isWritable(value)) return true;
    draft.lost.add(`${name}.${key}`);
    return false;
  });
  return Object.fromEntries(kept);
};

const writeOnFailure = (draft: Draft, onFailure: NonNullable<Handoff['onFailure']>): void => {
  const agent = (key: string, name: string | undefined): Record<string, string> => {
    if (name === undefined) return {};
    if (isAgentName(name)) return { [key]: agentText(name) };
    draft.lost.add(`onFailure.${key === 'route_to' ? 'routeTo' : key}`);
    return {};
  };
  draft.block['on_failure'] = {
    ...(onFailure.retry === undefined ? {} : { retry: onFailure.retry }),
    ...agent('route_to', onFailure.routeTo),
    ...agent('notify', onFailure.notify),
    ...(onFailure.escalateAfter === undefined ? {} : { escalate_after: onFailure.escalateAfter }),
    ...(onFailure.context === undefined ? {} : { context: onFailure.context }),
  };
};

const writeOptional = (draft: Draft, handoff: Handoff): void => {
  const { block, lost } = draft;
  if (handoff.attempt !== null) block['retry_count'] = handoff.attempt;
  const metrics = writable(draft, 'metrics', handoff.metrics);
  if (Object.keys(metrics).length > 0) block['metrics'] = metrics;
  if (handoff.dependencies.length > 0) block['dependencies'] = handoff.dependencies;
  if (handoff.onFailure !== null) writeOnFailure(draft, handoff.onFailure);
  if (handoff.at !== null && isTime(handoff.at)) block['timestamp'] = handoff.at;
  else if (handoff.at !== null) lost.add('at');
  const context = writable(draft, 'context', handoff.context);
  if (Object.keys(context).length > 0) block['context'] = context;
  if (handoff.artifacts.length > 0) lost.add('artifacts');
  if (handoff.questions.length > 0) lost.add('questions');
  if (handoff.task !== null) lost.add('task');
  if (Object.keys(handoff.details).length > 0) lost.add('details');
};

/** The names of the canonical handoff for the block's. */
const CANONICAL: ReadonlyMap<string, string> = new Map([
  ['retry_count', 'attempt'],
  ['on_failure', 'onFailure'],
  ['timestamp', 'at'],
  ['route_to', 'routeTo'],
  ['escalate_after', 'escalateAfter'],
]);

/** Parts with keys of their own, of which one can be left out. */
const PARTS: readonly string[] = ['metrics', 'context', 'on_failure'];

/** Findings are bounded in number, so many refused values need more than one look; then the whole part goes. */
const LOOKS_MAX = 3;

/** Takes out what the reader would refuse, so that one value of it does not spoil the rest. */
const withoutRefused = (draft: Draft): void => {
  const { block, lost, missing } = draft;
  for (let looks = 0; looks <= LOOKS_MAX; looks += 1) {
    const { findings } = readBlock(block, { exact: true, root: [], isBlank: () => false });
    const refused = findings.filter(({ severity, path }) => severity === 'error' && path.length > 0);
    for (const { path } of refused) {
      const [key, inner] = path.map(String);
      const part = key === undefined ? undefined : block[key];
      if (key === undefined || part === undefined) continue;
      const named = CANONICAL.get(key) ?? key;
      if (PARTS.includes(key) && isMapping(part) && inner !== undefined && looks < LOOKS_MAX) {
        lost.add(`${named}.${CANONICAL.get(inner) ?? inner}`);
        block[key] = Object.fromEntries(Object.entries(part).filter(([name]) => name !== inner));
      } else {
        lost.add(named);
        delete block[key];
        if (REQUIRED_KEYS.some((name) => name === key)) missing.add(key);
      }
    }
    if (refused.length === 0) return;
  }
};

const titleOf = (block: Readonly<Record<string, unknown>>): string =>
  [block['phase'], block['status']]
    .filter((word): word is string => typeof word === 'string')
    .map((word) => word.replaceAll('_', ' ').toUpperCase())
    .join(' ') || 'HANDOFF';

const messageOf = (block: Readonly<Record<string, unknown>>, summary: string | null): string =>
  [
    `## ${titleOf(block)}`,
    '',
    ...(summary === null ? [] : [summary, '']),
    '```yaml',
    ...(Object.keys(block).length === 0 ? ['handoff: {}'] : entryLines('handoff', block, '')),
    '```',
    '',
  ].join('\n');

/** The summary stands above the block as plain text, if it is read there as it was. */
const heldSummary = ({ lost }: Draft, summary: string | null): string | null => {
  if (summary === null) return null;
  const text = summary.trim();
  const sound = { phase: 'Complete', from: '@a', to: 'None', status: 'complete' };
  if (text !== '' && reads(messageOf(sound, text))?.handoff?.summary === text) return text;
  lost.add('summary');
  return null;
};

const reads = (text: string) => decodeCollective({ text, file: 'message.md' });

/** Parts that may be too large for any reader; the largest kinds first. */
const LARGE: readonly string[] = ['context', 'metrics', 'dependencies', 'on_failure'];

export const encodeCollective = (handoff: Handoff): Encoded => {
  const draft: Draft = { block: {}, lost: new Set(), missing: new Set() };
  writeRequired(draft, handoff);
  writeOptional(draft, handoff);
  withoutRefused(draft);
  const summary = heldSummary(draft, handoff.summary);
  let text = messageOf(draft.block, summary);
  for (const key of LARGE) {
    if (!reads(text)?.problems.some(({ code }) => /^(?:YAML_|LIMIT_)/.test(code))) break;
    if (draft.block[key] === undefined) continue;
    delete draft.block[key];
    draft.lost.add(CANONICAL.get(key) ?? key);
    text = messageOf(draft.block, summary);
  }
  return { text, lost: [...draft.lost], missing: [...draft.missing] };
};
