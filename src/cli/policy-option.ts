// `--policy NAME=VALUE`, for a run that begins and for one that goes on.
import { InvalidArgumentError } from 'commander';

/** `true`, `3` and the like are what they look like; anything else is text. */
const policyValue = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const policyOption = (
  pair: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Expected NAME=VALUE, for example max_review_iterations=5.');
  return { ...before, [pair.slice(0, equals)]: policyValue(pair.slice(equals + 1)) };
};
