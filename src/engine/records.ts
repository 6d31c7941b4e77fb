// How a record of the state is changed. Keys of a run come and go without end, and copying records of such keys is
// what replay would spend most of its time with; so a state that nobody else has is changed in place.
type Keyed<T> = Readonly<Record<string, T>>;

export interface Records {
  set<T>(record: Keyed<T>, key: string, value: NoInfer<T>): Record<string, T>;
  keep<T>(record: Keyed<T>, isKept: (value: T) => boolean): Record<string, T>;
}

export const copied: Records = {
  set: (record, key, value) => ({ ...record, [key]: value }),
  keep: (record, isKept) => Object.fromEntries(Object.entries(record).filter(([, value]) => isKept(value))),
};

export const inPlace: Records = {
  set: (record, key, value) => {
    const own = record as Record<string, typeof value>;
    own[key] = value;
    return own;
  },
  keep: (record, isKept) => {
    const own = record as Record<string, (typeof record)[string]>;
    for (const key of Object.keys(own)) if (!isKept(own[key]!)) delete own[key];
    return own;
  },
};
