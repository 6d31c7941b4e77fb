// How the state is changed. Ids of a run come without end, and copying records of such keys is what a replay would
// spend most of its time with; so a state that nobody else has is changed in place.
type Keyed<T> = Readonly<Record<string, T>>;

export interface Changes {
  /** The value, to be written to: its own fields, and its records by `set` and `drop` alone. */
  of<T extends object>(value: T): T;
  set<T>(record: Keyed<T>, key: string, value: NoInfer<T>): Record<string, T>;
  drop<T>(record: Keyed<T>, keys: readonly string[]): Record<string, T>;
}

const dropFrom = <T>(record: Record<string, T>, keys: readonly string[]): Record<string, T> => {
  for (const key of keys) delete record[key];
  return record;
};

export const copied: Changes = {
  of: (value) => ({ ...value }),
  set: (record, key, value) => ({ ...record, [key]: value }),
  drop: (record, keys) => (keys.length === 0 ? record : dropFrom({ ...record }, keys)),
};

export const inPlace: Changes = {
  of: (value) => value,
  set: <T>(record: Record<string, T>, key: string, value: T) => {
    record[key] = value;
    return record;
  },
  drop: dropFrom,
};
