// One flipped byte anywhere in journal and objects is found, and so is a projection that is not what it was.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../src/compose.ts';
import { INLINE_BYTES_MAX } from '../../src/model/limits/limits.ts';
import { placeOf } from '../../src/operations/project/state-directory.ts';
import { type VerifyDocument, verifyRun } from '../../src/operations/verify/verify-run.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { builtPackage } from './built-program.ts';
import { baton, makeScratch, runState, type Scratch } from './scratch.ts';
import { makeSmallRelay, smallScenario } from './small-relay.ts';

const FLIPS = 500;
const SEED = 20_261_115;
const FLIPS_BY_COMMAND = 4;

const filesBelow = (at: string): string[] =>
  readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

let world: Scratch & { remove(): void };
let system: ReturnType<typeof compose>;
let runDirectory: string;

/** A finding that does not fit into a line of the journal. */
const LONG = 'It is not there. '.repeat(INLINE_BYTES_MAX / 16);

beforeAll(async () => {
  world = makeScratch();
  const scenario = smallScenario().replace('issue: It is not there.', `issue: "${LONG}"`);
  const spec = makeSmallRelay(world, scenario);
  const outcome = await baton(world, ['run', 'Two files', '--name', 'r', '--agent', spec, '--json']);
  expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
  runDirectory = join(world.project, '.baton', 'runs', 'r');
  system = compose(builtPackage(), '0.0.0');
});
afterAll(() => world?.remove());

const verify = (): Promise<VerifyDocument> =>
  verifyRun(system, placeOf(world.project, { BATON_STATE: world.state, PATH: process.env['PATH'] }), 'r');

/** Changes one file for the time of a look at the run. */
const withChanged = async <T>(
  path: string,
  change: (bytes: Buffer) => Buffer,
  look: () => Promise<T>,
): Promise<T> => {
  const original = readFileSync(path);
  writeFileSync(path, change(Buffer.from(original)));
  try {
    return await look();
  } finally {
    writeFileSync(path, original);
  }
};

describe('baton verify', () => {
  it('finds an untouched run clean, in the same words each time', async () => {
    const objects = filesBelow(join(runState(world, 'r'), 'objects'));
    expect(objects.length).toBeGreaterThan(0);
    const first = await verify();
    expect(first).toMatchObject({ ok: true, run: 'r', problems: [] });
    const command = await baton(world, ['verify', 'r', '--json']);
    expect([command.exit, JSON.parse(command.stdout)]).toEqual([0, first]);
  });

  it(`finds each of ${FLIPS} flipped bytes in journal and objects`, async () => {
    const random = seededRandom(SEED);
    const state = runState(world, 'r');
    const objects = filesBelow(join(state, 'objects'));
    const missed: string[] = [];
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const path = random.chance(0.85) ? join(state, 'journal.jsonl') : random.pick(objects);
      const at = random.below(statSync(path).size);
      const bit = 1 << random.below(8);
      const look = flip < FLIPS_BY_COMMAND ? lookByCommand : verify;
      const change = (bytes: Buffer): Buffer => {
        bytes[at]! ^= bit;
        return bytes;
      };
      const { ok } = await withChanged(path, change, look);
      if (ok) missed.push(`${path} byte ${at} bit ${bit}`);
    }
    expect(missed).toEqual([]);
    expect((await verify()).ok).toBe(true);
  });

  const lookByCommand = async (): Promise<{ ok: boolean }> => {
    const { exit, stdout } = await baton(world, ['verify', 'r', '--json']);
    expect([0, 1]).toContain(exit);
    const { ok } = JSON.parse(stdout) as { ok: boolean };
    expect(ok).toBe(exit === 0);
    return { ok };
  };

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
    [
      'without its last line',
      (bytes: Buffer) => bytes.subarray(0, bytes.lastIndexOf(0x0a, bytes.length - 2) + 1),
    ],
    ['without its first line', (bytes: Buffer) => bytes.subarray(bytes.indexOf(0x0a) + 1)],
    [
      'with a line twice',
      (bytes: Buffer) =>
        Buffer.concat([bytes, bytes.subarray(bytes.lastIndexOf(0x0a, bytes.length - 2) + 1)]),
    ],
    ['empty', () => Buffer.alloc(0)],
  ])('finds a journal that is %s', async (_, change) => {
    const journal = join(runState(world, 'r'), 'journal.jsonl');
    const ok = await withChanged(journal, change, () =>
      verify().then(
        (found) => found.ok,
        () => false,
      ),
    );
    expect(ok).toBe(false);
  });

  it('finds a flipped byte in the copy that the run directory has', async () => {
    const copy = join(runDirectory, 'journal');
    for (const path of filesBelow(copy)) {
      const { ok, problems } = await withChanged(path, (bytes) => bytes.fill(0x21, 10, 11), verify);
      expect([path, ok, problems[0]?.code]).toEqual([path, false, 'PROJECTION_CHANGED']);
    }
  });

  it('finds an object that is gone', async () => {
    const [object] = filesBelow(join(runState(world, 'r'), 'objects'));
    const bytes = readFileSync(object!);
    rmSync(object!);
    try {
      expect((await verify()).problems.map(({ code }) => code)).toContain('OBJECT_MISSING');
    } finally {
      writeFileSync(object!, bytes);
    }
  });

  it.each(['plan.yaml', 'review.yaml', 'request.md', 'findings.md'])(
    'finds %s edited, deleted, or a link to the same text',
    async (name) => {
      const path = join(runDirectory, name);
      const elsewhere = join(world.root, 'elsewhere');
      cpSync(path, elsewhere);
      const codes = async (): Promise<string[]> => (await verify()).problems.map(({ code }) => code);
      expect(await withChanged(path, (bytes) => Buffer.concat([bytes, Buffer.from('\n')]), codes)).toEqual([
        'PROJECTION_CHANGED',
      ]);
      const bytes = readFileSync(path);
      try {
        rmSync(path);
        expect(await codes()).toEqual(['PROJECTION_CHANGED']);
        symlinkSync(elsewhere, path);
        expect(await codes()).toEqual(['PROJECTION_CHANGED']);
      } finally {
        rmSync(path, { force: true });
        writeFileSync(path, bytes);
      }
      expect(await codes()).toEqual([]);
    },
  );
});
