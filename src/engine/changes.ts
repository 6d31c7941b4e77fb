// How the state is changed. Ids of a run come without end, and copying records of such keys is what a replay would
// spend most of its time with; so a state that nobody else has is changed in place.
import type { State } from '../model/state.ts';

type Keyed<T> = Readonly<Record<string, T>>;

export interface Changes {
  /** The state with these fields. */
  on(state: State, fields: Partial<State>): State;
  set<T>(record: Keyed<T>, key: string, value: NoInfer<T>): Record<string, T>;
  drop<T>(record: Keyed<T>, keys: readonly string[]): Record<string, T>;
}

export const copied: Changes = {
  on: (state, fields) => Object.assign({ ...state }, fields),
  set: (record, key, value) => ({ ...record, [key]: value }),
  drop: (record, keys) => {
    const rest = { ...record };
    for (const key of keys) delete rest[key];
    return rest;
  },
};

export const inPlace: Changes = {
  on: (state, fields) => Object.assign(state, fields),
  set: (record, key, value) => Object.assign(record, { [key]: value }),
  drop: (record, keys) => {
    const own: Record<string, unknown> = record;
    for (const key of keys) delete own[key];
    return record;
  },
};
