// One verdict of a validator's report, with the results that it rests on.

import type { VagueWords } from '../../../model/vague-words.ts';
import type { Path } from '../../../text/json-places.ts';
import { type Checked, judgeClaims, judgeTen, OUTCOMES, type Outcome } from '../handoff/coherence.ts';
import {
  below,
  countField,
  flagField,
  type Place,
  pathItems,
  percentField,
  textField,
} from '../handoff/fields.ts';
import { readVerdict } from '../handoff/payloads.ts';
import { judgeRemedies } from '../handoff/promises.ts';
import { coverageFault, isRecord, isText, mutationFault, shown } from '../handoff/values.ts';
import { TEN_CHECKS, type Verdict } from '../handoff/vocabulary.ts';

/** The usual report has nine results of its own; the tenth came later. */
const LATER_CHECKS = ['intent_alignment'];

const outcomeOf = (result: Place): Outcome | undefined => {
  const word = textField(result, 'status', { required: true, expected: `one of ${OUTCOMES.join(', ')}` });
  const outcome = OUTCOMES.find((one) => one === word?.toLowerCase());
  if (word !== undefined && outcome === undefined)
    result.findings.error('FIELD_INVALID', `expected one of ${OUTCOMES.join(', ')}, got ${shown(word)}`, [
      ...result.path,
      'status',
    ]);
  return outcome;
};

const contradict = ({ findings, path }: Place, key: string, message: string): void =>
  findings.error('HANDOFF_CONTRADICTION', message, [...path, key]);

/** Numbers that stand beside an outcome must be such that it can be true. */
const NUMBERS: Readonly<Record<string, (result: Place, outcome: Outcome) => void>> = {
  tests: (result, outcome) => {
    for (const key of ['total', 'passed', 'skipped']) countField(result, key);
    const failed = countField(result, 'failed');
    if (outcome === 'pass' && failed !== undefined && failed > 0)
      contradict(result, 'failed', `tests pass, and ${failed} failed`);
  },
  coverage: (result, outcome) => {
    const absolute = percentField(result, 'absolute', [0, 100]);
    const delta = percentField(result, 'delta', [-100, 100]);
    percentField(result, 'threshold', [0, 100]);
    const fault = delta === undefined || absolute === undefined ? undefined : coverageFault(delta, absolute);
    if (outcome === 'pass' && fault !== undefined)
      contradict(result, 'delta', `coverage passes, and ${fault}`);
  },
  mutation: (result, outcome) => {
    const score = percentField(result, 'score', [0, 100]);
    percentField(result, 'threshold', [0, 100]);
    const fault = score === undefined ? undefined : mutationFault(score);
    if (outcome === 'pass' && fault !== undefined)
      contradict(result, 'score', `the mutation check passes, and ${fault}`);
  },
  lint: (result, outcome) => {
    const errors = countField(result, 'errors');
    if (outcome === 'pass' && errors !== undefined && errors > 0)
      contradict(result, 'errors', `lint passes, and has ${errors} errors`);
  },
  type_check: (result, outcome) => {
    const errors = countField(result, 'errors');
    if (outcome === 'pass' && errors !== undefined && errors > 0)
      contradict(result, 'errors', `the type check passes, and has ${errors} errors`);
  },
};

const readResults = (results: Place): readonly Checked[] =>
  TEN_CHECKS.flatMap((name) => {
    if (!isRecord(results.record[name])) return [];
    const result = below(results, name)!;
    const outcome = outcomeOf(result);
    if (outcome === undefined) return [];
    NUMBERS[name]?.(result, outcome);
    const note = ['notes', 'reason', 'justification', 'evidence', 'report']
      .map((key) => result.record[key])
      .find(isText);
    const unmet = result.record['unmet'];
    const open = Array.isArray(unmet) ? unmet.filter(isText).slice(0, 5).join(', ') : '';
    return [{ name, outcome, note: note ?? open, path: [...result.path, 'status'] }];
  });

const NUMBERED = /^check_(?:0[1-9]|10)_/;

/** The other documents number their checks, or only count them. */
const judgeCounted = (entry: Place): void => {
  const { record, findings } = entry;
  const numbered = record['validation_results'];
  const gate = record['g2_gate'];
  const counted = isRecord(gate) && Array.isArray(gate['checks']) ? gate['checks'].length : undefined;
  const count = isRecord(numbered)
    ? Object.keys(numbered).filter((key) => NUMBERED.test(key)).length
    : counted;
  if (count === undefined || count < TEN_CHECKS.length)
    findings.error(
      'HANDOFF_CONTRADICTION',
      `expected the ten checks, got ${count ?? 'none'}`,
      isRecord(numbered) ? [...entry.path, 'validation_results'] : entry.path,
      'Record each of the ten, with its evidence.',
    );
};

const verdictOf = (entry: Place): { verdict: Verdict | undefined; path: Path } => {
  const nested = isRecord(entry.record['verdict']) ? below(entry, 'verdict') : undefined;
  if (nested !== undefined) return { verdict: readVerdict(nested, 'decision'), path: nested.path };
  const key = ['status', 'decision', 'verdict'].find((one) => Object.hasOwn(entry.record, one));
  if (key !== undefined) return { verdict: readVerdict(entry, key), path: [...entry.path, key] };
  entry.findings.error(
    'FIELD_MISSING',
    'status is missing: expected the verdict',
    [...entry.path, 'status'],
    'Add "status".',
  );
  return { verdict: undefined, path: entry.path };
};

export const judgeVerdictEntry = (
  entry: Place,
  words: VagueWords,
): { readonly verdict: Verdict | undefined; readonly approval: boolean | undefined } => {
  const { verdict, path } = verdictOf(entry);
  const usual = Object.hasOwn(entry.record, 'verification_results');
  const other = ['validation_results', 'g2_gate'].some((key) => Object.hasOwn(entry.record, key));
  const results =
    usual || !other
      ? below(entry, 'verification_results', { required: true, expected: 'an object with the ten checks' })
      : undefined;
  const checks = results === undefined ? [] : readResults(results);
  if (results !== undefined) {
    const said = new Set(TEN_CHECKS.filter((name) => isRecord(results.record[name])));
    judgeTen(said, results.path, entry.findings, LATER_CHECKS);
  } else if (other) judgeCounted(entry);
  const approval = flagField(entry, 'approval_for_next_task', { required: usual });
  judgeClaims({
    verdict,
    verdictPath: path,
    approval,
    approvalPath: [...entry.path, 'approval_for_next_task'],
    hasPlan: judgeRemedies(entry, 'remediation_plan', words),
    checksPath: results?.path ?? entry.path,
    checks,
    documented: isText(entry.record['notes']) || isText(entry.record['exception']),
    findings: entry.findings,
  });
  pathItems(entry, 'artifacts');
  return { verdict, approval };
};
