// What a workflow leaves open, decided: its defaults, then baton.yaml, then what was said for this run.
import { BatonError } from '../../errors.ts';
import type { Config } from '../../model/config.ts';
import { problemsText } from '../../model/problem-text.ts';
import { validateWith } from '../../model/validate-with.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { nearest } from '../../std/nearest.ts';

type Values = Readonly<Record<string, unknown>>;

const keysOf = (workflow: Workflow): readonly string[] => Object.keys(workflow.policy?.shape ?? {});

const refuse = (key: string, known: readonly string[], where: string): BatonError => {
  const meant = nearest(key, known);
  return new BatonError('CONFIG_INVALID', `${where}: there is no policy "${key}"`, {
    hint:
      meant !== undefined
        ? `Did you mean "${meant}"?`
        : known.length === 0
          ? 'This workflow leaves nothing open.'
          : `There are: ${known.join(', ')}.`,
  });
};

/** A project's policies may be meant for several workflows; one that none of them knows is misspelt. */
const fromConfig = (all: readonly Workflow[], workflow: Workflow, policy: Values): Values => {
  const known = new Set([workflow, ...all].flatMap(keysOf));
  for (const key of Object.keys(policy)) if (!known.has(key)) throw refuse(key, [...known], 'baton.yaml');
  return Object.fromEntries(Object.entries(policy).filter(([key]) => keysOf(workflow).includes(key)));
};

export const policyFor = (
  all: readonly Workflow[],
  workflow: Workflow,
  config: Pick<Config, 'policy'>,
  given: Values = {},
): Values => {
  for (const key of Object.keys(given))
    if (!keysOf(workflow).includes(key)) throw refuse(key, keysOf(workflow), '--policy');
  const values = { ...fromConfig(all, workflow, config.policy ?? {}), ...given };
  if (workflow.policy === undefined) return {};
  const { value, problems } = validateWith(workflow.policy, values);
  if (value !== undefined) return value;
  throw new BatonError('CONFIG_INVALID', `the policy cannot be used:\n${problemsText(problems)}`, {
    hint: 'Fix `policy` in baton.yaml, or what --policy says.',
    data: { problems },
  });
};
