/** The same text in as little memory as it takes: one that was put together may take twice the room of one that was read. */
export const compactText = (text: string): string => {
  const read = Buffer.from(text).toString();
  // Half of a pair of surrogates does not survive the bytes.
  return read === text ? read : text;
};
