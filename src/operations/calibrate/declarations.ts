// What the owner of a plan, or the project's baton.yaml, would have to say for an honest commit to pass.
import { RELEASED_MAX } from '../../model/limits/limits.ts';
import { owesTest, type WorkKind } from '../../model/workflow/work-kind.ts';
import type { Declaration, GateName } from './gates.ts';
import { RELEASABLE, type Refusal, type Said } from './said.ts';

/** The change by numbers, without lock files. */
export interface Size {
  readonly files: number;
  readonly lines: number;
}

export const PLAIN: Declaration = { kind: 'feature', released: [], knownFailures: [] };

/** The narrowest first: what a kind may touch is checked. A rename is a refactoring, too, and seldom nothing else. */
const KINDS: readonly WorkKind[] = ['fix', 'docs', 'tests', 'dependencies', 'generated', 'refactor'];

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

const clausesOf = (refused: readonly Refusal[]): ReadonlySet<string> =>
  new Set(refused.map(({ clause }) => clause));

const kindsToTry = (gate: GateName, declared: Declaration, refused: readonly Refusal[]): Declaration[] => {
  const clauses = clausesOf(refused);
  const isAbout = clauses.has('red-then-green') || clauses.has('kind-kept');
  if (gate === 'hook' || !isAbout || !owesTest(declared.kind)) return [];
  return KINDS.filter((kind) => kind !== declared.kind).map((kind) => ({ ...declared, kind }));
};

/** Only what the gate refuses: by test where it has a name, by file where it has none or where they are too many. */
const releasesToTry = (declared: Declaration, said: Said): Declaration[] => {
  const refused = said.refused.filter(({ clause }) => RELEASABLE.includes(clause));
  if (refused.length === 0) return [];
  const tests = said.tests.filter(({ isRefused }) => isRefused).map(({ name }) => name);
  const nameless = refused.flatMap(({ file, test }) => (test === undefined ? (file ?? []) : []));
  const files = refused.flatMap(({ file }) => file ?? []);
  return [tests, [...tests, ...nameless], files]
    .map((more) => unique([...declared.released, ...more]))
    .filter((released) => released.length > declared.released.length && released.length <= RELEASED_MAX)
    .filter((released, at, all) => all.findIndex((one) => one.join('\n') === released.join('\n')) === at)
    .map((released) => ({ ...declared, released }));
};

const failuresToTry = (gate: GateName, declared: Declaration, said: Said): Declaration[] => {
  const red = said.tests.filter(({ fate }) => fate === 'red-before').map(({ name }) => name);
  const knownFailures = unique([...declared.knownFailures, ...red]);
  return gate === 'h3a' &&
    clausesOf(said.refused).has('tests-green') &&
    knownFailures.length > declared.knownFailures.length
    ? [{ ...declared, knownFailures }]
    : [];
};

const sizesToTry = (declared: Declaration, said: Said, { files, lines }: Size): Declaration[] =>
  clausesOf(said.refused).has('size-kept') && declared.files === undefined
    ? [{ ...declared, files, lines }]
    : [];

/** Declarations that may change what was said, the narrowest first. */
export const declarationsToTry = (
  gate: GateName,
  declared: Declaration,
  said: Said,
  size: Size,
): readonly Declaration[] => [
  ...sizesToTry(declared, said, size),
  ...failuresToTry(gate, declared, said),
  ...kindsToTry(gate, declared, said.refused),
  ...releasesToTry(declared, said),
];

/** Whether the second declaration brings the commit nearer to a pass: a clause is met that was not, and none is lost. */
export const isNearer = (before: Said, after: Said): boolean => {
  if (after.status === 'met') return true;
  const [was, is] = [clausesOf(before.refused), clausesOf(after.refused)];
  // Another kind of work may ask for releases that the first did not.
  const gained = [...is].filter((clause) => !was.has(clause) && !RELEASABLE.includes(clause));
  // A clause that nobody asked before is not lost.
  const lost = gained.filter((clause) => before.judged.includes(clause));
  return lost.length === 0 && [...was].some((clause) => !is.has(clause));
};

export const isPlain = (declared: Declaration): boolean =>
  declared.kind === PLAIN.kind &&
  declared.released.length + declared.knownFailures.length === 0 &&
  declared.files === undefined;
