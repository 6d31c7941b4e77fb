// The JSON files of other programs: what cannot be read is left as it is, and what is written keeps their indentation.
import { BatonError, causeText } from '../../errors.ts';
import { isRecord } from '../../std/is-record.ts';

export interface JsonOfHost {
  refuse(file: string, why: string): never;
  read(text: string, file: string): Record<string, unknown>;
}

/** `hint` is what a person does about a file that is refused. */
export const jsonOfHost = (hint: string): JsonOfHost => {
  const refuse = (file: string, why: string): never => {
    throw new BatonError('JSON_SYNTAX', `${file} is left as it is: ${why}`, { hint });
  };
  return {
    refuse,
    read: (text, file) => {
      if (text.trim() === '') return {};
      try {
        const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
        return isRecord(value) && !Array.isArray(value) ? { ...value } : refuse(file, 'expected an object');
      } catch (cause) {
        if (cause instanceof BatonError) throw cause;
        return refuse(file, `expected JSON without comments, ${causeText(cause)}`);
      }
    },
  };
};

const indentOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

/** With the indentation that another text has. */
export const jsonLike = (value: unknown, like: string): string =>
  `${JSON.stringify(value, null, indentOf(like))}\n`;
