// A commit as it is: what the gate says of it, and what would have to be declared for it to pass.
import type { NamedTest } from '../../checks/change/change.ts';
import { declarationsToTry, isNearer, isPlain, PLAIN, type Size } from './declarations.ts';
import type { Declaration, Gated, GateName } from './gates.ts';
import type { Judge } from './judge-tree.ts';
import { CALIBRATE_DECLARATIONS_MAX } from './limits.ts';
import type { Outside } from './own-head.ts';
import type { Said } from './said.ts';

export interface Honest {
  /** Without any declaration. */
  readonly plain: Said;
  /** With the declaration, where one was found that helps. */
  readonly said: Said;
  readonly declared: Declaration;
  /** Where none is enough: the best one, with which `said` is what remains. */
  readonly tried?: Declaration;
  /** Where the gate refuses and the head itself is the cause: it stands outside of the rate. */
  readonly outside?: Outside;
}

type About = Omit<Gated, 'declared' | 'named'>;

/** The executor of h3a names the test that it wrote for the change. */
const namedBy = (gate: GateName, { shown }: Said): readonly NamedTest[] =>
  gate === 'h3a' && shown !== undefined ? [shown] : [];

export const playHonest = async (
  judge: Judge,
  gate: GateName,
  about: About,
  size: Size,
  signal: AbortSignal,
): Promise<Honest> => {
  const first = await judge(gate, { ...about, declared: PLAIN, named: [] });
  const named = namedBy(gate, first);
  const plain = named.length === 0 ? first : await judge(gate, { ...about, declared: PLAIN, named });
  let [declared, said] = [PLAIN, plain];
  for (let step = 0; step < CALIBRATE_DECLARATIONS_MAX && said.status !== 'met'; step += 1) {
    if (signal.aborted) break;
    let isHelped = false;
    for (const one of declarationsToTry(gate, declared, said, size)) {
      const next = await judge(gate, { ...about, declared: one, named });
      if (!isNearer(said, next)) continue;
      [declared, said, isHelped] = [one, next, true];
      break;
    }
    if (!isHelped) break;
  }
  if (said.status === 'met') return { plain, said, declared };
  return { plain, said, declared: PLAIN, ...(isPlain(declared) ? {} : { tried: declared }) };
};
