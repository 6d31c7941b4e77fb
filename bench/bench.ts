/** Where a bench may write, and where its other programs are. */
export interface Bench {
  /** On the disk that projects are on: a file system in memory has no syncs to wait for. */
  readonly scratch: string;
  /** A bundled program of bench/ by its name. */
  program(name: string): string;
  /** Path of `bin/baton.js` in a package built as it ships. */
  readonly baton: string;
}
