// Reads and writes a handoff in any dialect that Baton knows, for users of the library.
import * as among from '../handoffs/decode-handoff.ts';
import type { DecodeOptions, Encoded, Written } from '../handoffs/dialect.ts';
import { dialectsOf } from '../handoffs/foreign-system.ts';
import type { Handoff } from '../model/handoff.ts';
import { SYSTEMS } from './systems.ts';

const DIALECTS = dialectsOf(SYSTEMS);

/** Undefined: nothing of any dialect is here. Never throws. */
export const decodeHandoff = (
  written: Written,
  options: DecodeOptions = {},
): among.DecodedHandoff | undefined => among.decodeHandoff(written, { ...options, dialects: DIALECTS });

/** Undefined where there is no such dialect. */
export const encodeHandoff = (handoff: Handoff, to: string): Encoded | undefined =>
  DIALECTS.find(({ name }) => name === to)?.encode(handoff);
