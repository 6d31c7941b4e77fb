import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { expectGolden } from '../../test/fixtures/golden.ts';
import { completionScript, SHELLS } from './completion-script.ts';

const COMMANDS = [
  {
    name: 'run',
    summary: "run somebody's workflow",
    options: [{ flag: '--agent', says: 'who plays: SPEC' }],
  },
  { name: 'resume', summary: 'go on with a run', options: [{ flag: '--json', says: 'print JSON' }] },
];

it.each(SHELLS)('is the same script for %s', (shell) => {
  expectGolden(`completion/${shell}.txt`, `${completionScript(shell, COMMANDS)}\n`);
});

const completed = (words: readonly string[]): readonly string[] => {
  const asked = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _baton; echo "\${COMPREPLY[@]}"`;
  const { stdout, status } = spawnSync('bash', ['-c', `${completionScript('bash', COMMANDS)}\n${asked}`], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return stdout
    .trim()
    .split(' ')
    .filter((word) => word !== '');
};

it('completes commands and the options of each in a real bash', () => {
  expect(completed(['baton', ''])).toEqual(['run', 'resume']);
  expect(completed(['baton', 're'])).toEqual(['resume']);
  expect(completed(['baton', 'run', '--'])).toEqual(['--agent']);
  expect(completed(['baton', 'resume', '--j'])).toEqual(['--json']);
  expect(completed(['baton', 'unknown', '--'])).toEqual([]);
});
