// Whether a role may do what its program is about to do. What is unclear is not allowed; every decision names its rule.
import { clip, plainLine } from '../../std/terminal-text.ts';
import { DECISION_CHARS_MAX, PERMISSIONS_NAMED_MAX } from '../limits/permissions.ts';
import { type BashReason, matchBash } from './bash-matcher.ts';
import { isPathAllowed } from './path-globs.ts';
import type { Policy } from './permissions.ts';
import { isShowable, type Wish } from './wish.ts';

export type Action =
  | {
      readonly kind: 'write';
      /** Real and absolute; undefined where nobody can tell which file it is. */
      readonly paths: readonly (string | undefined)[];
    }
  | { readonly kind: 'run'; readonly command: string | undefined }
  | { readonly kind: 'web'; readonly url?: string | undefined }
  | {
      readonly kind: 'unknown';
      readonly name: string;
      /** What it is called with, as JSON. */
      readonly input?: string;
    };

export interface Decision {
  readonly allowed: boolean;
  /** In words, with the rule. */
  readonly because: string;
  /** No rule decides about it, and a person may. */
  readonly wish?: Wish;
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

/** Only what a person can read whole, and only for a role whose wishes are put to one. */
const withWish = (policy: Policy, refused: Decision, wish: Wish): Decision =>
  policy.asks === undefined || !isShowable(wish) ? refused : { ...refused, wish };

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

/** A file that some rule could allow; nothing allows one outside of the folders, or in `.git`. */
const openName = (policy: Policy, path: string | undefined): string | undefined => {
  const name = path === undefined ? undefined : nameOf(policy, path);
  return name !== undefined && isPathAllowed(name, ['**']) ? name : undefined;
};

const decideWrite = (policy: Policy, paths: readonly (string | undefined)[]): Decision => {
  const all = paths.map((path) => decideFile(policy, path));
  const refused = all.find(({ allowed }) => !allowed);
  if (refused === undefined) return all[0] ?? decideFile(policy, undefined);
  const names = paths
    .filter((path) => !decideFile(policy, path).allowed)
    .map((path) => openName(policy, path));
  const files = names.filter((name) => name !== undefined);
  if (files.length < names.length) return refused;
  return withWish(policy, refused, { kind: 'write', files: [...new Set(files)].sort() });
};

const ONE_COMMAND = 'a command must stand alone, without variables, pipes, redirections and the like';
const WHY: Readonly<Partial<Record<BashReason, string>>> = {
  blocked_metacharacter: ONE_COMMAND,
  invalid_shell_syntax: 'a quotation does not end',
  blocked_find_action: 'find must not change or run anything',
  blocked_rg_flag: 'rg must not run anything',
};

const decideRun = (policy: Policy, command: string | undefined): Decision => {
  const { role, run } = policy;
  const { allowed, reason } = matchBash(command, run);
  if (!allowed) {
    const refused = decision(
      false,
      `${role} may run ${listed(run)}, and not this${WHY[reason] === undefined ? '' : `: ${WHY[reason]}`} (permissions: run)`,
    );
    return command === undefined || command.trim() === ''
      ? refused
      : withWish(policy, refused, { kind: 'run', command });
  }
  const rule = run.find((entry) => matchBash(command, [entry]).allowed);
  return decision(true, `${role} may run ${rule ?? 'it'} (permissions: run)`);
};

const decideWeb = (policy: Policy, url: string | undefined): Decision => {
  const { role, web, asks } = policy;
  const decided = decision(web, `${role} may ${web ? '' : 'not '}use the web (permissions: web)`);
  return web || asks?.web !== true
    ? decided
    : withWish(policy, decided, { kind: 'web', ...(url === undefined ? {} : { url }) });
};

export const decide = (policy: Policy, action: Action): Decision => {
  switch (action.kind) {
    case 'write':
      return decideWrite(policy, action.paths);
    case 'run':
      return decideRun(policy, action.command);
    case 'web':
      return decideWeb(policy, action.url);
    case 'unknown': {
      const { name, input = '{}' } = action;
      const refused = decision(false, `nothing says that ${policy.role} may use ${name}`);
      return withWish(policy, refused, { kind: 'use', tool: name, input });
    }
  }
};
