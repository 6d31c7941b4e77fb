import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HANDOFF_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError } from '../../model/problem.ts';
import { decodeHandoff } from '../../systems/read-handoff.ts';
import { SYSTEMS } from '../../systems/systems.ts';
import { type ConvertOptions, convertHandoff } from './convert-handoff.ts';

const cases = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/handoff-cases.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string; readonly input: string; readonly file: string }[];
const inputOf = (name: string): string => cases.find((one) => one.name === name)!.input;

const QUEST = inputOf('quest: the seed block');
const ASKING = inputOf('quest: questions above the marker');
const COLLECTIVE = inputOf('collective: seed example 7 from functional-testing-agent');
const ON_THE_WAY = inputOf('collective: seed example 1 from workflow-agent');
const H1 = inputOf('h3a: seed H1');
const REJECTED = inputOf('h3a: a rejected handoff');

const fileOf = (text: string, name = 'message.md'): string => {
  const root = mkdtempSync(join(tmpdir(), 'convert-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, name), text);
  return join(root, name);
};

const convert = (text: string, to: string, more: Partial<ConvertOptions> = {}) =>
  convertHandoff({ systems: SYSTEMS, path: '-', to, stdin: async () => Buffer.from(text), ...more });

const H3A_NEEDS = ['run_id', 'handoff_id', 'gate_transition', 'verification_checklist', 'payload.task_id'];

describe('a handoff in another dialect', () => {
  it.each([
    ['quest', 'collective', QUEST, ['artifacts'], ['phase', 'from']],
    ['quest', 'h3a', QUEST, [], ['from_agent', 'handoff_time', ...H3A_NEEDS]],
    ['quest that asks', 'collective', ASKING, ['status', 'questions'], ['phase', 'from', 'status']],
    [
      'quest that asks',
      'h3a',
      ASKING,
      ['questions'],
      ['from_agent', 'handoff_time', ...H3A_NEEDS, 'payload.files_to_review'],
    ],
    ['collective', 'quest', COLLECTIVE, ['from', 'phase', 'metrics'], ['summary']],
    [
      'collective',
      'h3a',
      COLLECTIVE,
      ['phase', 'metrics'],
      ['handoff_time', ...H3A_NEEDS, 'payload.files_to_review'],
    ],
    [
      'collective on the way',
      'quest',
      ON_THE_WAY,
      ['status', 'to', 'from', 'phase', 'attempt', 'metrics', 'onFailure', 'context'],
      ['status', 'to', 'summary'],
    ],
    ['h3a', 'quest', H1, ['to', 'from', 'task', 'at', 'details'], ['to']],
    ['h3a', 'collective', H1, ['artifacts', 'task', 'details'], ['phase']],
    ['h3a rejected', 'quest', REJECTED, ['status', 'to', 'from', 'task', 'at', 'details'], ['status', 'to']],
    ['h3a rejected', 'collective', REJECTED, ['status', 'artifacts', 'task', 'details'], ['phase', 'status']],
  ])('%s → %s names what is lost and what is missing', async (_, to, text, lost, missing) => {
    const converted = await convert(text, to);
    expect(converted.lost.toSorted()).toEqual(lost.toSorted());
    expect(converted.missing.toSorted()).toEqual(missing.toSorted());
    expect(converted.ok).toBe(true);
  });

  it.each(cases.map(({ name, file, input }) => [name, file, input] as const))(
    '%s: written whole or with something missing, the target tells it apart',
    async (_, file, input) => {
      for (const to of ['quest', 'collective', 'h3a']) {
        const { ok, text, missing } = await convert('', to, { path: fileOf(input, file) });
        if (!ok) {
          expect(text).toBe('');
          continue;
        }
        const read = decodeHandoff({ text, file: to === 'h3a' ? 'SESSION_HANDOFF.json' : 'message.md' });
        expect(read?.dialect).toBe(to);
        expect(read?.problems.some(isError), to).toBe(missing.length > 0);
      }
    },
  );

  it.each([
    ['quest', QUEST],
    ['quest', ASKING],
    ['collective', COLLECTIVE],
    ['collective', ON_THE_WAY],
    ['h3a', H1],
    ['h3a', REJECTED],
  ])('%s → itself loses nothing and reads back the same', async (dialect, text) => {
    const converted = await convert(text, dialect);
    expect(converted).toMatchObject({ ok: true, lost: [], missing: [] });
    const [before, after] = [text, converted.text].map((one) => decodeHandoff({ text: one, file: '' }));
    expect(after?.handoff).toEqual(before?.handoff);
    expect(after?.problems.filter(isError)).toEqual([]);
  });

  it('that the target can hold is written whole, and reads back there', async () => {
    const collective = `Tests written.\n\n${COLLECTIVE.slice(COLLECTIVE.indexOf('```yaml'))}`;
    const converted = await convert(collective, 'quest');
    expect(converted).toMatchObject({ ok: true, lost: ['from', 'phase', 'metrics'], missing: [] });
    expect(decodeHandoff({ text: converted.text, file: '' })).toMatchObject({
      dialect: 'quest',
      problems: [],
      handoff: { status: 'complete', to: null, summary: 'Tests written.' },
    });
  });

  it('that is not done is never written as done', async () => {
    for (const text of [ON_THE_WAY, REJECTED, ASKING, QUEST.replace('complete', 'blocked')])
      for (const to of ['quest', 'collective', 'h3a']) {
        const { text: written } = await convert(text, to);
        expect(decodeHandoff({ text: written, file: '' })?.handoff?.status).not.toBe('complete');
      }
  });
});

describe('what is not converted', () => {
  it('is a handoff with errors: it would be as wrong in another hand', async () => {
    const path = fileOf(QUEST.replace('STATUS: complete', 'STATUS: complete | blocked'));
    expect(await convert('', 'h3a', { path })).toMatchObject({
      ok: false,
      text: '',
      lost: [],
      missing: [],
      problems: [{ code: 'HANDOFF_STATUS_AMBIGUOUS', file: path, line: 4 }],
    });
  });

  it('is one that says too little, although it can be read', async () => {
    const silent = QUEST.replace(/^NEXT.*\n/m, '');
    expect(decodeHandoff({ text: silent, file: '' })?.handoff).toBeDefined();
    expect(await convert(silent, 'quest')).toMatchObject({
      ok: false,
      text: '',
      problems: [{ code: 'HANDOFF_NEXT_MISSING' }],
    });
  });

  it('is a text without one, or with one of another dialect', async () => {
    expect(await convert('Call me back.', 'h3a')).toMatchObject({
      ok: false,
      problems: [{ code: 'HANDOFF_MISSING', file: '-' }],
    });
    expect(await convert(QUEST, 'h3a', { from: 'collective' })).toMatchObject({
      ok: false,
      problems: [{ code: 'HANDOFF_MISSING', message: 'expected a handoff of collective, found none' }],
    });
  });

  it('is what is no text', async () => {
    const found = await convertHandoff({
      systems: SYSTEMS,
      path: '-',
      to: 'quest',
      stdin: async () => Uint8Array.of(0xff),
    });
    expect(found).toMatchObject({ ok: false, problems: [{ code: 'FILE_NOT_UTF8', file: '-' }] });
  });

  it('is an input that cannot be read, or an unknown dialect', async () => {
    const large = fileOf('x');
    truncateSync(large, HANDOFF_BYTES_MAX + 1);
    await expect(convert('', 'quest', { path: large })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    await expect(convert('', 'quest', { path: `${large}.gone` })).rejects.toMatchObject({
      code: 'FILE_MISSING',
    });
    await expect(convert('', 'quest', { stdin: async () => undefined })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    await expect(convert(QUEST, 'qest')).rejects.toMatchObject({
      code: 'USAGE_INVALID',
      hint: 'Did you mean quest?',
    });
    await expect(convert(QUEST, 'h3a', { from: 'latin' })).rejects.toMatchObject({ code: 'USAGE_INVALID' });
  });
});
