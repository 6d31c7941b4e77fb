import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactDeep, redactor, secretsIn } from './redact.ts';

const KEYS = [
  `sk-ant-api03-${'a1B2'.repeat(10)}`,
  `sk-${'x9'.repeat(24)}`,
  `AIza${'k'.repeat(35)}`,
  `ghp_${'A1'.repeat(18)}`,
  `github_pat_${'a'.repeat(60)}`,
  `glpat-${'z'.repeat(20)}`,
  `npm_${'n'.repeat(36)}`,
  'xoxb-1234567890-abc',
  'AKIAIOSFODNN7EXAMPLE',
  '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----',
];

describe('what is struck out', () => {
  it.each(KEYS)('%s, wherever it stands', (key) => {
    const clean = redactor(new Map())(`before ${key} after`);
    expect(clean).not.toContain(key);
    expect(clean).toMatch(/^before \[(?:private )?key\] after$/);
  });

  it('is the value of a variable whose name says so, unless it is a word, and of one that is named', () => {
    const env = {
      MY_API_KEY: 'correct-horse-7',
      POSTGRES_PASSWORD: 'postgres',
      PIN_OF_DOOR: 'battery-staple',
      DATABASE_URL: 'postgres://me:hunter2hunter2@db/x',
      PATH: '/usr/bin:/bin',
      SHORT_TOKEN: 'abc',
    };
    const redact = redactor(secretsIn(env, ['PIN_OF_DOOR']));
    expect(redact('correct-horse-7 battery-staple hunter2hunter2 abc postgres /usr/bin:/bin')).toBe(
      '[MY_API_KEY] [PIN_OF_DOOR] [DATABASE_URL] abc postgres /usr/bin:/bin',
    );
  });

  it('is in no text of a value, whatever is around it', () => {
    const redact = redactor(new Map([['s3cret-value', 'X']]));
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, around) => {
        const clean = redactDeep(
          { value, list: [`${around}s3cret-value`, { deep: 's3cret-value' }] },
          redact,
        );
        expect(JSON.stringify(clean)).not.toContain('s3cret-value');
      }),
    );
  });

  it('leaves digests, ids and prose as they are', () => {
    const redact = redactor(new Map());
    const value = {
      digest: `sha256:${'ab12'.repeat(16)}`,
      tree: `git-tree:${'0f'.repeat(20)}`,
      text: 'The sk-learn model, a task-list and risk-free npm_config_user.',
    };
    expect(redactDeep(value, redact)).toBe(value);
  });
});
