// What must hold of whatever the readers make of a text.

import { inspectorsOf } from '../../src/handoffs/foreign-system.ts';
import type { Inspector } from '../../src/handoffs/inspector.ts';
import { handoffSchema } from '../../src/model/handoff.ts';
import { PROBLEMS_MAX } from '../../src/model/limits/limits.ts';
import { isError, type Problem, problemSchema } from '../../src/model/problem.ts';
import { agentmuxInspector } from '../../src/systems/agentmux/inspect/inspector.ts';
import { collectiveInspector } from '../../src/systems/collective/inspect/inspector.ts';
import { h3aInspector } from '../../src/systems/h3a/inspect/inspector.ts';
import { questInspector } from '../../src/systems/quest/inspect/inspector.ts';
import { decodeHandoff } from '../../src/systems/read-handoff.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';

const INSPECTORS = inspectorsOf(SYSTEMS);
/** Where the text stands in a run, and what else is there so that it is looked into. */
const RUNS: readonly (readonly [Inspector, string, Readonly<Record<string, string>>])[] = [
  [questInspector, 'state.json', { 'phase_01_plan/plan.md': 'A plan.' }],
  [
    questInspector,
    'phase_01_plan/handoff_arbiter.json',
    { 'state.json': '{"phase":"building","status":"in_progress","quest_id":"q_1"}' },
  ],
  [questInspector, 'logs/context_health.log', { 'state.json': '{}' }],
  [collectiveInspector, 'handoffs/1.md', {}],
  [h3aInspector, 'state/GATES_LEDGER.md', { 'planner_report.json': '{}' }],
  [agentmuxInspector, 'state.json', {}],
];
const ROLES = [undefined, 'planner', 'code_review'];

/** One run of the six, by the text's length: all of them would read each text six times. */
const runWith = (text: string): readonly Problem[] => {
  const [inspector, name, others] = RUNS[text.length % RUNS.length]!;
  return inspector.run(new Map(Object.entries({ ...others, [name]: text })));
};

/** All that `baton check` may ask about one file. */
export const readText = (text: string, file: string) => ({
  handoff: decodeHandoff({ text, file }, { role: ROLES[text.length % ROLES.length] }),
  artifacts: INSPECTORS.map((inspector) => inspector.artifact(file, text)),
  run: runWith(text),
});

const PROTOTYPES = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
const ownKeys = (): number[] => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length);
const KEYS_BEFORE = ownKeys();

export const isPolluted = (): boolean => ownKeys().some((count, index) => count !== KEYS_BEFORE[index]);

/** A key `__proto__` that was assigned, not kept, changes where a value has its other fields from. */
export const strangerIn = (value: unknown, path = ''): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== null && !PROTOTYPES.some((known) => known === prototype)) return path || '(root)';
  for (const key of Object.keys(value)) {
    const stranger = strangerIn((value as Record<string, unknown>)[key], `${path}/${key}`);
    if (stranger !== undefined) return stranger;
  }
  return undefined;
};

/** The place behind the last character of a line is still in it: something may be missing there. */
const isInside = (lines: readonly string[], { line, column }: Problem): boolean => {
  if (line === undefined || column === undefined) return false;
  const text = lines[line - 1];
  return text !== undefined && column >= 1 && column <= text.length + 1;
};

/** Their places are in several files. */
const shapeFault = (problems: readonly Problem[]): string | undefined => {
  const strange = problems.find((found) => !problemSchema.safeParse(found).success);
  return strange && `not a problem: ${JSON.stringify(strange).slice(0, 500)}`;
};

export const problemsFault = (
  text: string,
  problems: readonly Problem[],
  needsPlace: boolean,
): string | undefined => {
  // One more says that there are more.
  if (problems.length > PROBLEMS_MAX + 1) return `${problems.length} problems`;
  if (problems.length === 0) return undefined;
  const lines = text.split('\n');
  for (const found of problems) {
    if (!problemSchema.safeParse(found).success) return `not a problem: ${JSON.stringify(found)}`;
    const placed = found.line !== undefined || found.column !== undefined;
    if ((placed || needsPlace) && !isInside(lines, found))
      return `a place that is not in the text: ${JSON.stringify(found).slice(0, 500)}`;
  }
  return undefined;
};

const handoffFault = (
  text: string,
  { handoff: decoded }: ReturnType<typeof readText>,
): string | undefined => {
  if (decoded === undefined) return undefined;
  const { handoff, problems, offset } = decoded;
  if (handoff === undefined && !problems.some(isError)) return 'no handoff, and no error that says why';
  if (offset !== undefined && (offset < 0 || offset > text.length)) return `the offset ${offset}`;
  if (handoff !== undefined) {
    const fits = handoffSchema.safeParse(handoff);
    if (!fits.success) return `a handoff that its schema refuses: ${fits.error.message}`;
    const stranger = strangerIn(handoff);
    if (stranger !== undefined) return `the handoff has a foreign prototype at ${stranger}`;
  }
  return problemsFault(text, problems, true);
};

/** Undefined: it was read as it should be. */
export const faultOfReading = (text: string, file: string): string | undefined => {
  let read: ReturnType<typeof readText>;
  try {
    read = readText(text, file);
  } catch (cause) {
    return `thrown: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`;
  }
  if (isPolluted()) return 'a prototype was polluted';
  return (
    handoffFault(text, read) ??
    shapeFault(read.run) ??
    read.artifacts
      .map((artifact) => problemsFault(text, artifact?.problems ?? [], false))
      .find((fault) => fault !== undefined)
  );
};
