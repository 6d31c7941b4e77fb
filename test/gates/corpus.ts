// Everything that is tried at the gates.
import type { Lie, Undecidable, Work } from './case.ts';
import { javascriptWork } from './honest/javascript.ts';
import { otherWork } from './honest/others.ts';
import { strangers as strangersWork } from './honest/strangers.ts';
import { goLies } from './lies/go.ts';
import { javascriptLies } from './lies/javascript.ts';
import { pythonLies } from './lies/python.ts';
import { repositoryLies } from './lies/repository.ts';
import { runnerTricks } from './lies/runner-tricks.ts';
import { rustLies } from './lies/rust.ts';
import { strangers, strangersHonest } from './lies/strangers.ts';
import { undecidable } from './undecidable.ts';

export const LIES: readonly Lie[] = [
  ...javascriptLies,
  ...pythonLies,
  ...goLies,
  ...rustLies,
  ...runnerTricks,
  ...repositoryLies,
  ...strangers,
];
export const HONEST: readonly Work[] = [
  ...javascriptWork,
  ...otherWork,
  ...strangersWork,
  ...strangersHonest,
];
export const UNDECIDABLE: readonly Undecidable[] = undecidable;
