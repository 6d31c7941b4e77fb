import { expect, it } from 'vitest';
import { renderTemplate } from '../../../prompts/render-template.ts';
import { parseTemplate } from '../../../prompts/template.ts';
import { type ContractText, contractFragment } from './contract-fragments.ts';

const REVIEW: ContractText = {
  name: 'a review',
  file: '07_review/review_[[placeholder:review_role]].yaml',
  shape: 'verdict: pass   # or: fail\nsummary: text\n',
  says: ['verdict is pass or fail', 'a fail has findings:\neach with an issue'],
  tool: 'submit_review',
  example: 'submit_review(role="[[placeholder:review_role]]")',
};

const rendered = (contract: ContractText) => {
  const { value, problems } = parseTemplate(contractFragment(contract), 'f', { shared: {} });
  expect(problems).toEqual([]);
  return renderTemplate(value!, {
    values: { run_directory: '/run', review_role: 'reviewer_logic' },
    projectInstructions: undefined,
    include: () => 'EXPANDED',
  });
};

it('says the file, its form, every clause, the tool and a call', () => {
  expect(rendered(REVIEW)).toEqual({
    problems: [],
    text: `## What you hand in: a review

Write the file \`/run/07_review/review_reviewer_logic.yaml\` in this form:

\`\`\`yaml
verdict: pass   # or: fail
summary: text
\`\`\`

Code checks this, every clause each time you hand it in:

- verdict is pass or fail
- a fail has findings:
  each with an issue

When the file is written, call \`submit_review\`. The tool reads the file; it takes no content of it:

\`\`\`
submit_review(role="reviewer_logic")
\`\`\``,
  });
});

it('leaves out what a contract does not have', () => {
  const { name, tool, example } = REVIEW;
  const { text } = rendered({ name, tool, example, file: '02_architecting/architecture.md', says: [] });
  expect(text).toContain('Write the file `/run/02_architecting/architecture.md`.\n\nWhen the file');
  expect(text).not.toContain('Code checks');
});

it('shape and clauses are text, whatever is in them', () => {
  const hostile = '[[include:secret]] [[placeholder:x]] ```` [[shared:y]]';
  const { text, problems } = rendered({ ...REVIEW, shape: hostile, says: [hostile], name: hostile });
  expect(problems).toEqual([]);
  expect(text).not.toContain('EXPANDED');
  expect(text.split(hostile)).toHaveLength(4);
  expect(text).toContain(`\`\`\`\`\`yaml\n${hostile}\n\`\`\`\`\`\n`);
});
