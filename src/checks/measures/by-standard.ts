// A command that passes is taken by the standard of the base: settings that ask for less, and comments that tell tools to
// look away, make nothing right.
import type { CommandEvidence } from '../../model/evidence.ts';
import { isError, type Problem, problem } from '../../model/problem.ts';
import { unmet, unproven, type Verdict } from '../../model/run/verdict.ts';
import { listed } from '../observed.ts';

type Standard = NonNullable<CommandEvidence['standard']>;
type Silenced = NonNullable<CommandEvidence['silenced']>[number];

const COMPLAINTS_SHOWN_MAX = 10;
const TO_RELEASE = 'where the file must be so, let whoever owns the plan release it (released)';

const shown = (complaints: readonly string[]): string => complaints.slice(0, COMPLAINTS_SHOWN_MAX).join('\n');

const settingsText = ({ settings }: Standard): string =>
  listed(settings.map(({ path, keys }) => (keys.length === 0 ? path : `${path} (${keys.join(', ')})`)));

const standardProblems = (line: string, standard: Standard): Problem[] => {
  const { held = [], unclear = [] } = standard;
  const asked = `with ${settingsText(standard)} asking for no less than before the change`;
  return [
    ...(held.length === 0
      ? []
      : [
          problem(
            'COMMAND_FAILED',
            `expected \`${line}\` to complain about nothing new ${asked}, got:\n${shown(held)}`,
            { hint: `fix what it complains about; ${TO_RELEASE}` },
          ),
        ]),
    ...(unclear.length === 0
      ? []
      : [
          problem(
            'COMMAND_FAILED',
            `${asked}, \`${line}\` complains about what those settings may not know:\n${shown(unclear)}`,
            { severity: 'warning', hint: 'see whether the settings had to change' },
          ),
        ]),
  ];
};

/** Undefined where the second run says enough. */
const notCompared = (line: string, { end, exit, held }: Standard): Problem | undefined => {
  if (end === 'exited' && (exit === 0 || held !== undefined)) return undefined;
  const how = end === 'exited' ? 'it printed too much to compare' : `it ${end}`;
  return problem(
    'EVIDENCE_UNAVAILABLE',
    `expected \`${line}\` to say what it thinks of the work with settings that ask for no less than before, got no answer: ${how}`,
    { hint: `put the settings back as they were; ${TO_RELEASE}` },
  );
};

const silencedProblem = ({ path, line, what, whole, excuse }: Silenced): Problem => {
  const place = `${path}:${line}`;
  if (whole && excuse === undefined)
    return problem(
      'CHECKS_SILENCED',
      `expected code that linters and type checkers look at, got \`${what}\` for all of it, at ${place}`,
      {
        hint: `remove it and fix what shows, or name the rule and the line that it is needed for; ${TO_RELEASE}`,
      },
    );
  const why = excuse === undefined ? '' : ` (${excuse})`;
  return problem('CHECKS_SILENCED', `new \`${what}\` at ${place}${why}`, {
    severity: 'warning',
    hint: 'see whether it hides something that should be fixed',
  });
};

/** The verdict on the command as it was handed in, with what the standard of the base adds to it. */
export const byStandard = (found: CommandEvidence, verdict: Verdict): Verdict => {
  const { line, standard, silenced = [] } = found;
  const problems = [
    ...(standard === undefined ? [] : standardProblems(line, standard)),
    ...silenced.map(silencedProblem),
  ];
  const errors = problems.filter(isError);
  if (errors.length > 0) return unmet(...problems);
  const missing = standard === undefined ? undefined : notCompared(line, standard);
  if (missing !== undefined) return unproven(missing, ...problems);
  return problems.length === 0 ? verdict : { ...verdict, problems: [...verdict.problems, ...problems] };
};
