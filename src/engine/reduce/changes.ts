// How the state is changed. Ids of a run come without end, and copying records of such keys is what a long entry or a
// replay would spend most of its time with; so what nobody else has is changed in place.
type Keyed<T> = Readonly<Record<string, T>>;

export interface Changes {
  /** The value, to be written to: its own fields, its records by `set` and `drop` alone, its lists by `push`. */
  of<T extends object>(value: T): T;
  set<T>(record: Keyed<T>, key: string, value: NoInfer<T>): Record<string, T>;
  drop<T>(record: Keyed<T>, keys: readonly string[]): Record<string, T>;
  /** With one more at the end of the list; at most so many are kept, the last ones. */
  push<T>(list: readonly T[], value: NoInfer<T>, max: number): T[];
}

const setIn = <T>(record: Record<string, T>, key: string, value: T): Record<string, T> => {
  record[key] = value;
  return record;
};

const dropFrom = <T>(record: Record<string, T>, keys: readonly string[]): Record<string, T> => {
  for (const key of keys) delete record[key];
  return record;
};

const pushTo = <T>(list: T[], value: T, max: number): T[] => {
  list.push(value);
  if (list.length > max) list.splice(0, list.length - max);
  return list;
};

/** Twice as fast as spreading it where there are hundreds of keys. */
const copyOfRecord = <T>(record: Keyed<T>): Record<string, T> => {
  const copy: Record<string, T> = {};
  for (const key in record) setIn(copy, key, record[key] as T);
  return copy;
};

/** What was given is copied, once; the copies are changed. For one stretch of events: nobody sees a state in between. */
export const copying = (): Changes => {
  const copies = new Set<object>();
  const copyOf = <T extends object>(value: T): T => {
    if (copies.has(value)) return value;
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as T;
    copies.add(copy);
    return copy;
  };
  const recordOf = <T>(record: Keyed<T>): Record<string, T> => {
    if (copies.has(record)) return record;
    const copy = copyOfRecord(record);
    copies.add(copy);
    return copy;
  };
  return {
    of: copyOf,
    set: <T>(record: Keyed<T>, key: string, value: T) => setIn<T>(recordOf(record), key, value),
    drop: <T>(record: Keyed<T>, keys: readonly string[]) =>
      keys.length === 0 ? record : dropFrom<T>(recordOf(record), keys),
    push: <T>(list: readonly T[], value: T, max: number) => pushTo<T>(copyOf(list) as T[], value, max),
  };
};

export const inPlace: Changes = { of: (value) => value, set: setIn, drop: dropFrom, push: pushTo };
