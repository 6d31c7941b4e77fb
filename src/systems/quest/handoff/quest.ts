// Quest: a text block at the end of a message, or a file handoff.json.
import type { Dialect } from '../../../handoffs/dialect.ts';
import { decodeQuestJson } from './decode-json.ts';
import { decodeQuestText } from './decode-text.ts';
import { encodeQuestText } from './encode.ts';

export const questDialect: Dialect = {
  name: 'quest',
  decode: (written, options) => decodeQuestJson(written, options) ?? decodeQuestText(written, options),
  encode: encodeQuestText,
};
