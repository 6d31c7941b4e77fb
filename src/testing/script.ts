// What agents and people of a test do, as the test writes it down.
import { BatonError } from '../errors.ts';
import type { Ask } from '../model/run/event.ts';
import { STALEMATE } from '../model/workflow/names.ts';
import type { Workflow } from '../model/workflow/workflow.ts';

/** One thing that an agent does: it writes files, then hands in. */
export interface Turn {
  /**
   * Texts by path; null removes a file. Paths are relative to the run directory (to its own desk in a blind step), or to the
   * working tree of the step with `project:` before them, as in scenarios.
   */
  readonly write?: Readonly<Record<string, string | null>>;
  readonly args?: Readonly<Record<string, unknown>>;
  /** Another tool than the one that hands in: a question, a request, a way to decline. */
  readonly tool?: string;
  /** Where work is handed in by message: the agent's last one. It is started again with what came of it. */
  readonly say?: string;
  /** The agent crashes instead, with these words. Baton starts it again, a few times. */
  readonly crash?: string;
}

/** The piece of work that an agent is asked for. */
export interface Scene {
  readonly role: string;
  readonly step: string;
  readonly item: string | undefined;
  /** Begins with 1; an agent that crashed is started again. */
  readonly attempt: number;
  readonly prompt: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What Baton replied to the last turn of this attempt. */
  readonly reply: string | undefined;
}

/** Turns in order, turns by item, or a function. Without a turn left the agent hands nothing in, and the run stays there. */
export type AgentScript =
  | readonly Turn[]
  | Readonly<Record<string, readonly Turn[]>>
  | ((scene: Scene) => Turn | undefined | Promise<Turn | undefined>);

/** A choice or, to a question, words; with more beside it, as `baton approve` takes it. */
export type PersonTurn =
  | string
  | {
      readonly says: string;
      readonly why?: string;
      readonly message?: string;
      readonly exclude?: readonly string[];
    };

/** What waits for a person: its text and the choices, none for a question. */
export type PersonScript =
  | readonly PersonTurn[]
  | ((asked: Pick<Ask, 'text' | 'choices'>) => PersonTurn | undefined);

const isList = (script: Exclude<AgentScript, (scene: Scene) => unknown>): script is readonly Turn[] =>
  Array.isArray(script);

export class Scripts {
  readonly #agents: Readonly<Record<string, AgentScript>>;
  readonly #people: Readonly<Record<string, PersonScript>>;
  /** How many turns of each list were taken. */
  readonly #taken = new Map<string, number>();

  constructor(agents: Readonly<Record<string, AgentScript>>, people: Readonly<Record<string, PersonScript>>) {
    this.#agents = agents;
    this.#people = people;
  }

  async agentTurn(scene: Scene): Promise<Turn | undefined> {
    const script = this.#agents[scene.role];
    if (script === undefined) return undefined;
    if (typeof script === 'function') return script(scene);
    if (isList(script)) return this.#next(`agents.${scene.role}`, script);
    const item = scene.item ?? '';
    return this.#next(`agents.${scene.role}.${item}`, script[item] ?? []);
  }

  personTurn(name: string, ask: Ask): PersonTurn | undefined {
    const script = this.#people[name];
    if (script === undefined) return undefined;
    return typeof script === 'function' ? script(ask) : this.#next(`people.${name}`, script);
  }

  #next<T>(list: string, turns: readonly T[]): T | undefined {
    const at = this.#taken.get(list) ?? 0;
    this.#taken.set(list, at + 1);
    return turns[at];
  }
}

const requireKnown = (what: string, names: readonly string[], known: readonly string[]): void => {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new BatonError('USAGE_INVALID', `${what}: expected one of ${known.join(', ')}, got ${unknown}`);
};

/** A misspelt name would be an agent that never does anything. */
export const requireNames = (
  workflow: Workflow,
  agents: Readonly<Record<string, AgentScript>>,
  people: Readonly<Record<string, PersonScript>>,
): void => {
  const roles = Object.entries(workflow.roles).filter(([, { kind = 'agent' }]) => kind === 'agent');
  requireKnown(
    'agents',
    Object.keys(agents),
    roles.map(([name]) => name),
  );
  const asked = Object.entries(workflow.phases).filter(([, { work }]) =>
    work.some(({ contract }) => workflow.contracts[contract]?.ask !== undefined),
  );
  const known = [...asked.map(([name]) => name), ...Object.keys(workflow.requests ?? {}), STALEMATE];
  requireKnown('people', Object.keys(people), known);
};

/** What a person's turn means for what waits. */
export const wordOf = (
  name: string,
  turn: PersonTurn,
  { choices, reject }: Ask,
): { readonly choice?: string; readonly text: string; readonly args: Record<string, unknown> } => {
  const { says, why, message, exclude = [] } = typeof turn === 'string' ? { says: turn } : turn;
  const args = { exclude: [...exclude], ...(message === undefined ? {} : { message }) };
  if (choices.length === 0 && says === reject) return { choice: says, text: why ?? '', args };
  if (choices.length === 0) return { text: says, args };
  if (!choices.includes(says))
    throw new BatonError(
      'CHOICE_INVALID',
      `people.${name}: expected one of ${choices.join(', ')}, got ${says}`,
    );
  return { choice: says, text: why ?? '', args };
};
