// The dialect of the Sub-Agent Collective: a YAML block in a message, the older summary in Markdown, a file of its own.
import type { Dialect } from '../../../handoffs/dialect.ts';
import { decodeCollective } from './decode.ts';
import { encodeCollective } from './encode.ts';

/** A fence, or the label of the summary. */
const MAY_BEGIN = /```|~~~|agent/i;

export const collectiveDialect: Dialect = {
  name: 'collective',
  mayBeginAfter: (text, offset) => MAY_BEGIN.test(text.slice(offset)),
  decode: decodeCollective,
  encode: encodeCollective,
};
