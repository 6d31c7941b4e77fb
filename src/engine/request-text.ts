// What a request says to whoever is to answer it. The door asks, too: it knows its own question by these words.
import { TEXT_CHARS_MAX } from '../model/limits/limits.ts';
import { validateWith } from '../model/validate-with.ts';
import type { RequestSpec } from '../model/workflow/workflow.ts';

type Args = Readonly<Record<string, unknown>>;
type Spec = Pick<RequestSpec<string, string, string>, 'args' | 'text'>;

/** A workflow's own words are only asked for arguments that fit. */
export const requestText = (spec: Spec | undefined, name: string, args: Args): string => {
  const { question } = args;
  if (spec?.args === undefined && typeof question === 'string') return question.slice(0, TEXT_CHARS_MAX);
  const read = spec?.args === undefined ? undefined : validateWith(spec.args, args).value;
  const words = read === undefined ? undefined : spec?.text?.(read);
  return (words ?? `${name} ${JSON.stringify(args)}`).slice(0, TEXT_CHARS_MAX);
};
