// What readers of scanners' reports share: findings, counted and sorted, the worst first.

import {
  REPORT_RESULTS_MAX,
  SOURCE_LINES_MAX,
  TEST_MESSAGE_CHARS_MAX,
} from '../../../model/limits/limits.ts';
import { FINDING_SEVERITIES, type Finding, type Findings } from '../../../model/measured.ts';
import { recordOf } from '../../../std/record-of.ts';
import { clip, plainLine } from '../../../std/terminal-text.ts';
import { ownPath, type Roots } from '../../commands/own-path.ts';

const RULE_CHARS_MAX = 200;

/** One finding of a report that names its file as a path. A finding outside of the project counts without its file. */
export const findingAt = (
  { rule, severity, message }: Pick<Finding, 'rule' | 'severity' | 'message'>,
  place: { readonly path: string; readonly line: number | undefined } | undefined,
  roots: Roots,
): Finding => {
  const file = place === undefined ? undefined : ownPath(place.path, roots);
  const line = place?.line;
  return {
    rule: clip(plainLine(rule), RULE_CHARS_MAX) || 'no rule',
    severity,
    message: clip(plainLine(message.slice(0, 4 * TEST_MESSAGE_CHARS_MAX)), TEST_MESSAGE_CHARS_MAX),
    ...(file === undefined ? {} : { file }),
    ...(file === undefined || line === undefined || line < 1 || line > SOURCE_LINES_MAX ? {} : { line }),
  };
};

export const findingsOf = (
  format: Findings['format'],
  tools: readonly string[],
  found: readonly Finding[],
): Findings => {
  const bySeverity = recordOf(FINDING_SEVERITIES, (severity) =>
    found.filter((finding) => finding.severity === severity),
  );
  return {
    format,
    tools: [...tools],
    counts: recordOf(FINDING_SEVERITIES, (severity) => bySeverity[severity].length),
    results: FINDING_SEVERITIES.flatMap((severity) => bySeverity[severity]).slice(0, REPORT_RESULTS_MAX),
  };
};
