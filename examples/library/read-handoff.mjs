// Reads what an agent said last, says what is wrong with it, and writes it down in another dialect. Needs no project, no
// git and no configuration, and writes nothing:
//
//   node examples/library/read-handoff.mjs message.md
import { readFileSync } from 'node:fs';
import { agentmux, checkSubmission, decodeHandoff, encodeHandoff } from 'baton-relay';

const EXAMPLE = `I have written the plan.

---HANDOFF---
STATUS: complete
ARTIFACTS: docs/plan.md
NEXT: **plan-reviewer**
SUMMARY: Plan written
`;

const file = process.argv[2];
const text = file === undefined ? EXAMPLE : readFileSync(file, 'utf8');

// 1. What was said. Never throws: a handoff that is not one has problems, each with its place and its code.
const found = decodeHandoff({ text, file: file ?? 'message.md' });
if (found === undefined) console.log('no handoff');
for (const { severity, code, message, line, column } of found?.problems ?? [])
  console.log(`${severity} ${code} at ${line}:${column}: ${message}`);

// 2. May it be acted on? Only without errors: `handoff` may be there beside one.
const sound = found?.problems.every(({ severity }) => severity !== 'error') ?? false;
if (sound) {
  const { dialect, handoff } = found;
  console.log(`${dialect}: ${handoff.status}, to ${handoff.to}, with ${handoff.artifacts.join(', ')}`);
  // 3. The same for readers of another dialect, and what that one cannot hold or needs beside it.
  const { lost, missing } = encodeHandoff(handoff, 'collective');
  console.log(
    `as collective it loses ${lost.join(', ') || 'nothing'}, lacks ${missing.join(', ') || 'nothing'}`,
  );
}

// 4. A contract of a workflow, asked before anything is handed in.
const { ok, problems } = checkSubmission({
  workflow: agentmux,
  contract: 'review',
  item: 'reviewer_logic',
  files: { review: 'verdict: fail\nsummary: not yet\n' },
});
console.log(ok ? 'the review is good' : `the review is not: ${problems[0].message}`);
process.exitCode = sound ? 0 : 1;
