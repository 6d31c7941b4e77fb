import type { ErrorCode } from '../../errors.ts';

export type Meaning = readonly [what: string, todo: string];
export type Meanings = Readonly<Partial<Record<ErrorCode, Meaning>>>;
