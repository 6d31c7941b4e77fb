// Everything that is tried at the gates.
import type { Lie, Work } from './case.ts';
import { javascriptLies } from './lies/javascript.ts';

export const LIES: readonly Lie[] = [...javascriptLies];
export const HONEST: readonly Work[] = [];
