// Where each gate stands, for each task: by the last event, never by an earlier one that was better.
import { type GateEvent, parseLedger } from './ledger.ts';
import { isSetback, isUnderWay } from './ledger-words.ts';

export interface GateStates {
  /** The last event of each gate and task, in the order of the ledger. */
  readonly last: readonly GateEvent[];
  /** `G1` or `G1_implementation`; undefined when the ledger says nothing about it. */
  readonly of: (gate: string, task: string | null) => GateEvent | undefined;
  /** The same, where a new round that has only begun leaves the result of the last one standing. */
  readonly resultOf: (gate: string, task: string | null) => GateEvent | undefined;
}

const plainGate = (gate: string): string => gate.split('_', 1)[0]!;

/**
 * Events that name no task belong to the task that was named last. With planning a task begins: when the named one is
 * beyond it, what follows belongs to the one that is named next.
 */
const withTasks = (events: readonly GateEvent[]): readonly GateEvent[] => {
  const tasks: (string | null)[] = [];
  const waiting: number[] = [];
  const beyondPlanning = new Set<string>();
  let current: string | null = null;
  for (const [index, event] of events.entries()) {
    if (event.task !== null) {
      current = event.task;
      for (const earlier of waiting.splice(0)) tasks[earlier] = current;
    }
    const begins =
      event.task === null &&
      (waiting.length > 0 || current === null || (event.gate === 'G0' && beyondPlanning.has(current)));
    if (begins) waiting.push(index);
    else if (event.gate !== 'G0' && current !== null) beyondPlanning.add(current);
    tasks[index] = begins ? null : current;
  }
  return events.map((event, index) => ({ ...event, task: tasks[index] ?? null }));
};

/** A handoff that was rejected at a gate, and came again, is not what that gate came to. */
const restore = (results: Map<string, GateEvent>, key: string, before: GateEvent | undefined): void => {
  if (results.get(key)?.state !== 'rejected') return;
  if (before === undefined) results.delete(key);
  else results.set(key, before);
};

export const statesOf = (events: readonly GateEvent[]): GateStates => {
  const byKey = new Map<string, GateEvent>();
  const results = new Map<string, GateEvent>();
  const own = new Map<string, GateEvent>();
  const keyOf = (gate: string, task: string | null): string => `${gate} ${task ?? ''}`;
  for (const event of withTasks(events)) {
    const key = keyOf(event.gate, event.task);
    byKey.delete(key);
    byKey.set(key, event);
    if (!isUnderWay(event.state)) results.set(key, event);
    else restore(results, key, own.get(key));
    if (!isUnderWay(event.state) && event.state !== 'rejected') own.set(key, event);
  }
  const among =
    (known: ReadonlyMap<string, GateEvent>) =>
    (gate: string, task: string | null): GateEvent | undefined => {
      const own = task === null ? undefined : known.get(keyOf(plainGate(gate), task));
      const unnamed = known.get(keyOf(plainGate(gate), null));
      // Whose it is cannot be told, so a setback counts for everyone that it may concern.
      if (own === undefined || (unnamed !== undefined && unnamed.line > own.line && isSetback(unnamed.state)))
        return unnamed ?? own;
      return own;
    };
  return { last: [...byKey.values()], of: among(byKey), resultOf: among(results) };
};

export const gateStates = (ledgerText: string, tasks: readonly string[] = []): GateStates =>
  statesOf(parseLedger(ledgerText, undefined, tasks).value ?? []);
