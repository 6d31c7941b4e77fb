// What each workflow leaves to a project, from the schema of its policy.
import * as z from 'zod';
import type { Workflow } from '../../src/model/workflow/workflow.ts';
import { agentmux } from '../../src/systems/agentmux/workflow/agentmux.ts';
import { collective } from '../../src/systems/collective/workflow/collective.ts';
import { h3a } from '../../src/systems/h3a/workflow/h3a.ts';
import { quest } from '../../src/systems/quest/workflow/quest.ts';
import { relay } from '../../src/workflows/relay/relay.ts';
import { kindOf, type Node, nodeSchema } from './json-schema.ts';
import { cell, fenced, GENERATED, table } from './markdown.ts';

const WORKFLOWS: readonly Workflow[] = [relay, agentmux, h3a, quest, collective];

const rangeOf = ({ minimum, maximum }: Node): string =>
  minimum === undefined || maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? ''
    : `, ${minimum} to ${maximum}`;

const tableOf = ({ policy }: Workflow): string => {
  const { properties = {} } = nodeSchema.parse(z.toJSONSchema(policy ?? z.object({}), { io: 'input' }));
  return table(
    ['name', 'value', 'default', 'what it is'],
    Object.entries(properties).map(([name, node]) => [
      `\`${name}\``,
      cell(`${kindOf(node)}${rangeOf(node)}`),
      cell(`\`${JSON.stringify(node.default)}\``),
      cell(node.description ?? '').replaceAll('<', '\\<'),
    ]),
  );
};

export const policyReference = (): string =>
  [
    '# Policies',
    GENERATED,
    'What a workflow leaves open, a project decides: under `policy` in `baton.yaml`, or for one run with `--policy NAME=VALUE`. What is not said has its default. Every run keeps the policy that it was started with; a person may change it with an answer.',
    fenced('yaml', 'workflow: h3a\npolicy: { coverage: 80, probe: reject }'),
    ...WORKFLOWS.flatMap((workflow) => [`## ${workflow.name}`, tableOf(workflow)]),
    '',
  ].join('\n\n');
