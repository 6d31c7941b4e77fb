// A commit whose own head is red, or where nothing runs, says nothing about a gate that refuses it.
import { firstError } from '../../evidence/failures/first-error.ts';
import { whyRed } from '../../evidence/failures/why-red.ts';
import type { Config } from '../../model/config.ts';
import type { CommandEvidence, Evidence } from '../../model/evidence.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Place } from '../../runners/commands/place.ts';
import { reexecute } from '../../runners/commands/reexecute.ts';
import { lineBehind, namesTests } from '../setup/wrapped-runner.ts';
import type { Said } from './said.ts';

export const OWN_COMMANDS = ['test', 'lint', 'types'] as const;
export type OwnCommand = (typeof OWN_COMMANDS)[number];

export interface Outside {
  /** `red`: the command fails on the head, with no rule of Baton's; `nothing`: it shows nothing there. */
  readonly kind: 'red' | 'nothing';
  readonly command: OwnCommand;
  readonly says: string;
  readonly hint?: string;
}

const CLAUSES: Readonly<Record<OwnCommand, string>> = {
  test: 'tests-green',
  lint: 'lint-green',
  types: 'types-green',
};

const NAMES: Readonly<Record<OwnCommand, string>> = {
  test: 'its own tests are red',
  lint: 'its own lint is red',
  types: 'its own types are red',
};

export const outsideCell = ({ kind, command }: Pick<Outside, 'kind' | 'command'>): string =>
  kind === 'nothing' ? 'nothing runs here' : NAMES[command];

/** What is missing in the clean place, and what fixes it, as far as the output tells. */
const hintOf = (tail: string): { readonly hint?: string } => {
  const cause = whyRed(tail);
  return cause === undefined ? {} : { hint: `${cause.says}; ${cause.fix}` };
};

const redOf = (command: OwnCommand, { line, exit, tail, tests }: CommandEvidence): Outside => {
  const [first] = tests?.failures ?? [];
  const says = first === undefined ? firstError(tail) : `${first.name}: ${first.message}`;
  return {
    ...{ kind: 'red', command, says: `\`${line}\` ended with ${exit}: ${says.split('\n')[0] ?? ''}` },
    ...hintOf(tail),
  };
};

/** Why a run of tests shows nothing; undefined where it ran some, or where only a rule of Baton's speaks against it. */
const whyNothing = ({ end, exit, tests, tail }: CommandEvidence): string | undefined => {
  if (end !== 'exited') return end;
  const isBlank = tests === null || (tests.passed === 0 && (tests.unloaded ?? []).length > 0);
  if (isBlank && exit !== 0) return firstError(tail);
  return tests !== null && tests.passed + tests.failed === 0 ? 'no test ran' : undefined;
};

/** What a command says of the head alone; undefined where it passes. */
export const outsideOf = (command: OwnCommand, evidence: Evidence): Outside | undefined => {
  if (evidence.kind === 'unavailable')
    return {
      ...{ kind: 'nothing', command, says: evidence.cause },
      ...(evidence.hint === undefined ? {} : { hint: evidence.hint }),
    };
  if (evidence.kind !== 'command') return undefined;
  const why = command === 'test' ? whyNothing(evidence) : undefined;
  if (why !== undefined)
    return {
      ...{ kind: 'nothing', command, says: `\`${evidence.line}\`: ${why}` },
      ...hintOf(evidence.tail),
    };
  const isRed = evidence.end !== 'exited' || evidence.exit !== 0 || (evidence.tests?.failed ?? 0) > 0;
  return isRed ? redOf(command, evidence) : undefined;
};

export interface Own {
  readonly place: Place;
  readonly config: Config;
  readonly head: Digest;
  readonly refs: string;
  readonly signal: AbortSignal;
}

/** The head with its own scripts and settings: nothing of the base is put back. */
const runOwn = (
  { place, config, head, refs, signal }: Own,
  command: OwnCommand,
  other?: string,
): Promise<Evidence> => {
  const found = other === undefined ? config.commands[command] : { line: other, timeMsMax: undefined };
  if (found === undefined)
    return Promise.resolve({ kind: 'unavailable', cause: `baton.yaml names no command ${command}` });
  return reexecute({
    ...{ place, tree: head, scriptsOf: head, refs, signal, policy: config.environment },
    ...{ name: command, line: found.line, reports: found.reports, timeMsMax: found.timeMsMax },
    ...{ byExit: found.basis === 'exit-code', prepare: config.commands['prepare']?.line },
  });
};

export interface OtherLine {
  readonly line: string;
  readonly says: string;
}

/** Where the test command names no tests on this head: the runner behind it, where that names and passes them. */
export const otherLine = async (own: Own, project: string): Promise<OtherLine | undefined> => {
  const test = own.config.commands['test'];
  if (test === undefined || test.basis === 'exit-code') return undefined;
  const line = await lineBehind(project, test.line);
  if (line === undefined) return undefined;
  const plain = await runOwn(own, 'test');
  if (plain.kind === 'command' && namesTests(plain)) return undefined;
  const other = await runOwn(own, 'test', line);
  if (other.kind !== 'command' || !namesTests(other) || outsideOf('test', other) !== undefined)
    return undefined;
  const { passed = 0, total = 0 } = other.tests ?? {};
  return {
    line,
    says: `\`${test.line}\` names no tests, \`${line}\` does: ${passed} of ${total} passed on this commit`,
  };
};

export type OwnHead = (said: Said) => Promise<Outside | undefined>;

/** Asked where a gate refuses: whether the head itself is the cause. A command is run once for all gates. */
export const ownHead = (own: Own): OwnHead => {
  const made = new Map<OwnCommand, Promise<Outside | undefined>>();
  const look = (command: OwnCommand): Promise<Outside | undefined> => {
    const known = made.get(command) ?? runOwn(own, command).then((found) => outsideOf(command, found));
    made.set(command, known);
    return known;
  };
  return async ({ refused }) => {
    for (const command of OWN_COMMANDS)
      if (refused.some(({ clause }) => clause === CLAUSES[command])) {
        const found = await look(command);
        if (found !== undefined) return found;
      }
    return undefined;
  };
};
