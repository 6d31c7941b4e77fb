// A workflow in YAML is the same data as the one in TypeScript; and it is told at its line what is wrong with it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writing as article } from '../../../examples/article/article.ts';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { prove } from '../../engine/prove.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { BROKEN, HOSTILE } from './broken-files.fixture.ts';
import { readWorkflow } from './read-workflow.ts';

const EXAMPLE = readFileSync(new URL('../../../examples/article/workflow.yaml', import.meta.url), 'utf8');

/** Functions are code: only that there is one counts. */
const dataOf = (workflow: Workflow | undefined): unknown =>
  JSON.parse(JSON.stringify(workflow, (_, value: unknown) => (typeof value === 'function' ? 'ƒ' : value)));

it('is the same as its twin in TypeScript, and proved', () => {
  const { value, problems } = readWorkflow(EXAMPLE, { file: 'workflow.yaml' });
  expect(problems).toEqual([]);
  expect(dataOf(value)).toEqual(dataOf(article));
  expect(value && prove(value).problems).toEqual([]);
});

const toldOf = ([what, from, to]: readonly [string, string, string]): string => {
  expect(EXAMPLE, what).toContain(from);
  const { value, problems } = readWorkflow(
    EXAMPLE.replace(from, () => to),
    { file: 'workflow.yaml' },
  );
  expect(value, what).toBeUndefined();
  expect(problems, what).not.toEqual([]);
  const lines = problems.map(
    ({ line, column, message, hint }) =>
      `  ${line ?? 0}:${column ?? 0} ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );
  return [`${what}: ${to.trim().split('\n')[0]?.slice(0, 60)}`, ...lines].join('\n');
};

it('tells at its line and column what is wrong, with the word that was meant', () => {
  expect(BROKEN.length).toBeGreaterThanOrEqual(60);
  expectGolden('workflow-yaml/broken.txt', `${BROKEN.map(toldOf).join('\n')}\n`);
});

it('refuses what is hostile before anything is evaluated', () => {
  expectGolden('workflow-yaml/hostile.txt', `${HOSTILE.map(toldOf).join('\n')}\n`);
});

it('makes a fan-out blind', () => {
  const text = `
name: council
says: Opinions that nobody took from another.
roles: { member: You have opinions. }
files: { opinion: 'opinions/{item}.md' }
steps:
  hear: { agents: member, each: { items: '[{"key": "a"}, {"key": "b"}]', max: 4, blind: true }, writes: [opinion] }
flow: { hear: end }
`;
  const { value, problems } = readWorkflow(text, { file: 'workflow.yaml' });
  expect(problems).toEqual([]);
  expect(value?.phases['hear']?.work).toMatchObject([{ over: { max: 4, blind: true } }]);
  expect(value && prove(value).problems).toEqual([]);
});
