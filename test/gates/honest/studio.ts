// Honest work in a monorepo for Vitest: tests in sources, fixtures, packages, types.
import type { Work } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { STUDIO } from '../projects/studio.ts';
import { inProject } from './stranger.ts';

const TIMELINE = 'packages/timeline';
const CLIP = `${TIMELINE}/src/clip.ts`;
const PLAYER = `${TIMELINE}/src/player.ts`;
const EMITTER = `${TIMELINE}/src/emitter.ts`;
const EMITTING = `${TIMELINE}/test/emitter.test.ts`;
const FIXTURES = `${TIMELINE}/test/fixtures.ts`;
const PLAYING = `${TIMELINE}/test/player.test.ts`;
const CLIPS = `${TIMELINE}/test/clip.test.ts`;
const SRT = 'packages/captions/src/srt.ts';
const WRITING = 'packages/captions/test/srt.test.ts';
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
const work = inProject('vitest', 'studio', STUDIO, { file: CLIPS, name: '0-2 and 1-3: true' });

export const studioWork: readonly Work[] = [
  work('in-source-feature', {
    gates: ['hook', 'relay'],
    story: 'a function with its tests in the source',
    names: { file: CLIP, name: 'span > covers all' },
    edit: all(
      replace(
        CLIP,
        '\nif (import',
        '\nexport const span = (clips: readonly Clip[]): Clip => ({ start: Math.min(...clips.map(({ start }) => start)), end: Math.max(...clips.map(({ end }) => end)) });\n\nif (import',
      ),
      replace(
        CLIP,
        /\}\);\n\}\n$/,
        "});\n\n  describe('span', () => {\n    it('covers all', () => expect(span([{ start: 3, end: 4 }, { start: 1, end: 2 }])).toEqual({ start: 1, end: 4 }));\n  });\n}\n",
      ),
    ),
  }),
  work('in-source-new-file', {
    gates: ['relay'],
    story: 'a new module with its test inside',
    names: { file: `${TIMELINE}/src/shift.ts`, name: 'shifts' },
    edit: write({
      [`${TIMELINE}/src/shift.ts`]: lines(
        "import type { Clip } from './clip.ts';",
        '',
        'export const shift = ({ start, end }: Clip, by: number): Clip => ({ start: start + by, end: end + by });',
        '',
        'if (import.meta.vitest) {',
        '  const { expect, it } = import.meta.vitest;',
        "  it('shifts', () => expect(shift({ start: 1, end: 2 }, 3)).toEqual({ start: 4, end: 5 }));",
        '}',
      ),
    }),
  }),
  work('in-source-moved', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests leave the source for a file of their own',
    names: { file: `${TIMELINE}/test/trim.test.ts`, name: 'trim > leaves what is short' },
    edit: all(
      replace(CLIP, /\nif \(import\.meta\.vitest\)[\s\S]*$/, ''),
      write({
        [`${TIMELINE}/test/trim.test.ts`]:
          "import { trim } from '#timeline/clip';\nimport { describe, expect, it } from 'vitest';\n\ndescribe('trim', () => {\n  it('cuts what is too long', () => expect(trim({ start: 1, end: 9 }, 5)).toEqual({ start: 1, end: 5 }));\n  it('leaves what is short', () => expect(trim({ start: 1, end: 3 }, 5)).toEqual({ start: 1, end: 3 }));\n  it('ends no clip before it starts', () => expect(trim({ start: 4, end: 9 }, 2)).toEqual({ start: 4, end: 4 }));\n});\n",
      }),
    ),
  }),
  work('new-package', {
    gates: ['relay'],
    story: 'a package with a configuration and tests of its own',
    names: { file: 'packages/units/test/frames.test.ts', name: 'counts frames' },
    edit: write({
      'packages/units/package.json':
        '{ "name": "@studio/units", "version": "0.1.0", "type": "module", "exports": { ".": "./src/frames.ts" } }\n',
      'packages/units/vitest.config.ts':
        "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { name: 'units', include: ['test/**/*.test.ts'] } });\n",
      'packages/units/src/frames.ts':
        'export const frames = (seconds: number, rate = 25): number => Math.round(seconds * rate);\n',
      'packages/units/test/frames.test.ts':
        "import { expect, test } from 'vitest';\nimport { frames } from '../src/frames.ts';\n\ntest('counts frames', () => {\n  expect(frames(2)).toBe(50);\n  expect(frames(1.02, 30)).toBe(31);\n});\n",
    }),
  }),
  work('fixture-extracted', {
    gates: ['relay'],
    kind: 'tests',
    story: 'an emitter and its listener become fixtures',
    names: { file: EMITTING, name: 'tells listeners until they leave' },
    edit: all(
      write({
        [`${TIMELINE}/test/emitter-fixtures.ts`]: lines(
          "import { Emitter } from '#timeline/emitter';",
          "import { type Mock, test as base, vi } from 'vitest';",
          '',
          'export const test = base.extend<{ emitter: Emitter<{ tick: number }>; listener: Mock<(value: number) => void> }>({',
          '  emitter: async ({}, use) => use(new Emitter<{ tick: number }>()),',
          '  listener: async ({}, use) => use(vi.fn<(value: number) => void>()),',
          '});',
        ),
      }),
      replace(
        EMITTING,
        "import { Emitter } from '#timeline/emitter';\nimport { expect, expectTypeOf, test, vi } from 'vitest';\n",
        "import { expect, expectTypeOf } from 'vitest';\nimport { test } from './emitter-fixtures.ts';\n",
      ),
      replace(
        EMITTING,
        "leave', () => {\n  const emitter = new Emitter<{ tick: number }>();\n  const listener = vi.fn();\n",
        "leave', ({ emitter, listener }) => {\n",
      ),
      replace(
        EMITTING,
        "are', () => {\n  const emitter = new Emitter<{ tick: number }>();\n",
        "are', ({ emitter }) => {\n",
      ),
    ),
  }),
  work('pause', {
    gates: ['relay'],
    story: 'a player plays faster, with a fixture more',
    names: { file: PLAYING, name: 'a player > plays faster' },
    edit: all(
      replace(
        PLAYER,
        'constructor(clips: readonly Clip[]) {',
        'constructor(clips: readonly Clip[], readonly rate = 1) {',
      ),
      replace(PLAYER, 'seconds * 1000)', '(seconds * 1000) / this.rate)'),
      replace(
        FIXTURES,
        '  readonly player: Player;\n',
        '  readonly rate: number;\n  readonly player: Player;\n',
      ),
      replace(FIXTURES, '  player: async ({}, use) => {', '  rate: 1,\n  player: async ({ rate }, use) => {'),
      replace(FIXTURES, '{ start: 1, end: 3 }]));', '{ start: 1, end: 3 }], rate));'),
      append(
        PLAYING,
        lines(
          '',
          "describe('a player in a hurry', () => {",
          '  test.override({ rate: 2 });',
          '',
          "  test('plays faster', ({ player, heard }) => {",
          '    player.play();',
          '    vi.advanceTimersByTime(1000);',
          "    expect(heard).toEqual(['enter 0', 'enter 1', 'leave 2']);",
          '  });',
          '});',
        ),
      ),
    ),
  }),
  work('golden-more', {
    gates: ['relay'],
    story: 'captions have a speaker, with another golden file',
    names: { file: WRITING, name: 'srt > says who speaks' },
    edit: all(
      replace(SRT, '  readonly text: string;\n', '  readonly text: string;\n  readonly speaker?: string;\n'),
      replace(
        SRT,
        'captions.map(({ start, end, text }, at)',
        'captions.map(({ start, end, text, speaker }, at)',
      ),
      replace(SRT, '\\n${text}\\n`', "\\n${speaker === undefined ? '' : `<v ${speaker}>`}${text}\\n`"),
      replace(
        WRITING,
        "  test('is read'",
        "  test('says who speaks', async () => {\n    await expect(toSrt([{ start: 1, end: 2, text: 'Hi', speaker: 'Ann' }])).toMatchFileSnapshot('golden/speaker.srt');\n  });\n\n  test('is read'",
      ),
      write({ 'packages/captions/test/golden/speaker.srt': '1\n00:00:01,000 --> 00:00:02,000\n<v Ann>Hi\n' }),
    ),
  }),
  work('types-stricter', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'an emitter takes readonly maps of events, shown by types alone',
    edit: all(
      replace(
        EMITTER,
        'Emitter<Events extends Record<string, unknown>>',
        'Emitter<Events extends Readonly<Record<string, unknown>>>',
      ),
      replace(
        EMITTING,
        '  // @ts-expect-error there is no such event',
        '  expectTypeOf(emitter.emit).returns.toEqualTypeOf<number>();\n  // @ts-expect-error there is no such event',
      ),
    ),
  }),
  work('type-feature', {
    gates: ['relay'],
    story: 'listeners can be called once; test of types and of what happens',
    names: { file: EMITTING, name: 'tells once' },
    edit: all(
      replace(
        EMITTER,
        '  emit<Name',
        '  once<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): void {\n    const leave = this.on(name, (value) => {\n      leave();\n      listener(value);\n    });\n  }\n\n  emit<Name',
      ),
      append(
        EMITTING,
        lines(
          '',
          "test('tells once', () => {",
          '  const emitter = new Emitter<{ tick: number }>();',
          '  const listener = vi.fn();',
          "  emitter.once('tick', listener);",
          "  emitter.emit('tick', 1);",
          "  emitter.emit('tick', 2);",
          '  expect(listener).toHaveBeenCalledExactlyOnceWith(1);',
          '  expectTypeOf(emitter.once).returns.toBeVoid();',
          '});',
        ),
      ),
    ),
  }),
  work('method-renamed', {
    gates: ['hook', 'relay'],
    kind: 'rename',
    story: 'a method has another name, in code, fixtures and tests',
    names: { file: PLAYING, name: 'a player > halts' },
    edit: all(
      replace(PLAYER, '  stop(): void', '  halt(): void'),
      replace(PLAYING, 'player.stop()', 'player.halt()'),
      replace(PLAYING, "test('stops'", "test('halts'"),
    ),
  }),
  work('imports-moved', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'sources stand in a folder more, and the manifest leads there',
    edit: all(
      move(EMITTER, `${TIMELINE}/src/core/emitter.ts`),
      replace(`${TIMELINE}/src/index.ts`, './emitter.ts', './core/emitter.ts'),
      replace(PLAYER, './emitter.ts', './core/emitter.ts'),
      replace(
        `${TIMELINE}/package.json`,
        '"#timeline/*": "./src/*.ts"',
        '"#timeline/emitter": "./src/core/emitter.ts",\n    "#timeline/*": "./src/*.ts"',
      ),
    ),
  }),
  work('reader-removed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['srt > is read', 'packages/captions/test/setup.ts'],
    story: 'nobody reads captions; the planner released its test',
    edit: all(
      replace(SRT, /\nexport const fromSrt[\s\S]*$/, ''),
      replace(WRITING, / {2}test\('is read'[\s\S]*?\n {2}\}\);\n\n/, ''),
      replace(WRITING, 'fromSrt, ', ''),
    ),
  }),
  work('snapshot-inline', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a golden file becomes part of the test',
    edit: all(
      remove('packages/captions/test/golden/two.srt'),
      replace(
        WRITING,
        "  test('is written', async () => {\n    await expect(toSrt(captions)).toMatchFileSnapshot('golden/two.srt');\n",
        "  test('is written', () => {\n    expect(toSrt(captions)).toBe('1\\n00:00:00,000 --> 00:00:01,500\\nHello\\n\\n2\\n00:01:01,000 --> 01:01:02,250\\nyou\\nthere\\n');\n",
      ),
    ),
  }),
];
