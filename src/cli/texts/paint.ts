// Colour for a terminal. Without it the same words stand alone: colour never carries a meaning of its own.
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const sequence = (on: number, off: number) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;
const plain = (text: string): string => text;

const COLOURED: Paint = {
  bold: sequence(1, 22),
  dim: sequence(2, 22),
  red: sequence(31, 39),
  green: sequence(32, 39),
  yellow: sequence(33, 39),
  cyan: sequence(36, 39),
};
const PLAIN: Paint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

export const paintWith = (color: boolean): Paint => (color ? COLOURED : PLAIN);
