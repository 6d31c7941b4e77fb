// Roles that must be played by agents of other vendors: proved before the run, and compared here with who really played.
import {
  alikeBecause,
  DIFFERENT_FROM,
  type Player,
  playerOfModel,
  playersIn,
  playerText,
} from '../model/agents/player.ts';
import { NOTICE_CHARS_MAX } from '../model/limits/limits.ts';
import { type Notice, PEOPLE } from '../model/run/notice.ts';
import type { State, Work } from '../model/run/state.ts';
import type { ModelUsage } from '../model/run/usage.ts';
import { isRecord } from '../std/is-record.ts';
import { clip } from '../std/terminal-text.ts';
import { isActive } from './satisfied.ts';

const optionOf = (state: State, name: string, role: string): unknown => {
  const all = state.run.options[name];
  return isRecord(all) && Object.hasOwn(all, role) ? all[role] : undefined;
};

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** It goes both ways: who must differ from the coder is one that the coder must differ from. */
const othersOf = (state: State, role: string): string[] => {
  const rules = state.run.options[DIFFERENT_FROM];
  if (!isRecord(rules)) return [];
  const back = Object.keys(rules).filter((other) => namesIn(rules[other]).includes(role));
  return [...new Set([...namesIn(optionOf(state, DIFFERENT_FROM, role)), ...back])];
};

/** Who plays it now; undefined where nobody must differ from this role. */
export const playerNow = (state: State, { assignment: { role }, failures }: Work): Player | undefined => {
  const spec = optionOf(state, 'agents', role);
  if (othersOf(state, role).length === 0 || typeof spec !== 'string') return undefined;
  const options = optionOf(state, 'roleOptions', role);
  const players = playersIn(spec, isRecord(options) ? options : {});
  return players[failures % players.length];
};

/** Which models they used is known when they have ended, which those whose work is done are about to. */
export const awaitsEndOfOthers = (state: State, { assignment }: Work): boolean => {
  const others = othersOf(state, assignment.role);
  return (
    others.length > 0 &&
    Object.values(state.works).some(
      (work) =>
        others.includes(work.assignment.role) && work.attemptState === 'running' && !isActive(state, work),
    )
  );
};

/** Those who played a role, and the models that they said they used. */
const playersOf = (state: State, role: string): Player[] => [
  ...(state.played?.[role] ?? []),
  ...(state.usage?.[role]?.models ?? []).map(({ model }) => playerOfModel(model)),
];

const clashOf = (state: State, role: string, players: readonly Player[]): string | undefined => {
  for (const other of othersOf(state, role))
    for (const theirs of playersOf(state, other))
      for (const own of players) {
        const why = alikeBecause(own, theirs);
        if (why !== undefined)
          return `${role} must differ from ${other}, and ${playerText(own)} plays ${role} where ${playerText(theirs)} played ${other}: ${why}`;
      }
  return undefined;
};

/** Why this one may not begin. */
export const clashAtStart = (state: State, { assignment }: Work, player: Player): string | undefined =>
  clashOf(state, assignment.role, [player]);

/** A program may use another model than it was started with: what it says in the end is told to people. */
export const clashNotices = (
  state: State,
  { assignment }: Work,
  usage: readonly ModelUsage[] = [],
): readonly Notice[] => {
  const clash = clashOf(
    state,
    assignment.role,
    usage.map(({ model }) => playerOfModel(model)),
  );
  return clash === undefined
    ? []
    : [{ to: PEOPLE, text: clip(`${assignment.id}: ${clash}`, NOTICE_CHARS_MAX) }];
};
