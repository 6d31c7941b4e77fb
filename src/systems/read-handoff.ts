// Reads and writes a handoff in any dialect that Baton knows, for users of the library.
import { type DecodedHandoff, decodeHandoff as decodeAmong } from '../handoffs/decode-handoff.ts';
import type { DecodeOptions, Encoded, Written } from '../handoffs/dialect.ts';
import { dialectsOf } from '../handoffs/foreign-system.ts';
import type { Handoff } from '../model/handoff.ts';
import { SYSTEMS } from './systems.ts';

const DIALECTS = dialectsOf(SYSTEMS);

/**
 * Finds the last handoff of a message, or reads a file that is one. Undefined when nothing of any dialect is here. Never throws.
 *
 * @example
 * ```ts
 * const found = decodeHandoff({ text: '---HANDOFF---\nSTATUS: complete\n', file: 'message.md' });
 * console.log(found?.dialect, found?.problems);
 * ```
 */
export const decodeHandoff = (written: Written, options: DecodeOptions = {}): DecodedHandoff | undefined =>
  decodeAmong(written, { ...options, dialects: DIALECTS });

/**
 * Writes a handoff in a dialect, and says what that dialect cannot hold (`lost`) and what it lacks (`missing`). Undefined when
 * there is no such dialect.
 *
 * @example
 * ```ts
 * const found = decodeHandoff({ text: '---HANDOFF---\nSTATUS: complete\n', file: 'message.md' });
 * const written = found?.handoff && encodeHandoff(found.handoff, 'collective');
 * ```
 */
export const encodeHandoff = (handoff: Handoff, to: string): Encoded | undefined =>
  DIALECTS.find(({ name }) => name === to)?.encode(handoff);
