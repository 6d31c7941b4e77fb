// The tools of one assignment, from its contract and the workflow's requests. One definition: the MCP schema, the
// prompt and the door's own check all come from it.
import * as z from 'zod';
import { isCalled } from '../engine/rules/hand-over.ts';
import { TEXT_CHARS_MAX } from '../model/limits/limits.ts';
import type { Assignment } from '../model/run/event.ts';
import { contractOf } from '../model/workflow/lookup.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import type { ToolSpec } from './door-api.ts';

const ANSWERS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const HANDS_IN = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Made once: a schema costs more to make than a whole call at the door. */
const NO_INPUT = z.object({});

const AWAIT_VERDICT: ToolSpec = {
  name: 'await_verdict',
  title: 'Wait for the verdict',
  description:
    'Waits for the verdict on what you handed in, or for the answer to your question. Call it again while it answers "judging" or "asked"; do not end your turn before.',
  input: NO_INPUT,
  annotations: ANSWERS,
};

const STATUS: ToolSpec = {
  name: 'status',
  title: 'How your assignment stands',
  description: 'Says what you are asked for, how it stands, and what was rejected last.',
  input: NO_INPUT,
  annotations: ANSWERS,
};

const question = z.object({
  question: z
    .string()
    .min(1)
    .max(TEXT_CHARS_MAX)
    .describe('The whole question, with what you need to know and why.'),
});

/** What whoever plays this assignment may ask for. */
const requestsOf = (workflow: Workflow, { role, phase }: Assignment) =>
  Object.entries(workflow.requests ?? {}).filter(
    ([, spec]) => spec.by.includes(role) && spec.in.includes(phase),
  );

export const requestNames = (workflow: Workflow, assignment: Assignment): readonly string[] =>
  requestsOf(workflow, assignment).map(([name]) => name);

const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const toolsOf = (workflow: Workflow, assignment: Assignment): readonly ToolSpec[] => {
  const contract = contractOf(workflow, assignment.contract);
  const submit: ToolSpec[] =
    contract.tool === undefined || !isCalled(contract, assignment)
      ? []
      : [
          {
            name: contract.tool,
            title: titleOf(contract.tool),
            description: `Hands in: ${contract.says} The answer says accepted, or lists every problem; fix them all and call it again.`,
            input: contract.args ?? NO_INPUT,
            annotations: HANDS_IN,
          },
        ];
  const { declines } = contract;
  const decline: ToolSpec[] =
    declines === undefined || !isCalled(contract, assignment)
      ? []
      : [
          {
            name: declines.tool,
            title: titleOf(declines.tool),
            description: declines.says,
            input: declines.args,
            annotations: HANDS_IN,
          },
        ];
  const requests = requestsOf(workflow, assignment).map(
    ([name, spec]): ToolSpec => ({
      name,
      title: titleOf(name),
      description: spec.says,
      input: spec.args ?? question,
      annotations: HANDS_IN,
    }),
  );
  return [...submit, ...decline, ...requests, AWAIT_VERDICT, STATUS];
};
