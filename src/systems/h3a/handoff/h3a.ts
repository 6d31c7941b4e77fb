// H3A: three agents, a file between each two of them, SESSION_HANDOFF.json.

import type { Dialect } from '../../../handoffs/dialect.ts';
import { VAGUE_WORDS, type VagueWords } from '../../../model/vague-words.ts';
import { decodeHandoff } from './decode.ts';
import { encodeHandoff } from './encode.ts';

const h3aDialectWith = (words: VagueWords): Dialect => ({
  name: 'h3a',
  decode: (written, options) => decodeHandoff(written, options, words),
  encode: encodeHandoff,
  withWords: h3aDialectWith,
});

export const h3aDialect: Dialect = h3aDialectWith(VAGUE_WORDS);
