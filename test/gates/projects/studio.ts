// A monorepo for Vitest with a project for each package: tests in sources, fixtures, fake timers, types, golden files.
import type { Files } from '../case.ts';

const manifest = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

export const STUDIO: Files = {
  'package.json': manifest({
    name: 'studio',
    private: true,
    type: 'module',
    workspaces: ['packages/*'],
    scripts: { test: 'vitest run', types: 'tsc -p .' },
  }),
  'baton.yaml':
    "commands:\n  test: npm test\n  types: npm run types\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {vitest}/vitest node_modules/vitest && ln -s {vitest}/typescript node_modules/typescript && ln -s ../vitest/vitest.mjs node_modules/.bin/vitest && ln -s ../typescript/bin/tsc node_modules/.bin/tsc'\n",
  '.gitignore': 'node_modules/\n',
  'README.md': '# Studio\n',
  'tsconfig.json': manifest({
    compilerOptions: {
      strict: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ['vitest/importMeta'],
    },
    include: ['packages/*/src', 'packages/*/test'],
  }),
  'vitest.config.ts':
    "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { projects: ['packages/*'] } });\n",
  'packages/timeline/package.json': manifest({
    name: '@studio/timeline',
    version: '1.4.0',
    type: 'module',
    exports: { '.': './src/index.ts' },
    imports: { '#timeline/*': './src/*.ts' },
  }),
  'packages/timeline/vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'timeline', include: ['test/**/*.test.ts'], includeSource: ['src/**/*.ts'] },
});
`,
  'packages/timeline/src/index.ts':
    "export { type Clip, overlaps, trim } from './clip.ts';\nexport { Emitter } from './emitter.ts';\nexport { Player } from './player.ts';\n",
  'packages/timeline/src/clip.ts': `export interface Clip {
  readonly start: number;
  readonly end: number;
}

export const overlaps = (a: Clip, b: Clip): boolean => a.start < b.end && b.start < a.end;

export const trim = ({ start, end }: Clip, limit: number): Clip => ({ start, end: Math.max(start, Math.min(end, limit)) });

if (import.meta.vitest) {
  const { describe, expect, it } = import.meta.vitest;

  describe('trim', () => {
    it('cuts what is too long', () => expect(trim({ start: 1, end: 9 }, 5)).toEqual({ start: 1, end: 5 }));
    it('leaves what is short', () => expect(trim({ start: 1, end: 3 }, 5)).toEqual({ start: 1, end: 3 }));
    it('ends no clip before it starts', () => expect(trim({ start: 4, end: 9 }, 2)).toEqual({ start: 4, end: 4 }));
  });
}
`,
  'packages/timeline/src/emitter.ts': `export class Emitter<Events extends Record<string, unknown>> {
  readonly #listeners = new Map<keyof Events, Set<(value: never) => void>>();

  on<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): () => void {
    const all = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, all.add(listener));
    return () => all.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, value: Events[Name]): number {
    const all = [...(this.#listeners.get(name) ?? [])];
    for (const listener of all) listener(value as never);
    return all.length;
  }
}
`,
  'packages/timeline/src/player.ts': `import type { Clip } from './clip.ts';
import { Emitter } from './emitter.ts';

export class Player extends Emitter<{ enter: Clip; leave: Clip; end: number }> {
  readonly #clips: readonly Clip[];
  readonly #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(clips: readonly Clip[]) {
    super();
    this.#clips = clips;
  }

  play(): void {
    for (const clip of this.#clips) {
      this.#at(clip.start, () => this.emit('enter', clip));
      this.#at(clip.end, () => this.emit('leave', clip));
    }
    const last = Math.max(0, ...this.#clips.map(({ end }) => end));
    this.#at(last, () => this.emit('end', last));
  }

  stop(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }

  #at(seconds: number, run: () => void): void {
    this.#timers.push(setTimeout(run, seconds * 1000));
  }
}
`,
  'packages/timeline/test/fixtures.ts': `import { Player } from '#timeline/player';
import { test as base, vi } from 'vitest';

export interface Fixtures {
  readonly player: Player;
  readonly heard: string[];
}

export const test = base.extend<Fixtures>({
  player: async ({}, use) => {
    vi.useFakeTimers();
    await use(new Player([{ start: 0, end: 2 }, { start: 1, end: 3 }]));
    vi.useRealTimers();
  },
  heard: async ({ player }, use) => {
    const heard: string[] = [];
    player.on('enter', ({ start }) => heard.push(\`enter \${start}\`));
    player.on('leave', ({ end }) => heard.push(\`leave \${end}\`));
    player.on('end', (at) => heard.push(\`end \${at}\`));
    await use(heard);
  },
});
`,
  'packages/timeline/test/player.test.ts': `import { describe, expect, vi } from 'vitest';
import { test } from './fixtures.ts';

describe('a player', () => {
  test('enters and leaves in time', ({ player, heard }) => {
    player.play();
    vi.advanceTimersByTime(1000);
    expect(heard).toEqual(['enter 0', 'enter 1']);
    vi.advanceTimersByTime(1999);
    expect(heard).toEqual(['enter 0', 'enter 1', 'leave 2']);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(['enter 0', 'enter 1', 'leave 2', 'leave 3', 'end 3']);
  });

  test('stops', ({ player, heard }) => {
    player.play();
    vi.advanceTimersByTime(500);
    player.stop();
    vi.advanceTimersByTime(9000);
    expect(heard).toEqual(['enter 0']);
  });
});
`,
  'packages/timeline/test/clip.test.ts': `import { overlaps } from '#timeline/clip';
import { expect, test } from 'vitest';

test.for([
  [0, 2, 1, 3, true],
  [0, 1, 1, 2, false],
  [0, 9, 3, 4, true],
  [5, 6, 0, 5, false],
] as const)('%i-%i and %i-%i: %s', ([a, b, c, d, wanted]) => {
  expect(overlaps({ start: a, end: b }, { start: c, end: d })).toBe(wanted);
});
`,
  'packages/timeline/test/emitter.test.ts': `import { Emitter } from '#timeline/emitter';
import { expect, expectTypeOf, test, vi } from 'vitest';

test('tells listeners until they leave', () => {
  const emitter = new Emitter<{ tick: number }>();
  const listener = vi.fn();
  const leave = emitter.on('tick', listener);
  expect(emitter.emit('tick', 1)).toBe(1);
  leave();
  expect(emitter.emit('tick', 2)).toBe(0);
  expect(listener.mock.calls).toEqual([[1]]);
});

test('knows what its events are', () => {
  const emitter = new Emitter<{ tick: number }>();
  emitter.on('tick', (value) => expectTypeOf(value).toEqualTypeOf<number>());
  // @ts-expect-error there is no such event
  emitter.emit('tock', 1);
  // @ts-expect-error a tick has a number
  expect(emitter.emit('tick', 'one')).toBe(1);
});
`,
  'packages/captions/package.json': manifest({
    name: '@studio/captions',
    version: '0.3.0',
    type: 'module',
    exports: { '.': './src/srt.ts' },
  }),
  'packages/captions/vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'captions', include: ['test/**/*.test.ts'], setupFiles: ['test/setup.ts'] } });
`,
  'packages/captions/src/srt.ts': `export interface Caption {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const two = (value: number): string => String(value).padStart(2, '0');

export const stamp = (seconds: number): string => {
  const all = Math.round(seconds * 1000);
  const rest = all % 1000;
  const whole = (all - rest) / 1000;
  return \`\${two(Math.floor(whole / 3600))}:\${two(Math.floor(whole / 60) % 60)}:\${two(whole % 60)},\${String(rest).padStart(3, '0')}\`;
};

export const toSrt = (captions: readonly Caption[]): string =>
  captions.map(({ start, end, text }, at) => \`\${at + 1}\\n\${stamp(start)} --> \${stamp(end)}\\n\${text}\\n\`).join('\\n');

export const fromSrt = (text: string): Caption[] =>
  text.split(/\\n\\n/).flatMap((block) => {
    const [, times = '', ...lines] = block.trim().split('\\n');
    const [start, end] = times.split(' --> ').map((part) => {
      const [hours = 0, minutes = 0, seconds = 0] = part.replace(',', '.').split(':').map(Number);
      return hours * 3600 + minutes * 60 + seconds;
    });
    return start === undefined || end === undefined ? [] : [{ start, end, text: lines.join('\\n') }];
  });
`,
  'packages/captions/test/setup.ts': `import { expect } from 'vitest';

expect.extend({
  toLast(caption: { start: number; end: number }, seconds: number) {
    const got = caption.end - caption.start;
    return { pass: Math.abs(got - seconds) < 0.001, message: () => \`expected \${seconds} s, got \${got} s\` };
  },
});

declare module 'vitest' {
  interface Matchers<T> {
    toLast(seconds: number): T;
  }
}
`,
  'packages/captions/test/srt.test.ts': `import { describe, expect, test } from 'vitest';
import { fromSrt, stamp, toSrt } from '../src/srt.ts';

const captions = [
  { start: 0, end: 1.5, text: 'Hello' },
  { start: 61, end: 3662.25, text: 'you\\nthere' },
];

describe('srt', () => {
  test('is written', async () => {
    await expect(toSrt(captions)).toMatchFileSnapshot('golden/two.srt');
  });

  test('is read', () => {
    const read = fromSrt(toSrt(captions));
    expect(read).toEqual(captions);
    expect(read[0]).toLast(1.5);
  });

  test.each([
    { seconds: 0, text: '00:00:00,000' },
    { seconds: 59.9996, text: '00:01:00,000' },
    { seconds: 3600, text: '01:00:00,000' },
  ])('$seconds is $text', ({ seconds, text }) => {
    expect(stamp(seconds)).toBe(text);
  });
});
`,
  'packages/captions/test/golden/two.srt':
    '1\n00:00:00,000 --> 00:00:01,500\nHello\n\n2\n00:01:01,000 --> 01:01:02,250\nyou\nthere\n',
};
