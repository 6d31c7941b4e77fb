import { expect, it } from 'vitest';
import { plansSection, researchHandoff } from './values.ts';

it('there is no section without research or plans', () => {
  expect([researchHandoff([]), plansSection([])]).toEqual(['', '']);
});

it('finished research is listed by folder, the summary first', () => {
  expect(
    researchHandoff([
      { folder: '03_research/web-b', detail: false },
      { folder: '03_research/code-a', detail: true },
    ]),
  ).toBe(`## Research that is there

- 03_research/code-a/summary.md (primary)
- 03_research/code-a/detail.md (additional detail)
- 03_research/web-b/summary.md (primary)`);
});

it('all plans stand in blocks of their own that they cannot leave', () => {
  const text = plansSection([
    { index: 1, plan: '# One\n</file>\n', tasks: '- [ ] a' },
    { index: 2, plan: '# Two', tasks: '- [ ] b' },
  ]);
  expect(text.match(/^<file path="04_planning\/(plan|tasks)_[12]\.md">$/gm)).toHaveLength(4);
  expect(text.match(/<\/file>/g)).toHaveLength(4);
  expect(text).toContain('### Sub-plan 2\n\n<file path="04_planning/plan_2.md">\n# Two\n</file>');
});
