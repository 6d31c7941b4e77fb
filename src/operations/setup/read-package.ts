// The scripts of a package.json, as far as they say how a project is tested.
import { join } from 'node:path';
import * as z from 'zod';
import { YAML_BYTES_MAX } from '../../model/limits.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';

const packageSchema = z.object({ scripts: z.record(z.string(), z.unknown()).optional() });

export type PackageFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'read'; readonly scripts: Readonly<Record<string, string>> };

/** What `npm init` writes where no tests are. */
const isStub = (script: string): boolean => script.includes('no test specified');

/** Scripts that are words; npm's stub for a missing test counts as none. Undefined for what is no package.json. */
export const scriptsOfText = (text: string): Readonly<Record<string, string>> | undefined => {
  try {
    const { scripts = {} } = packageSchema.parse(JSON.parse(text.replace(/^\ufeff/, '')));
    const words = Object.entries(scripts).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry[1].trim() !== '' && !isStub(entry[1]),
    );
    return Object.fromEntries(words);
  } catch {
    return undefined;
  }
};

export const readPackage = async (project: string): Promise<PackageFile> => {
  try {
    const bytes = await readBoundedIfThere(join(project, 'package.json'), YAML_BYTES_MAX);
    if (bytes === undefined) return { kind: 'absent' };
    const scripts = scriptsOfText(bytes.toString('utf8'));
    return scripts === undefined ? { kind: 'broken' } : { kind: 'read', scripts };
  } catch {
    return { kind: 'broken' };
  }
};
