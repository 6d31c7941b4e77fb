/** Whole seconds in UTC, as all files of a Quest write times. What is no time stays as it is. */
export const wholeSeconds = (at: string): string => {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
};
