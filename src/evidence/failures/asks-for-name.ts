// A new test may fail on the old code only because it asks whether something is there: a part of a namespace, or of a
// CommonJS module, that is `undefined` before it is written. What it prints then is no missing name.
import { mentionsOf } from './lacked-names.ts';

const OF_NOTHING = /\bundefined\b/;
const OF_ITS_PLACE = /falsy value|to have property|toHaveProperty|\bhasattr\b/;

/** `added` are the functions that the change adds, `text` is the test: it may do no more than ask for one of them. */
export const mayOnlyAsk = (
  message: string | undefined,
  text: string,
  added: ReadonlySet<string>,
): boolean => {
  if (message === undefined) return false;
  const named = [...added].filter((name) => mentionsOf(text, name) > 0);
  return (
    (named.length > 0 && OF_NOTHING.test(message)) ||
    (OF_ITS_PLACE.test(message) && named.some((name) => mentionsOf(message, name) > 0))
  );
};
