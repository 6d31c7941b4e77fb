/** A pure function that is asked once for each key. */
export const memoized = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, { readonly value: V }>();
  return (key) => {
    const found = known.get(key) ?? { value: make(key) };
    known.set(key, found);
    return found.value;
  };
};
