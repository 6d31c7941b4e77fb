// Does a verdict agree with what stands around it? The same rules for a handoff H3 and for a validator's report.

import { fieldName } from '../../../model/validate-with.ts';
import type { Path } from '../../../text/json-places.ts';
import type { Findings } from './findings.ts';
import { shown } from './values.ts';
import { isApproval, sendsBack, TEN_CHECKS, type Verdict } from './vocabulary.ts';

export const OUTCOMES = ['pass', 'partial', 'fail', 'not_applicable'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Checked {
  readonly name: string;
  readonly outcome: Outcome;
  /** What is said beside the outcome. */
  readonly note: string;
  readonly path: Path;
}

const OUTCOME_WORD = /^(PASS(?:ED)?|PARTIAL|FAIL(?:ED)?|N\/A|NOT[ _]APPLICABLE)(?![\p{L}\p{N}])/iu;

const outcomeOfWord = (word: string): Outcome => {
  const first = word[0]?.toLowerCase();
  if (first === 'n') return 'not_applicable';
  if (first === 'f') return 'fail';
  return word.toLowerCase().startsWith('pas') ? 'pass' : 'partial';
};

/** `✅ PASS - all 47 tests passing` → what came of it, and the note. Whatever sign stands before the word is passed over. */
export const readOutcome = (text: string): { outcome: Outcome; note: string } | undefined => {
  let from = 0;
  while (from < text.length && !/[A-Za-z]/.test(text[from]!)) from += 1;
  const rest = text.slice(from);
  const word = OUTCOME_WORD.exec(rest)?.[1];
  if (word === undefined) return undefined;
  let note = word.length;
  while (note < rest.length && /[\s:–—-]/.test(rest[note]!)) note += 1;
  return { outcome: outcomeOfWord(word), note: rest.slice(note).trim() };
};

export interface Claims {
  readonly verdict: Verdict | undefined;
  readonly verdictPath: Path;
  readonly approval: boolean | undefined;
  readonly approvalPath: Path;
  readonly hasPlan: boolean;
  /** Where the checks stand, and those of the ten that were found there. */
  readonly checksPath: Path;
  readonly checks: readonly Checked[];
  /** Something is written down about exceptions. */
  readonly documented: boolean;
  readonly findings: Findings;
}

const judgeApproval = (claims: Claims, verdict: Verdict): void => {
  const { findings, approval, approvalPath, verdictPath, hasPlan } = claims;
  if (isApproval(verdict) && approval === false)
    findings.error(
      'HANDOFF_CONTRADICTION',
      `the verdict is ${verdict}, and approval_for_next_task is false`,
      approvalPath,
      'Approve, or say what must be fixed.',
    );
  if (sendsBack(verdict) && approval === true)
    findings.error(
      'HANDOFF_CONTRADICTION',
      `the verdict is ${verdict}, and approval_for_next_task is true`,
      approvalPath,
      'Work that is sent back is not approved.',
    );
  if (verdict === 'escalation' && approval === true)
    findings.warn('HANDOFF_CONTRADICTION', 'a person is to decide, and it is approved already', approvalPath);
  if (sendsBack(verdict) && !hasPlan)
    findings.error(
      'HANDOFF_CONTRADICTION',
      `the verdict is ${verdict}, and there is no remediation_plan`,
      verdictPath,
      'Add "remediation_plan": the steps that fix it.',
    );
  if (verdict === 'pass' && hasPlan)
    findings.warn(
      'HANDOFF_CONTRADICTION',
      'the verdict is pass, and there is a remediation_plan',
      verdictPath,
    );
};

/** N/A is an answer where there is no user interface; elsewhere it must say why. */
const judgeNotApplicable = (check: Checked, findings: Findings): void => {
  if (check.outcome !== 'not_applicable' || check.name === 'accessibility') return;
  if (check.note === '')
    findings.error(
      'HANDOFF_CONTRADICTION',
      `${fieldName(check.path)}: not applicable, and it does not say why`,
      check.path,
      'Add the reason behind it.',
    );
  else if (check.name !== 'mutation')
    findings.warn(
      'HANDOFF_CONTRADICTION',
      `${check.name} was not looked at: ${shown(check.note)}`,
      check.path,
    );
};

const judgeOutcomes = (claims: Claims, verdict: Verdict): void => {
  const { findings, checks, documented, verdictPath } = claims;
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  if (!isApproval(verdict)) {
    const allPass = checks.length >= TEN_CHECKS.length && checks.every(({ outcome }) => outcome === 'pass');
    if (sendsBack(verdict) && allPass)
      findings.warn(
        'HANDOFF_CONTRADICTION',
        `the verdict is ${verdict}, and every check passed`,
        verdictPath,
      );
    return;
  }
  for (const check of checks.filter(({ outcome }) => outcome === 'partial'))
    findings.warn(
      'HANDOFF_CONTRADICTION',
      `${check.name} is only partly met: ${shown(check.note)}`,
      check.path,
    );
  for (const check of failed) {
    // One exception may be made when it is written down; never for security.
    const excepted = failed.length === 1 && documented && check.name !== 'security';
    findings[excepted ? 'warn' : 'error'](
      'HANDOFF_CONTRADICTION',
      `the verdict is ${verdict}, and ${check.name} failed: ${shown(check.note)}`,
      check.path,
      excepted ? undefined : 'Nine of ten pass only with an exception that is written down.',
    );
  }
};

export const judgeClaims = (claims: Claims): void => {
  const { verdict, checks, findings } = claims;
  for (const check of checks) judgeNotApplicable(check, findings);
  if (verdict === undefined) return;
  judgeApproval(claims, verdict);
  judgeOutcomes(claims, verdict);
};

/** Those of the ten that are not there. */
export const judgeTen = (
  found: ReadonlySet<string>,
  path: Path,
  findings: Findings,
  forgiven: readonly string[] = [],
): void => {
  const missing = TEN_CHECKS.filter((name) => !found.has(name));
  if (missing.length === 0) return;
  const message = `expected the ten checks, ${missing.length === 1 ? 'one is' : `${missing.length} are`} missing: ${missing.join(', ')}`;
  if (missing.every((name) => forgiven.includes(name))) findings.warn('HANDOFF_CONTRADICTION', message, path);
  else
    findings.error('HANDOFF_CONTRADICTION', message, path, 'Add each of them, or the reason why it is N/A.');
};
