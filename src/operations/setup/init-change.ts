// One file that `baton init` would write.
export interface InitChange {
  /** From the project. */
  readonly path: string;
  readonly action: 'create' | 'update' | 'keep' | 'remove';
  readonly what: string;
  readonly text: string;
}

export const initChange = (
  path: string,
  what: string,
  before: string | undefined,
  text: string,
): InitChange => {
  if (before === text) return { path, what, text, action: 'keep' };
  return { path, what, text, action: before === undefined ? 'create' : 'update' };
};
