// How a function is made idle: what goes into its text, and where.

/** What a function does in the place of its own work. */
export type Idle = 'returns' | 'empty' | 'throws';

export interface Insertion {
  readonly name: string;
  /** Where the text goes in, and what it takes the place of. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** What it does as it is, where that is known. */
  readonly body?: string;
}

export type Finder = (text: string, idle: Idle) => readonly Insertion[];
