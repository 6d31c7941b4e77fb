/** Whether a value is one of a list of words; whoever asks knows the word afterwards. */
export const isAmong = <T>(words: readonly T[], value: unknown): value is T =>
  words.some((word) => word === value);
