// What an agent is told of what its role may do, so that it need not find out by being refused.
import { PERMISSIONS_NAMED_MAX } from '../model/limits/permissions.ts';
import type { Permissions } from '../model/permissions/permissions.ts';

const lines = (entries: readonly string[] = []): string[] => {
  const more = entries.length - PERMISSIONS_NAMED_MAX;
  return [
    ...entries.slice(0, PERMISSIONS_NAMED_MAX).map((entry) => `  - \`${entry}\``),
    ...(more > 0 ? [`  - and ${more} more`] : []),
    ...(entries.length === 0 ? ['  - none'] : []),
  ];
};

/** Empty where nothing is said of the role. */
export const permissionsSection = (
  permissions: Permissions | undefined,
  web: boolean,
  decided: readonly string[] = [],
): string =>
  permissions === undefined
    ? ''
    : [
        '',
        '## What you may do',
        '',
        permissions.otherwise === 'ask'
          ? 'You may read your files. You may also do the following. A person decides about anything else, which takes time: try only what you cannot do without.'
          : 'You may read your files. You may also do the following. Anything else is refused, with the rule:',
        '',
        '- write the files that you hand in, and these of the project:',
        ...lines(permissions.write),
        '- run these commands, one at a time, without pipes, redirections and variables; more words may follow:',
        ...lines(permissions.run),
        `- ${web ? 'use the web' : 'not use the web'}`,
        ...(decided.length === 0 ? [] : ['- a person has decided:', ...lines(decided)]),
        '',
      ].join('\n');
