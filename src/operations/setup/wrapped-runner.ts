// A test line behind another program (`ts-scripts test`) comes to no runner that Baton can ask: which one may be meant.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { CommandEvidence } from '../../model/evidence.ts';
import { LOCK_BYTES_MAX, YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { runnerOfLine } from '../../runners/reports/ask-report.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { readPackage } from './read-package.ts';

/** How each runner is called so that it names its tests. */
const LINES: ReadonlyMap<string, string> = new Map([
  ['vitest', 'npx vitest run'],
  ['jest', 'npx jest'],
  ['mocha', 'npx mocha'],
  ['ava', 'npx ava --tap'],
]);

const namesSchema = z.record(z.string(), z.unknown()).optional().catch(undefined);
const dependenciesSchema = z.object({
  dependencies: namesSchema,
  devDependencies: namesSchema,
  optionalDependencies: namesSchema,
});
const lockSchema = z.object({ packages: namesSchema, dependencies: namesSchema });

const parsed = <T>(schema: z.ZodType<T>, text: string): T | undefined => {
  try {
    return schema.parse(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return undefined;
  }
};

const textOf = async (path: string, bytesMax: number): Promise<string> =>
  (await readBoundedIfThere(path, bytesMax).catch(() => undefined))?.toString('utf8') ?? '';

const runnersAmong = (has: (name: string) => boolean): readonly string[] => [...LINES.keys()].filter(has);

/** What the project itself asks for comes before what its lock file or its folder has. */
const dependedOn = async (project: string): Promise<readonly string[]> => {
  const asked = parsed(dependenciesSchema, await textOf(join(project, 'package.json'), YAML_BYTES_MAX));
  const own = runnersAmong((name) =>
    Object.values(asked ?? {}).some((names) => names !== undefined && Object.hasOwn(names, name)),
  );
  if (own.length > 0) return own;
  const npm = parsed(lockSchema, await textOf(join(project, 'package-lock.json'), LOCK_BYTES_MAX));
  const others = await Promise.all(
    ['pnpm-lock.yaml', 'yarn.lock'].map((file) => textOf(join(project, file), LOCK_BYTES_MAX)),
  );
  const locked = runnersAmong(
    (name) =>
      Object.hasOwn(npm?.packages ?? {}, `node_modules/${name}`) ||
      Object.hasOwn(npm?.dependencies ?? {}, name) ||
      others.some((text) => new RegExp(`^\\s*['"]?/?${name}@`, 'm').test(text)),
  );
  if (locked.length > 0) return locked;
  return runnersAmong((name) => existsSync(join(project, 'node_modules', '.bin', name)));
};

/** The line to try in the place of one that hides its runner; undefined where it hides none, or several may be meant. */
export const lineBehind = async (project: string, line: string): Promise<string | undefined> => {
  const found = await readPackage(project);
  if (found.kind !== 'read' || runnerOfLine(line, found.scripts, false) !== undefined) return undefined;
  const [runner, ...more] = await dependedOn(project);
  return runner === undefined || more.length > 0 ? undefined : LINES.get(runner);
};

/** Whether every test of a run has a name. */
export const namesTests = ({ tests }: CommandEvidence): boolean =>
  tests !== null && tests.total > 0 && (tests.cases?.length ?? 0) >= tests.total;
