// Everything that the engine does itself to the outside world. Idempotent by key: repeated after a crash, it has one
// effect.
import { APPENDED_FILE_BYTES_MAX } from '../model/limits/limits.ts';
import type { EffectRequest, EffectResult } from '../model/workflow/effect.ts';
import { sha256 } from '../std/sha256.ts';
import { amendFile } from './amend-file.ts';
import type { GitContext } from './git/git-context.ts';
import { type EffectJob, performGitEffect } from './git/perform-effect.ts';
import { publish, writeCompletion } from './git/publish.ts';
import { mergeFile } from './merge-file.ts';
import { applyPreferences } from './preferences.ts';
import { proofSection } from './proof-section.ts';

export interface EffectContext extends GitContext {
  /** The user's checkout. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Request<A extends EffectRequest['action']> = Extract<EffectRequest, { action: A }>;

/** What follows from what is known is sealed as it is; the projections put it down. */
const record = ({ outcome, artifact, path, text }: Request<'record'>): EffectResult => ({
  outcome,
  sealed: [{ artifact, path, digest: sha256(text), bytes: Buffer.byteLength(text), text }],
  details: {},
  problems: [],
});

const publishCommit = async (
  context: EffectContext,
  { journal, handoffs = [], whenOurs }: EffectJob,
  request: Request<'publish'>,
): Promise<EffectResult> => {
  const proof = proofSection(handoffs, { run: context.run, ...journal });
  const { outcome, details, problems } = await publish({ ...context, whenOurs }, { ...request, proof });
  const unwritten = await writeCompletion(context.project, {
    feature_name: request.feature,
    commit_hash: request.commit.slice(0, 7),
    pr_url: details['pr_url'] ?? null,
    branch_name: request.branch,
  });
  return { outcome, sealed: [], details, problems: [...problems, ...unwritten] };
};

const preferences = async (
  { project }: EffectContext,
  { directory, entries }: Request<'preferences'>,
): Promise<EffectResult> => {
  const { problems } = await applyPreferences(project, directory, entries);
  return { outcome: 'applied', sealed: [], details: {}, problems: [...problems] };
};

/** Lines of one file, each of them once: what a crash repeats is there already. */
const withLines = (before: string, lines: readonly string[]): { text: string; added: readonly string[] } => {
  const known = new Set(before.split('\n'));
  const added = [...new Set(lines)].filter((line) => line !== '' && !known.has(line));
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  return { text: `${start}${added.map((line) => `${line}\n`).join('')}`, added };
};

const append = async (
  { project }: EffectContext,
  { path, lines }: Request<'append'>,
): Promise<EffectResult> => {
  const amend = (before: string) => withLines(before, lines);
  const result = await amendFile(project, { path, bytesMax: APPENDED_FILE_BYTES_MAX, amend });
  const problems = 'code' in result ? [{ ...result, severity: 'warning' as const }] : [];
  return { outcome: 'appended', sealed: [], details: {}, problems };
};

export const performEffect = async (
  context: EffectContext,
  job: EffectJob,
  request: EffectRequest,
): Promise<EffectResult> => {
  switch (request.action) {
    case 'record':
      return record(request);
    case 'publish':
      return publishCommit(context, job, request);
    case 'preferences':
      return preferences(context, request);
    case 'append':
      return append(context, request);
    case 'merge-file':
      return mergeFile(context, request);
    default:
      return performGitEffect(context, job, request);
  }
};
