// Everything that is tried at the gates.
import type { Lie, Work } from './case.ts';
import { javascriptWork } from './honest/javascript.ts';
import { otherWork } from './honest/others.ts';
import { goLies } from './lies/go.ts';
import { javascriptLies } from './lies/javascript.ts';
import { pythonLies } from './lies/python.ts';
import { rustLies } from './lies/rust.ts';

export const LIES: readonly Lie[] = [...javascriptLies, ...pythonLies, ...goLies, ...rustLies];
export const HONEST: readonly Work[] = [...javascriptWork, ...otherWork];
