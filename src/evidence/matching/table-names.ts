// Names that one declaration of JavaScript makes for many tests: `adds %i` of a table, `adds ${a}` in a loop.
import { normalTestName } from './side-tests.ts';

const PLACEHOLDER =
  /%[sdifjop#]|\$\{[^}]*\}|\$[A-Za-z_][\w.]*|["'`]\s*\+[^"'`]*\+\s*["'`]|["'`]\s*\+.*$|^[^"'`+]*\+\s*["'`]/g;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How names look that one declaration makes; undefined where it makes one alone. */
export const tablePattern = (name: string): RegExp | undefined => {
  const parts = name.split(PLACEHOLDER).map((part) => part.replace(/^["'`]|["'`]$/g, ''));
  return parts.length < 2 ? undefined : new RegExp(`^${parts.map(escaped).join('.*')}$`, 'u');
};

/** Of these declarations those that make tests of this name, with the names of its suites. */
export const declaredFor = (name: string, declared: readonly string[]): readonly string[] => {
  const wanted = normalTestName(name);
  if (declared.some((one) => normalTestName(one) === wanted)) return [name];
  return declared.filter((one) => tablePattern(normalTestName(one))?.test(wanted));
};

/** A row of a table has no text of its own either; where several tables may have made it, all of them say the same. */
export const saysAsItsTable = (
  name: string,
  declared: readonly string[],
  same: ReadonlySet<string> = new Set(),
): boolean => {
  const tables = declaredFor(name, declared);
  return tables.length > 0 && tables.every((one) => same.has(normalTestName(one)));
};
