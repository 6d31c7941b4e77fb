// How an agent learns to hand over: a block for AGENTS.md and a skill, both made from the contracts of the project's workflow.
import { pictureOf } from '../../engine/picture.ts';
import type { DrawnStep } from '../../model/workflow/picture.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';

export const AGENTS_FILE = 'AGENTS.md';
export const SKILL_FILE = '.claude/skills/baton-handover/SKILL.md';

const BEGIN =
  '<!-- baton:begin: made by `baton init --teach`; what is between these marks is written anew -->';
const END = '<!-- baton:end -->';
const BLOCK = /<!-- baton:begin[^\n]*-->\n[\s\S]*?<!-- baton:end -->\n?/;

const RULES = `You are in a run of Baton when the variable \`BATON_TOKEN\` is set, or when the tools of the MCP server \`baton\` are there.
Elsewhere this does not apply.

- Work is done when its contract, judged by code, accepts it. Saying so in a message counts for nothing.
- Hand in with the tool that your prompt names: over MCP, or with \`baton submit TOOL --arg NAME=VALUE\`.
- \`accepted\`: this piece of work is done. \`rejected\`: every problem is listed; fix all of them and hand in again.
  \`refused\`: nothing was judged; do what the reply says. \`judging\`: call \`await_verdict\`; do not end your turn.
- The tests are run again on a clean checkout. Do not weaken, skip or remove one: that is found, and rejected.
- A person alone approves, rejects and answers. Put a question to one with \`ask\`, where you have it.`;

const workOf = (workflow: Workflow, { contract, says, writes }: DrawnStep): string[] => {
  const found = contract === undefined ? undefined : workflow.contracts[contract];
  if (found === undefined) return [];
  const checks = (found.checks ?? []).map(({ name, says: clause }) => `  - \`${name}\`: ${clause}`);
  const tool = found.tool === undefined ? 'as your prompt says' : `with \`${found.tool}\``;
  const files = writes.length === 0 ? '' : ` (${writes.map((name) => `\`${name}\``).join(', ')})`;
  return [`- Hands in ${tool}${files}: ${says ?? found.says}`, ...checks];
};

/** The roles in the order in which they first work, each with every contract that it hands in under. */
const rolesText = (workflow: Workflow): string => {
  const steps = pictureOf(workflow).steps.filter(({ kind }) => kind === 'agent');
  const roles = [...new Set(steps.flatMap((step) => step.roles))];
  return roles
    .map((role) => {
      const seen = new Set<string | undefined>();
      const lines = steps
        .filter((step) => step.roles.includes(role) && !seen.has(step.contract) && seen.add(step.contract))
        .flatMap((step) => workOf(workflow, step));
      return [`**${role}**`, '', ...lines].join('\n');
    })
    .join('\n\n');
};

/** The same for every agent, whoever reads it. */
export const handoverLesson = (workflow: Workflow): string =>
  `${RULES}\n\nThe roles of the workflow \`${workflow.name}\`, and what each is judged by:\n\n${rolesText(workflow)}\n`;

const blockOf = (lesson: string): string => `${BEGIN}\n${lesson}${END}\n`;

/** What others wrote around the block stays as it is. */
const withBlock = (before: string, block: string): string => {
  if (BLOCK.test(before)) return before.replace(BLOCK, () => block);
  if (before === '') return block;
  return `${before}${before.endsWith('\n') ? '\n' : '\n\n'}${block}`;
};

/** Undefined where nothing else is left: then nobody misses the file. */
const withoutBlock = (before: string): string | undefined => {
  const left = before.replace(BLOCK, '').replace(/\n+$/, '\n');
  return left.trim() === '' ? undefined : left;
};

const SKILL_HEAD = `---
name: baton-handover
description: How to hand in work in a run of Baton, and what each role is judged by. Use it when BATON_TOKEN is set, or before you call a submit tool.
---

`;

const agentsText = (before: string | undefined, lesson: string): string =>
  withBlock(before ?? '', blockOf(`## Handing over with Baton\n\n${lesson}`));

const skillText = (before: string | undefined, lesson: string): string =>
  withBlock(before === undefined ? SKILL_HEAD : before, blockOf(`# Handing over with Baton\n\n${lesson}`));

export const TAUGHT = [
  {
    path: AGENTS_FILE,
    what: 'a block that teaches agents to hand over',
    text: agentsText,
    without: withoutBlock,
  },
  {
    path: SKILL_FILE,
    what: 'a skill that teaches Claude Code to hand over',
    text: skillText,
    without: (before: string): string | undefined => {
      const left = withoutBlock(before);
      return left === undefined || left.trim() === SKILL_HEAD.trim() ? undefined : left;
    },
  },
] as const;
