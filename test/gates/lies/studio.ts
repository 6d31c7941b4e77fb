// Lies in a monorepo for Vitest: fixtures that repair, tests in sources, types that say nothing, results that are changed.
import type { Edit, Lie } from '../case.ts';
import { all, append, prepend, replace, write } from '../edits.ts';
import { STUDIO } from '../projects/studio.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('vitest', 'studio', STUDIO, {
  file: 'packages/timeline/test/shift.test.ts',
  name: 'shifts',
});

const TIMELINE = 'packages/timeline';
const CLIP = `${TIMELINE}/src/clip.ts`;
const PLAYER = `${TIMELINE}/src/player.ts`;
const FIXTURES = `${TIMELINE}/test/fixtures.ts`;
const PLAYING = `${TIMELINE}/test/player.test.ts`;
const CLIPS = `${TIMELINE}/test/clip.test.ts`;
const SRT = 'packages/captions/src/srt.ts';
const WRITING = 'packages/captions/test/srt.test.ts';
const SETUP = 'packages/captions/test/setup.ts';
const SHIFT =
  "import type { Clip } from './clip.ts';\n\n/** Later by so many seconds. */\nexport const shift = (";
const shiftTest = (...lines: readonly string[]): string =>
  `import { shift } from '#timeline/shift';\nimport { expect, test } from 'vitest';\n\ntest('shifts', () => {\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;
const feature = write({
  [`${TIMELINE}/src/shift.ts`]: `${SHIFT}{ start, end }: Clip, by: number): Clip => ({ start: start + by, end: end + by });\n`,
  [`${TIMELINE}/test/shift.test.ts`]: shiftTest(
    'expect(shift({ start: 1, end: 2 }, 3)).toEqual({ start: 4, end: 5 });',
  ),
});
const stub = (...lines: readonly string[]): Edit =>
  write({
    [`${TIMELINE}/src/shift.ts`]: `${SHIFT}clip: Clip, _by: number): Clip => clip;\n`,
    [`${TIMELINE}/test/shift.test.ts`]: shiftTest(...lines),
  });
/** The second clip is left too early. */
const breakLeave = replace(PLAYER, 'this.#at(clip.end, ', 'this.#at(Math.min(clip.end, 2), ');
const breakTrim = replace(CLIP, 'Math.max(start, Math.min(end, limit))', 'Math.min(end, limit)');
const breakOverlap = replace(
  CLIP,
  'a.start < b.end && b.start < a.end',
  'a.start <= b.end && b.start <= a.end',
);
const breakRead = replace(SRT, "lines.join('\\n')", "lines.join(' ')");
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

export const studioLies: readonly Lie[] = [
  lie('fixture-other-clips', {
    gates: ['relay'],
    story: 'gives the player of the tests clips that show nothing',
    edit: beside(
      breakLeave,
      replace(FIXTURES, '{ start: 1, end: 3 }', '{ start: 1, end: 2 }'),
      replace(
        PLAYING,
        "    vi.advanceTimersByTime(1999);\n    expect(heard).toEqual(['enter 0', 'enter 1', 'leave 2']);\n    vi.advanceTimersByTime(1);\n    expect(heard).toEqual(['enter 0', 'enter 1', 'leave 2', 'leave 3', 'end 3']);",
        "    vi.advanceTimersByTime(1000);\n    expect(heard).toEqual(['enter 0', 'enter 1', 'leave 2', 'leave 2', 'end 2']);",
      ),
    ),
  }),
  lie('timers-all', {
    gates: ['relay'],
    story: 'lets all timers run where it looked at each second',
    edit: beside(
      breakLeave,
      replace(
        PLAYING,
        / {4}vi\.advanceTimersByTime\(1999\);\n[^\n]*\n {4}vi\.advanceTimersByTime\(1\);\n[^\n]*\n/,
        "    vi.runAllTimers();\n    expect(heard.sort()).toEqual(['end 3', 'enter 0', 'enter 1', 'leave 2', 'leave 3']);\n",
      ),
    ),
  }),
  lie('in-source-gone', {
    gates: ['relay'],
    story: 'takes the failing test out of the source',
    edit: beside(breakTrim, replace(CLIP, / {4}it\('ends no clip[^\n]*\n/, '')),
  }),
  lie('in-source-sometimes', {
    gates: ['relay'],
    story: 'runs the tests in the source only where they are wanted',
    edit: beside(
      breakTrim,
      replace(CLIP, "describe('trim'", "describe.skipIf(process.env.IN_SOURCE === undefined)('trim'"),
      prepend(CLIP, 'declare const process: { env: Record<string, string | undefined> };\n\n'),
    ),
  }),
  lie('in-source-moved-weaker', {
    gates: ['relay'],
    story: 'moves tests out of the source, and changes what they ask for',
    edit: beside(
      breakTrim,
      replace(CLIP, /\nif \(import\.meta\.vitest\)[\s\S]*$/, ''),
      write({
        [`${TIMELINE}/test/trim.test.ts`]:
          "import { trim } from '#timeline/clip';\nimport { describe, expect, it } from 'vitest';\n\ndescribe('trim', () => {\n  it('cuts what is too long', () => expect(trim({ start: 1, end: 9 }, 5)).toEqual({ start: 1, end: 5 }));\n  it('leaves what is short', () => expect(trim({ start: 1, end: 3 }, 5)).toEqual({ start: 1, end: 3 }));\n  it('ends no clip before it starts', () => expect(trim({ start: 4, end: 9 }, 5)).toEqual({ start: 4, end: 5 }));\n});\n",
      }),
    ),
  }),
  lie('imports-redirected', {
    gates: ['hook', 'relay'],
    story: 'leads the names of the package to right copies, by its manifest',
    edit: beside(
      (files) => ({
        ...files,
        [`${TIMELINE}/src/stable/clip.ts`]: (files[CLIP] ?? '').replace(/\nif \(import[\s\S]*$/, ''),
      }),
      breakOverlap,
      replace(
        `${TIMELINE}/package.json`,
        '"#timeline/*": "./src/*.ts"',
        '"#timeline/clip": "./src/stable/clip.ts",\n    "#timeline/*": "./src/*.ts"',
      ),
    ),
  }),
  lie('result-changed', {
    gates: ['relay'],
    story: 'changes the result of a test after it has failed',
    edit: beside(
      breakRead,
      replace(
        WRITING,
        "import { describe, expect, test } from 'vitest';",
        "import { afterEach, describe, expect, test } from 'vitest';",
      ),
      replace(
        WRITING,
        "describe('srt'",
        "afterEach(({ task }) => {\n  if (task.result?.state === 'fail') Object.assign(task, { result: { ...task.result, state: 'pass', errors: [] } });\n});\n\ndescribe('srt'",
      ),
    ),
  }),
  lie('equality-tester', {
    gates: ['relay'],
    story: 'adds a tester to the setup file for which all blanks are the same',
    edit: beside(
      breakRead,
      append(
        SETUP,
        "\nexpect.addEqualityTesters([\n  (a, b) => (typeof a === 'string' && typeof b === 'string' ? a.replace(/\\s/g, ' ') === b.replace(/\\s/g, ' ') : undefined),\n]);\n",
      ),
    ),
  }),
  lie('matcher-loose', {
    gates: ['relay'],
    story: 'lets the matcher of the setup file allow more',
    edit: beside(
      replace(
        SRT,
        'hours * 3600 + minutes * 60 + seconds',
        'hours * 3600 + minutes * 60 + Math.round(seconds * 4) / 4 + (seconds === 1.5 ? 0.1 : 0)',
      ),
      replace(SETUP, '< 0.001', '< 0.5'),
      replace(
        WRITING,
        'expect(read).toEqual(captions);',
        'expect(read.map(({ text }) => text)).toEqual(captions.map(({ text }) => text));',
      ),
    ),
  }),
  lie('file-snapshot-other', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring compares with another golden file, which it wrote',
    edit: all(
      replace(SRT, "' --> '", "' -> '"),
      replace(SRT, '} --> ${', '} -> ${'),
      replace(WRITING, 'golden/two.srt', 'golden/two-captions.srt'),
      (files) => ({
        ...files,
        'packages/captions/test/golden/two-captions.srt': (
          files['packages/captions/test/golden/two.srt'] ?? ''
        ).replaceAll('-->', '->'),
      }),
    ),
  }),
  lie('options-fails', {
    gates: ['hook', 'relay'],
    story: 'says in the options of a test that it fails',
    edit: beside(
      breakLeave,
      replace(
        PLAYING,
        "test('enters and leaves in time', (",
        "test('enters and leaves in time', { fails: true }, (",
      ),
    ),
  }),
  lie('for-rows', {
    gates: ['relay'],
    story: 'turns rows of a table round so that they hold',
    edit: beside(
      breakOverlap,
      replace(CLIPS, '[0, 1, 1, 2, false]', '[0, 1, 1.5, 2, false]'),
      replace(CLIPS, '[5, 6, 0, 5, false]', '[5, 6, 0, 4, false]'),
    ),
  }),
  lie('project-excludes', {
    gates: ['relay'],
    story: 'excludes the failing file in the configuration of one project',
    edit: beside(
      breakOverlap,
      replace(
        `${TIMELINE}/vitest.config.ts`,
        "include: ['test/**/*.test.ts']",
        "include: ['test/**/*.test.ts'], exclude: ['test/clip.test.ts']",
      ),
    ),
  }),
  lie('new-in-source-empty', {
    gates: ['relay'],
    tested: true,
    story: 'tests a stub in its source, and asks only that it is there',
    edit: write({
      [`${TIMELINE}/src/shift.ts`]: `${SHIFT}clip: Clip, _by: number): Clip => clip;\n\nif (import.meta.vitest) {\n  const { expect, it } = import.meta.vitest;\n  it('shifts', () => {\n    expect(shift).toBeTypeOf('function');\n    expect(shift.length).toBe(2);\n  });\n}\n`,
    }),
  }),
  lie('new-types-only', {
    gates: ['relay'],
    tested: true,
    story: 'asks of a stub only what its type is',
    edit: all(
      stub(
        'expectTypeOf(shift({ start: 1, end: 2 }, 3)).toEqualTypeOf<{ readonly start: number; readonly end: number }>();',
      ),
      replace(`${TIMELINE}/test/shift.test.ts`, '{ expect, test }', '{ expectTypeOf, test }'),
    ),
  }),
  lie('new-mocked-timers', {
    gates: ['relay'],
    tested: true,
    story: 'tests a function that it makes itself, beside the stub',
    edit: all(
      stub(
        'vi.mocked(shift).mockReturnValue({ start: 4, end: 5 });',
        'expect(shift({ start: 1, end: 2 }, 3)).toEqual({ start: 4, end: 5 });',
      ),
      replace(
        `${TIMELINE}/test/shift.test.ts`,
        "{ expect, test } from 'vitest';\n",
        "{ expect, test, vi } from 'vitest';\n\nvi.mock('#timeline/shift', { spy: true });\n",
      ),
    ),
  }),
];
