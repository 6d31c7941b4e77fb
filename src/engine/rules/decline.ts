// Work that is declined: nothing is handed in, nothing is judged, and it ends with the outcome that its contract names.
import { isDeepStrictEqual } from 'node:util';
import { type Problem, problem } from '../../model/problem.ts';
import type { Declined } from '../../model/run/event.ts';
import type { Input } from '../../model/run/input.ts';
import { FORM_CLAUSE, type Judged } from '../../model/run/judged.ts';
import { type Work, workOf } from '../../model/run/state.ts';
import { validateWith } from '../../model/validate-with.ts';
import type { ContractSpec } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { acceptSubmission } from './judge.ts';
import { judgedOf } from './judged.ts';
import { receive } from './receive.ts';
import { rejectSubmission } from './reject.ts';

type Declines = NonNullable<ContractSpec<string, string, string>['declines']>;

/** Whoever declines states a reason; nothing else is known. */
const STATED: Judged = {
  ...{ clause: FORM_CLAUSE, status: 'met', basis: 'stated', evidence: [], problems: [], claims: [] },
};

/** The words that were said, each once: in another order they name nothing new. A number alone is no word. */
const wordsOf = (args: Readonly<Record<string, unknown>>): readonly string[] => {
  const text = Object.values(args).filter((value) => typeof value === 'string');
  const words =
    text
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.filter((word) => /\p{L}/u.test(word)))].sort();
};

/** What was received: the files that this work reads, and the tree that it works in. */
const aboutOf = (draft: Draft, { assignment, start }: Work): Declined['about'] => ({
  ...Object.fromEntries(
    assignment.reads.flatMap((key) => {
      const digest = draft.state.artifacts[key]?.digest;
      return digest === undefined ? [] : [[key, digest]];
    }),
  ),
  ...(start === undefined ? {} : { '.': start }),
});

/** It was said before about the very same bytes, and the work came back. */
const isRepeated = (draft: Draft, { assignment }: Work, { said, about }: Declined): boolean =>
  (draft.state.declined?.[assignment.line] ?? []).some((before) => {
    const known = new Set(before.said.split(' '));
    return isDeepStrictEqual(before.about, about) && said.split(' ').every((word) => known.has(word));
  });

const repeated = (tool: string): Problem =>
  problem(
    'DECLINE_REPEATED',
    `expected something new, got what was said before about the same files: \`${tool}\` sent this work back then, and it came back to you`,
    { hint: 'do the work as it is, or name something that you have not named yet' },
  );

export const decline = (
  draft: Draft,
  input: Extract<Input, { kind: 'submit' }>,
  { tool, args, outcome, repeats }: Declines,
): void => {
  const { value, problems } = validateWith(args.strict(), input.args);
  if (value === undefined) {
    const message = `${tool}: ${problems.map((one) => one.message).join('; ')}`;
    draft.emit({ kind: 'submission-refused', code: 'FIELD_INVALID', message });
    return;
  }
  const work = workOf(draft.state, input.assignment);
  const declined = { said: wordsOf(value).join(' '), about: aboutOf(draft, work) };
  const again = repeats !== true && isRepeated(draft, work, declined);
  receive(draft, { ...input, tool, sealed: [] });
  if (!again) {
    acceptSubmission(draft, input.assignment, outcome, { judged: [STATED], declined });
    return;
  }
  const found = [repeated(tool)];
  const verdict = { status: 'unmet' as const, problems: found };
  rejectSubmission(draft, input.assignment, {
    ...{ status: 'unmet', blame: 'receiver', problems: found },
    faults: [{ clause: FORM_CLAUSE, measured: false, problems: found }],
    judged: [judgedOf({ name: FORM_CLAUSE, evidence: [], verdict })],
  });
};
