#!/usr/bin/env node
// Plays the planning roles of a quest where Claude Code would: reads its prompt, writes a large file, ends with the block.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BYTES = 1024 * 1024;
const P = 'phase_01_plan';
const prompt = readFileSync(0, 'utf8');
const { BATON_RUN_DIRECTORY, BATON_DESK, BATON_RUN, BATON_ASSIGNMENT } = process.env;
const [step, role] = BATON_ASSIGNMENT.split('.');
const iteration = Number(/iteration (\d+)/i.exec(prompt)[1]);
appendFileSync(
  join(dirname(process.argv[1]), 'prompts.jsonl'),
  `${JSON.stringify({ role, iteration, bytes: Buffer.byteLength(prompt) })}\n`,
);

/** No two rounds are alike: what is the same is stored once. */
const large = (head) => {
  const line = `Round ${iteration} of ${role}: what is to be done, and why it is done in this way.\n`;
  return `${head}${line.repeat(Math.ceil((BYTES - head.length) / line.length))}`;
};
const PLAN = '# Greet\n\n## Problem\nNone.\n\n## Phases\n\n### Phase 1: Greet\nsrc/greet.js\n\n## Notes\n\n';
const slot = role === 'plan-reviewer-a' ? 'claude' : 'codex';
const [files, next, summary] = {
  planning: [{ [`${P}/plan.md`]: large(PLAN) }, 'plan_review', 'Planned.'],
  reviewingPlan: [{ [`${P}/review_${slot}.md`]: large('# Review\n\n') }, 'arbiter', 'Reviewed.'],
  arbitrating: [
    { [`${P}/arbiter_verdict.md`]: large('# Verdict\n\n'), [`${P}/review_findings.json`]: '[]\n' },
    'builder',
    `Iteration ${iteration}: approve - it is clear`,
  ],
}[step];
for (const [path, text] of Object.entries(files)) {
  const file = join(BATON_DESK ?? BATON_RUN_DIRECTORY, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const artifacts = Object.keys(files).map((path) => `.quest/${BATON_RUN}/${path}`);
const said = `---HANDOFF---\nSTATUS: complete\nARTIFACTS: ${artifacts.join(', ')}\nNEXT: ${next}\nSUMMARY: ${summary}\n`;
console.log(JSON.stringify({ type: 'system', subtype: 'init', session_id: 'bench', mcp_servers: [] }));
console.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: said }));
