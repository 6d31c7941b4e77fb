// Whether a role may do what its program is about to do. What is unclear is not allowed; every decision names its rule.
import { clip, plainLine } from '../../std/terminal-text.ts';
import { DECISION_CHARS_MAX, PERMISSIONS_NAMED_MAX } from '../limits-permissions.ts';
import { type BashReason, matchBash } from './bash-matcher.ts';
import { isPathAllowed } from './path-globs.ts';
import type { Policy } from './permissions.ts';

export type Action =
  | {
      readonly kind: 'write';
      /** Real and absolute; undefined where nobody can tell which file it is. */
      readonly paths: readonly (string | undefined)[];
    }
  | { readonly kind: 'run'; readonly command: string | undefined }
  | { readonly kind: 'web' }
  | { readonly kind: 'unknown'; readonly name: string };

export interface Decision {
  readonly allowed: boolean;
  /** In words, with the rule. */
  readonly because: string;
}

const decision = (allowed: boolean, because: string): Decision => ({
  allowed,
  because: clip(plainLine(because), DECISION_CHARS_MAX),
});

const listed = (entries: readonly string[]): string => {
  if (entries.length === 0) return 'nothing';
  const more = entries.length - PERMISSIONS_NAMED_MAX;
  return `${entries.slice(0, PERMISSIONS_NAMED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** How the project calls a file; undefined for one outside of the attempt's folders. */
const nameOf = ({ places }: Policy, path: string): string | undefined => {
  const place = places.find(({ directory }) => path.startsWith(`${directory}/`));
  if (place === undefined) return undefined;
  const rest = path.slice(place.directory.length + 1);
  return place.prefix === '' ? rest : `${place.prefix}/${rest}`;
};

const decideFile = (policy: Policy, path: string | undefined): Decision => {
  const { role, write, outputs } = policy;
  if (path === undefined) return decision(false, `nobody can tell which file ${role} would write`);
  if (outputs.includes(path)) return decision(true, `${role} hands this file in`);
  const name = nameOf(policy, path);
  if (name === undefined) return decision(false, `${path} is outside of the folders in which ${role} works`);
  const rule = write.find((entry) => isPathAllowed(name, [entry]));
  return rule === undefined
    ? decision(false, `${role} may write ${listed(write)}, and not ${name} (permissions: write)`)
    : decision(true, `${role} may write ${rule} (permissions: write)`);
};

const decideWrite = (policy: Policy, paths: readonly (string | undefined)[]): Decision => {
  const all = paths.map((path) => decideFile(policy, path));
  return all.find(({ allowed }) => !allowed) ?? all[0] ?? decideFile(policy, undefined);
};

const ONE_COMMAND = 'a command must stand alone, without variables, pipes, redirections and the like';
const WHY: Readonly<Partial<Record<BashReason, string>>> = {
  blocked_metacharacter: ONE_COMMAND,
  invalid_shell_syntax: 'a quotation does not end',
  blocked_find_action: 'find must not change or run anything',
  blocked_rg_flag: 'rg must not run anything',
};

const decideRun = ({ role, run }: Policy, command: string | undefined): Decision => {
  const { allowed, reason } = matchBash(command, run);
  if (!allowed)
    return decision(
      false,
      `${role} may run ${listed(run)}, and not this${WHY[reason] === undefined ? '' : `: ${WHY[reason]}`} (permissions: run)`,
    );
  const rule = run.find((entry) => matchBash(command, [entry]).allowed);
  return decision(true, `${role} may run ${rule ?? 'it'} (permissions: run)`);
};

export const decide = (policy: Policy, action: Action): Decision => {
  switch (action.kind) {
    case 'write':
      return decideWrite(policy, action.paths);
    case 'run':
      return decideRun(policy, action.command);
    case 'web':
      return decision(
        policy.web,
        `${policy.role} may ${policy.web ? '' : 'not '}use the web (permissions: web)`,
      );
    case 'unknown':
      return decision(false, `nothing says that ${policy.role} may use ${action.name}`);
  }
};
