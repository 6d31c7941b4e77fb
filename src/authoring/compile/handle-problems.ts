// What stands in a step, where JavaScript lets anything stand: each member known, each handle of its kind.
import type { Step } from '../step.ts';
import { type AuthoringProblem, unknownName } from './authoring-problem.ts';
import { isAgent, isEngine, isPerson, isRecord } from './ways.ts';

const COMMON = ['says', 'contract', 'reads', 'assumes', 'guarantees', 'onAccepted'];
const AGENT = [
  ...COMMON,
  ...[
    'prompt',
    'template',
    'worksIn',
    'reviews',
    'writes',
    'args',
    'outcome',
    'outcomes',
    'declines',
    'checks',
    'tool',
  ],
  ...['handedIn', 'requests', 'onRejected'],
];
const PERSON = [...COMMON, 'ask', 'approve', 'reject', 'leavesOut', 'refuses'];
/** What each member that holds handles holds. */
const HOLDS: Readonly<Record<string, readonly string[]>> = {
  reads: ['file', 'tree'],
  writes: ['file', 'tree'],
  assumes: ['fact'],
  requests: ['request'],
};

const gotText = (value: unknown): string => {
  if (typeof value === 'string') return `the text "${value}"`;
  if (isRecord(value)) return typeof value['kind'] === 'string' ? `a ${value['kind']}` : 'something else';
  return String(value);
};

const kindOf = (value: unknown): unknown => {
  // A role has a kind, and may be optional itself.
  const wraps = isRecord(value) && !('kind' in value) && 'optional' in value;
  const inner = wraps ? value['optional'] : value;
  const fact = isRecord(inner) && 'fact' in inner ? inner['fact'] : inner;
  return isRecord(fact) ? fact['kind'] : undefined;
};

const wrongKind = (path: string, kinds: readonly string[], value: unknown): AuthoringProblem[] =>
  kinds.includes(String(kindOf(value)))
    ? []
    : [{ path, message: `expected a ${kinds.join(' or a ')}, got ${gotText(value)}` }];

const listProblems = (path: string, kinds: readonly string[], list: unknown): AuthoringProblem[] => {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [{ path, message: `expected a list, got ${gotText(list)}` }];
  return list.flatMap((value: unknown, index) => wrongKind(`${path}.${index}`, kinds, value));
};

const memberProblems = (name: string, spec: object, known: readonly string[]): AuthoringProblem[] =>
  Object.keys(spec)
    .filter((member) => !known.includes(member))
    .map((member) => unknownName(`steps.${name}.${member}`, 'member', member, known, true));

/** Clauses that a fact is said to rest on are clauses of the step. */
const clauseProblems = (name: string, guarantees: unknown, checks: unknown): AuthoringProblem[] => {
  const names = Array.isArray(checks)
    ? checks.map((check: unknown) => String(isRecord(check) ? check['name'] : ''))
    : [];
  return Object.values(isRecord(guarantees) || Array.isArray(guarantees) ? guarantees : {})
    .flat()
    .flatMap((one: unknown) => (isRecord(one) && Array.isArray(one['clauses']) ? one['clauses'] : []))
    .map(String)
    .filter((clause) => !names.includes(clause))
    .map((clause) => unknownName(`steps.${name}.guarantees`, 'check', clause, names));
};

const guaranteeProblems = (name: string, given: unknown): AuthoringProblem[] => {
  const path = `steps.${name}.guarantees`;
  if (given === undefined || Array.isArray(given)) return listProblems(path, ['fact'], given);
  if (!isRecord(given))
    return [{ path, message: `expected facts, or facts by outcome, got ${gotText(given)}` }];
  return Object.entries(given).flatMap(([outcome, facts]) =>
    listProblems(`${path}.${outcome}`, ['fact'], facts),
  );
};

export const handleProblems = (name: string, step: Step): readonly AuthoringProblem[] => {
  const spec: object | undefined = isAgent(step) || isPerson(step) || isEngine(step) ? step.spec : undefined;
  if (spec === undefined) return [];
  const members: Readonly<Record<string, unknown>> = { ...spec };
  const known = isAgent(step) ? AGENT : isPerson(step) ? PERSON : COMMON;
  return [
    ...memberProblems(name, spec, known),
    ...Object.entries(HOLDS).flatMap(([member, kinds]) =>
      listProblems(`steps.${name}.${member}`, kinds, members[member]),
    ),
    ...(members['worksIn'] === undefined
      ? []
      : wrongKind(`steps.${name}.worksIn`, ['tree'], members['worksIn'])),
    ...(isAgent(step) ? step.roles.flatMap((role) => wrongKind(`steps.${name}`, ['role'], role)) : []),
    ...guaranteeProblems(name, members['guarantees']),
    ...clauseProblems(name, members['guarantees'], members['checks']),
  ];
};
