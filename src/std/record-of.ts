/** An object with exactly these keys, and what is made for each. */
export const recordOf = <K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> =>
  // fromEntries forgets the names of the keys, although it is given them all.
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
