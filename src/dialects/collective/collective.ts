// The dialect of the Sub-Agent Collective: a YAML block in a message, the older summary in Markdown, a file of its own.
import type { Dialect } from '../dialect.ts';
import { decodeCollective } from './decode.ts';
import { encodeCollective } from './encode.ts';

export const collectiveDialect: Dialect = {
  name: 'collective',
  decode: decodeCollective,
  encode: encodeCollective,
};
