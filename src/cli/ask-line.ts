// One question to whoever sits at the terminal, on stderr so that stdout stays what programs read.
import { createInterface } from 'node:readline/promises';
import type { Shell } from './shell.ts';

export const askLine = async ({ streams }: Shell, question: string): Promise<string> => {
  const lines = createInterface({ input: streams.stdin, output: streams.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
};
