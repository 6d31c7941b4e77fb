/** A deep copy of plain data, several times quicker than `structuredClone`. */
export const copyData = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyData) as T;
  const copy = { ...value };
  for (const key in copy) copy[key] = copyData(copy[key]);
  return copy;
};
