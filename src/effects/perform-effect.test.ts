import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryRepository } from './git/temporary-repository.fixture.ts';
import { type EffectContext, performEffect } from './perform-effect.ts';

const JOB = { key: 'k', at: '2026-01-01T00:00:00.000Z', journal: { seq: 1, digest: 'x' } };

const contextAt = async (project: string): Promise<EffectContext> => {
  const made = await temporaryRepository({ files: {} });
  return { project, env: {}, repository: made.repository } as unknown as EffectContext;
};

const append = async (project: string, path: string, lines: string[]) =>
  performEffect(await contextAt(project), JOB as never, { action: 'append', path, lines });

it('adds each line once, also when it is asked for again after a crash', async () => {
  const { repository } = await temporaryRepository({ files: {} });
  const project = repository.root;
  writeFileSync(join(project, 'kept.jsonl'), '{"a":1}');
  for (let round = 0; round < 2; round += 1)
    expect(await append(project, 'kept.jsonl', ['{"b":2}', '{"a":1}', '{"b":2}'])).toMatchObject({
      outcome: 'appended',
      problems: [],
    });
  expect(readFileSync(join(project, 'kept.jsonl'), 'utf8')).toBe('{"a":1}\n{"b":2}\n');
  await append(project, '.quest/backlog/new.jsonl', ['x']);
  expect(readFileSync(join(project, '.quest/backlog/new.jsonl'), 'utf8')).toBe('x\n');
});

it('goes through no link, and the run goes on', async () => {
  const [{ repository }, outside] = [
    await temporaryRepository({ files: {} }),
    await temporaryRepository({ files: { victim: 'mine' } }),
  ];
  symlinkSync(outside.repository.root, join(repository.root, '.quest'));
  expect(await append(repository.root, '.quest/victim', ['x'])).toMatchObject({
    problems: [{ code: 'PATH_OUTSIDE', severity: 'warning' }],
  });
});
