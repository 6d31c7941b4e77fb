// The payloads of the three handoffs. `full` says that it is the whole form: then everything must be there. The other
// documents point at files instead; of theirs only what is there is judged.

import type { VagueWords } from '../../../model/vague-words.ts';
import { nearest } from '../../../std/nearest.ts';
import { type Checked, judgeClaims, judgeTen, readOutcome } from './coherence.ts';
import { judgeCommands, judgeCoverage, judgeMet, phaseFiles } from './evidence-claims.ts';
import { below, countField, flagField, judgePath, type Place, pathItems, textField } from './fields.ts';
import { judgeCriteria, judgeCycle, judgeRemedies } from './promises.ts';
import { isText, mutationFault, parsePercent, shown } from './values.ts';
import { type Contract, TEN_CHECKS, VERDICTS, type Verdict, verdictOfWord } from './vocabulary.ts';

export interface Judging {
  readonly full: boolean;
  readonly words: VagueWords;
  /** Of an H3: what it says, as far as it can be read. */
  readonly verdict: Verdict | undefined;
}

const judgePlan = (payload: Place, { full, words }: Judging): void => {
  textField(payload, 'goal', { required: full, expected: 'what is to be reached' });
  if (full || typeof payload.record['context'] !== 'object')
    textField(payload, 'context', { required: full });
  judgeCycle(payload, full, words);
  judgeCriteria(payload, full, words);
};

const judgeEvidence = (payload: Place, { full }: Judging): void => {
  textField(payload, 'summary', { required: full });
  const files = phaseFiles(payload, full);
  for (const [key, file] of [
    ['red_phase', files.red],
    ['green_phase', files.green],
  ] as const)
    if (file !== undefined) judgePath(payload.findings, [...payload.path, 'tdd_evidence', key], file);
  pathItems(payload, 'files_changed', { required: full, least: full ? 1 : 0 });
  judgeCommands(payload, full, files);
  judgeCoverage(payload, full);
  judgeMet(payload, 'definition_of_done_status', full);
  countField(payload, 'iteration_count', { required: full });
};

/** The first percentage in a note: `91.3% (target 85%)`. */
const percentIn = (note: string): number | undefined =>
  parsePercent(/[+-]?\d{1,3}(?:\.\d{1,6})?%/.exec(note.slice(0, 400))?.[0]);

const readChecks = (summary: Place): readonly Checked[] =>
  TEN_CHECKS.flatMap((name) => {
    const path = [...summary.path, name];
    const text = textField(summary, name, {
      expected: '"✅ PASS - …", PARTIAL, FAIL or N/A with its reason',
    });
    if (text === undefined) return [];
    const read = readOutcome(text);
    if (read === undefined) {
      summary.findings.error(
        'FIELD_INVALID',
        `${name}: expected PASS, PARTIAL, FAIL or N/A first, got ${shown(text)}`,
        path,
      );
      return [];
    }
    const score = name === 'mutation' && read.outcome === 'pass' ? percentIn(read.note) : undefined;
    const fault = score === undefined ? undefined : mutationFault(score);
    if (fault !== undefined) summary.findings.warn('HANDOFF_CONTRADICTION', fault, path);
    return [{ name, ...read, path }];
  });

const judgeVerdict = (payload: Place, { full, words, verdict }: Judging): void => {
  textField(payload, 'summary', { required: full });
  const summary = below(payload, 'verification_summary', {
    required: full,
    expected: 'an object with the ten checks',
  });
  const checks = summary === undefined ? [] : readChecks(summary);
  if (summary !== undefined) {
    const said = TEN_CHECKS.filter((name) => isText(summary.record[name]));
    judgeTen(new Set(said), summary.path, payload.findings);
  }
  const approval = flagField(payload, 'approval_for_next_task', { required: full });
  textField(payload, 'next_action', { required: full });
  const notes = textField(payload, 'notes');
  judgeClaims({
    verdict,
    verdictPath: [...payload.path, 'verdict'],
    approval,
    approvalPath: [...payload.path, 'approval_for_next_task'],
    hasPlan: judgeRemedies(payload, 'remediation_plan', words),
    checksPath: summary?.path ?? payload.path,
    checks,
    documented: notes !== undefined,
    findings: payload.findings,
  });
};

/** A word that stands for what a validator decided. */
export const readVerdict = (place: Place, key: string): Verdict | undefined => {
  const { findings, path } = place;
  const word = textField(place, key, { required: true, expected: `one of ${VERDICTS.join(', ')}` });
  if (word === undefined) return undefined;
  const read = verdictOfWord(word);
  const at = [...path, key];
  if (read === undefined) {
    const several = word.includes('|') || /\sor\s/i.test(word);
    const meant = nearest(word, VERDICTS);
    findings.error(
      several ? 'HANDOFF_STATUS_AMBIGUOUS' : 'HANDOFF_STATUS_UNKNOWN',
      `${key}: expected one of ${VERDICTS.join(', ')}, got ${shown(word)}`,
      at,
      several ? 'Choose one.' : meant === undefined ? undefined : `Write "${meant}".`,
    );
  } else if (read.alias)
    findings.warn(
      'HANDOFF_DECORATION',
      `${shown(word)} is read as ${read.verdict}`,
      at,
      `Write "${read.verdict}".`,
    );
  return read?.verdict;
};

const RULES: Readonly<Record<Contract, (payload: Place, judging: Judging) => void>> = {
  H1: judgePlan,
  H2: judgeEvidence,
  H3: judgeVerdict,
};

export const judgePayload = (contract: Contract, payload: Place, judging: Judging): void => {
  RULES[contract](payload, judging);
  if (contract !== 'H3') textField(payload, 'action_required', { required: judging.full });
};
