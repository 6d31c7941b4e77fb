// Which dialect a text is written in, and what it says. Of several in one message the last one counts.
import type { Handoff } from '../model/handoff.ts';
import { collectiveDialect } from '../systems/collective/handoff/collective.ts';
import { h3aDialect } from '../systems/h3a/handoff/h3a.ts';
import { questDialect } from '../systems/quest/handoff/quest.ts';
import type { Decoded, DecodeOptions, Dialect, Encoded, Written } from './dialect.ts';

export const DIALECTS: readonly Dialect[] = [h3aDialect, questDialect, collectiveDialect];

export const dialectNamed = (name: string): Dialect | undefined =>
  DIALECTS.find((dialect) => dialect.name === name);

export interface DecodedHandoff extends Decoded {
  readonly dialect: string;
}

/** A file of data is one whole: what its strings hold is no message. */
const isData = ({ text, file }: Written): boolean =>
  /\.(?:json|ya?ml)$/i.test(file) || (file === '' && /^[\s\ufeff]*\{/.test(text));

/** What only looks like a handoff has no place: it stands behind every one that is there, however broken that is. */
const NOWHERE = -1;

const isBetter = (a: DecodedHandoff, b: DecodedHandoff, whole: boolean): boolean => {
  const [here, there] = [a.offset ?? NOWHERE, b.offset ?? NOWHERE];
  if (here === there) return a.handoff !== undefined && b.handoff === undefined;
  if (here === NOWHERE || there === NOWHERE) return there === NOWHERE;
  return whole ? here < there : here > there;
};

/**
 * Finds out which dialect a text is written in, and what it says. Undefined when no handoff of any dialect is in it. Never
 * throws. Act on `handoff` only when no problem is an error.
 *
 * @example
 * ```ts
 * const found = decodeHandoff({ text: '---HANDOFF---\nSTATUS: complete\n', file: 'message.md' });
 * ```
 */
export const decodeHandoff = (
  written: Written,
  options: DecodeOptions & { readonly dialects?: readonly Dialect[] } = {},
): DecodedHandoff | undefined => {
  const whole = isData(written);
  let best: DecodedHandoff | undefined;
  for (const dialect of options.dialects ?? DIALECTS) {
    // A message is searched from its start for a dialect only if one could come behind what is there.
    const behind = whole ? undefined : best?.offset;
    if (behind !== undefined && dialect.mayBeginAfter?.(written.text, behind) === false) continue;
    const decoded = dialect.decode(written, options);
    if (decoded === undefined) continue;
    const found = { ...decoded, dialect: dialect.name };
    if (best === undefined || isBetter(found, best, whole)) best = found;
  }
  return best;
};

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
  dialectNamed(to)?.encode(handoff);
