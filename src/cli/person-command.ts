// What a person types to answer something that waits for one.
import { plainLine } from '../std/terminal-text.ts';

interface Answerable {
  readonly choices: readonly string[];
  readonly approve?: string | undefined;
  readonly reject?: string | undefined;
}

const NO_WORDS = /^[\w.:@/+-]+$/;
const quoted = (text: string): string =>
  NO_WORDS.test(text) ? text : `'${plainLine(text).replaceAll("'", "'\\''")}'`;

/** One command for each thing that can be said. */
export const personCommands = (id: string, ask: Answerable): readonly string[] => {
  const name = quoted(id);
  const yes = ask.approve === undefined ? [] : [`baton approve ${name}`];
  const no = ask.reject === undefined ? [] : [`baton reject ${name} --text "…"`];
  const others = ask.choices.filter((choice) => choice !== ask.approve && choice !== ask.reject);
  const words = ask.choices.length === 0 ? [`baton answer ${name} --text "…"`] : [];
  return [
    ...yes,
    ...words,
    ...no,
    ...others.map((choice) => `baton answer ${name} --text ${quoted(choice)}`),
  ];
};
