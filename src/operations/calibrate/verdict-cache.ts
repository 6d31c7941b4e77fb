// Verdicts by trees, gate and declaration. An entry that cannot be read is as good as none.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { JUDGEMENT_VERSION } from '../../model/run/verdict.ts';
import type { Place } from '../../runners/commands/place.ts';
import { canonicalJson } from '../../std/canonical-json.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';
import { replaceFile } from '../../std/disk/replace-file.ts';
import { dropOldest } from '../../std/drop-oldest.ts';
import { sha256 } from '../../std/sha256.ts';
import type { Gated, GateName } from './gates.ts';
import { CALIBRATE_VERDICTS_MAX } from './limits.ts';
import { type Said, saidSchema } from './said.ts';

export interface VerdictCache {
  read(gate: GateName, gated: Gated): Promise<Said | undefined>;
  keep(gate: GateName, gated: Gated, said: Said): Promise<void>;
  /** How many verdicts were not judged again. */
  readonly hits: () => number;
}

const ENTRY_BYTES_MAX = 1024 * 1024;
const entrySchema = z.strictObject({ v: z.literal(1), key: z.string(), said: saidSchema });

/** Whatever a verdict depends on: another version of Baton may judge otherwise. */
const keyOf = (version: string, gate: GateName, gated: Gated): string => {
  const { config, ...rest } = gated;
  const { commands, tests, waived, limits, hook, namedCommands } = config;
  const about = { ...rest, commands, tests, waived, limits, hook, namedCommands };
  return sha256(
    canonicalJson(JSON.parse(JSON.stringify([version, JUDGEMENT_VERSION, process.version, gate, about]))),
  );
};

export const verdictCache = (place: Place, version: string): VerdictCache => {
  const directory = join(place.stateDirectory, '.cache', 'calibrate');
  const pathOf = (key: string): string => join(directory, `${key.slice('sha256:'.length)}.json`);
  let found = 0;
  return {
    hits: () => found,
    read: async (gate, gated) => {
      const key = keyOf(version, gate, gated);
      try {
        const bytes = await readBounded(pathOf(key), ENTRY_BYTES_MAX);
        const entry = entrySchema.parse(JSON.parse(bytes.toString('utf8')));
        if (entry.key !== key) return undefined;
        found += 1;
        return entry.said;
      } catch {
        return undefined;
      }
    },
    keep: async (gate, gated, said) => {
      const key = keyOf(version, gate, gated);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await replaceFile(pathOf(key), JSON.stringify({ v: 1, key, said }));
      await dropOldest(directory, CALIBRATE_VERDICTS_MAX);
    },
  };
};
