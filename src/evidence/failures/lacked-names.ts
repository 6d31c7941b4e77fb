// Which names a failure says are not there. Whether the change adds them is for whoever has the texts.
import { lacksName } from './missing-name.ts';

const NAMED: readonly RegExp[] = [
  /([\w$]+)\)? is not (?:a function|defined|a constructor)/g,
  /has no attribute ['"]([\w$]+)['"]/g,
  /\bundefined: (?:\w+\.)?(\w+)/g,
];

/** A module's default export has a name of its own in the code that brings it. */
const SAYS_NOTHING = new Set(['default', 'value']);

/** Undefined where the failure lacks no name, or one that it does not tell. */
export const lackedNames = (message: string | undefined): readonly string[] | undefined => {
  if (message === undefined || !lacksName(message)) return undefined;
  const names = NAMED.flatMap((pattern) => [...message.matchAll(pattern)].flatMap(([, name]) => name ?? []));
  const rest = NAMED.reduce((text, pattern) => text.replace(pattern, ''), message);
  const isTold = names.length > 0 && !lacksName(rest) && !names.some((name) => SAYS_NOTHING.has(name));
  return isTold ? [...new Set(names)] : undefined;
};

/** How often a text has a name as a word of its own. */
export const mentionsOf = (text: string, name: string): number =>
  text.split(/[^\w$]+/).filter((word) => word === name).length;
