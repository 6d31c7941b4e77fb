// The scripts of a package.json, as far as they say how a project is tested.
import { join } from 'node:path';
import * as z from 'zod';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';

const packageSchema = z.object({
  scripts: z.record(z.string(), z.unknown()).optional(),
  packageManager: z.unknown().optional(),
  workspaces: z.unknown().optional(),
});

export type PackageFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'broken' }
  | {
      readonly kind: 'read';
      readonly scripts: Readonly<Record<string, string>>;
      /** `pnpm` of `pnpm@9.1.0`. */
      readonly manager: string | undefined;
      readonly hasWorkspaces: boolean;
    };

/** What `npm init` writes where no tests are. */
const isStub = (script: string): boolean => script.includes('no test specified');

type Read = Extract<PackageFile, { kind: 'read' }>;

/** Undefined for what is no package.json. */
export const packageOfText = (text: string): Read | undefined => {
  try {
    const { scripts = {}, ...found } = packageSchema.parse(JSON.parse(text.replace(/^\ufeff/, '')));
    const words = Object.entries(scripts).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry[1].trim() !== '' && !isStub(entry[1]),
    );
    const manager = typeof found.packageManager === 'string' ? found.packageManager.split('@')[0] : undefined;
    const hasWorkspaces = found.workspaces !== undefined;
    return { kind: 'read', scripts: Object.fromEntries(words), manager, hasWorkspaces };
  } catch {
    return undefined;
  }
};

/** Scripts that are words; npm's stub for a missing test counts as none. Undefined for what is no package.json. */
export const scriptsOfText = (text: string): Readonly<Record<string, string>> | undefined =>
  packageOfText(text)?.scripts;

export const readPackage = async (project: string): Promise<PackageFile> => {
  try {
    const bytes = await readBoundedIfThere(join(project, 'package.json'), YAML_BYTES_MAX);
    if (bytes === undefined) return { kind: 'absent' };
    return packageOfText(bytes.toString('utf8')) ?? { kind: 'broken' };
  } catch {
    return { kind: 'broken' };
  }
};
