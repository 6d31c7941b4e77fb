// Who knows the files of one system of agents. `baton check` asks each in turn; none of them reads anything itself.
import type { Problem } from '../model/problem.ts';
import type { VagueWords } from '../model/vague-words.ts';

export interface Inspector {
  readonly dialect: string;
  /** What I know, in words: `plan.yaml and run directories of …`. */
  readonly says: string;
  /** Undefined: not one of mine, neither by its name nor by what is in it. */
  artifact(path: string, text: string): { readonly problems: readonly Problem[] } | undefined;
  /** Whether a directory with these files, named relative to it, is a run of mine. */
  isRun(names: readonly string[]): boolean;
  /** Which files of a run I look into. The others are nobody's business, however large they are. */
  reads(name: string): boolean;
  /** The problems of a whole run; they name files relative to its directory. Whatever the texts are, it never throws. */
  run(files: ReadonlyMap<string, string>): readonly Problem[];
  /** The same with a project's own words for what is vague; absent where nobody asks for that. */
  withWords?(words: VagueWords): Inspector;
}
