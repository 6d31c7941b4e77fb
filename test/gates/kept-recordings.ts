// Recordings on disk: one file for each runner, one line for each recording.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyRunner } from './case.ts';
import type { Recording } from './recording.ts';

const FOLDER = fileURLToPath(new URL('../gates/recordings', import.meta.url));
const fileOf = (runner: AnyRunner): string => join(FOLDER, `${runner}.jsonl`);
const keyOf = ({ id, gate }: Recording): string => `${id} ${gate}`;

const readFile = (file: string): Recording[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Recording)
    : [];

export const readRecordings = (): readonly Recording[] =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((name) => name.endsWith('.jsonl'))
        .sort()
        .flatMap((name) => readFile(join(FOLDER, name)))
    : [];

/** New ones take the place of those of the same case and gate; those of cases that are gone go. */
export const keepRecordings = (
  runner: AnyRunner,
  recordings: readonly Recording[],
  isKnown: (recording: Recording) => boolean,
): void => {
  mkdirSync(FOLDER, { recursive: true });
  const kept = new Map(
    readFile(fileOf(runner))
      .filter(isKnown)
      .map((one) => [keyOf(one), one]),
  );
  for (const one of recordings) kept.set(keyOf(one), one);
  const lines = [...kept.values()]
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((one) => `${JSON.stringify(one)}\n`);
  // A run that is ended in the middle of this loses no recording.
  writeFileSync(`${fileOf(runner)}.part`, lines.join(''));
  renameSync(`${fileOf(runner)}.part`, fileOf(runner));
};
