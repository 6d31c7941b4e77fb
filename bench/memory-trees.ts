// Working trees in memory, and what git would do with them: enough for agents that never touch the same file.

import type { Evidence, EvidenceRequest } from '../src/model/evidence.ts';
import { type Digest, treeDigest } from '../src/model/run/sealed.ts';
import type { EffectRequest, EffectResult } from '../src/model/workflow/effect.ts';
import type { Part } from '../src/model/workflow/view.ts';
import type { Outside, Workspaces } from '../src/runtime/ports.ts';
import { sha256 } from '../src/std/sha256.ts';

type Files = ReadonlyMap<string, string>;

const OID_CHARS = 40;

const done = (outcome: string, sealed: EffectResult['sealed'] = []): EffectResult => ({
  outcome,
  sealed,
  details: {},
  problems: [],
});

export class MemoryTrees {
  readonly #trees = new Map<Digest, Files>();
  readonly #open = new Map<string, Map<string, string>>();
  readonly base: Digest = this.#put(new Map([['README.md', '# A project\n']]));

  /** The files of the working tree of an assignment. */
  of(assignment: string): Map<string, string> {
    return this.#open.get(assignment)!;
  }

  workspaces(directory: string): Workspaces {
    return {
      open: async (assignment, tree) => {
        this.#open.set(assignment, new Map(this.#trees.get(tree)));
        return directory;
      },
      seal: async (assignment) => ({ digest: this.#put(this.of(assignment)), bytes: 0 }),
      close: async (assignment) => void this.#open.delete(assignment),
      sweep: async () => {},
    };
  }

  get outside(): Outside {
    return {
      observe: async (request) => this.#observe(request),
      perform: async (_, request) => this.#perform(request),
    };
  }

  #put(files: Files): Digest {
    const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
    const digest = treeDigest(sha256(JSON.stringify(sorted)).slice(-OID_CHARS));
    this.#trees.set(digest, new Map(sorted));
    return digest;
  }

  #changes(from: Digest, to: Digest): string[] {
    const [before, after] = [this.#trees.get(from)!, this.#trees.get(to)!];
    const paths = new Set([...before.keys(), ...after.keys()]);
    return [...paths].filter((path) => before.get(path) !== after.get(path));
  }

  #merge(base: Digest, parts: readonly Part[]): Digest {
    const merged = new Map(this.#trees.get(base));
    for (const { start, tree } of parts)
      for (const path of this.#changes(start, tree)) {
        const text = this.#trees.get(tree)!.get(path);
        if (text === undefined) merged.delete(path);
        else merged.set(path, text);
      }
    return this.#put(merged);
  }

  #observe(request: EvidenceRequest): Evidence {
    if (request.kind === 'command') throw new Error('no command is run in a bench');
    if (request.kind === 'changes')
      return { kind: 'changes', files: this.#changes(request.from, request.to) };
    if (request.kind !== 'merge') throw new Error(`nobody asks for ${request.kind} in a bench`);
    const others = request.parts.filter(({ item }) => item !== request.subject);
    return {
      kind: 'merge',
      tree: this.#merge(request.base, request.parts),
      others: this.#merge(request.base, others),
      conflicts: [],
    };
  }

  #perform(request: EffectRequest): EffectResult {
    if (request.action === 'commit') return done('committed');
    if (request.action === 'publish') return done('local');
    if (request.action !== 'merge') throw new Error(`nobody asks for ${request.action} in a bench`);
    const digest = this.#merge(request.base, request.parts);
    return done('merged', [{ artifact: request.into, path: '.', digest, bytes: 0 }]);
  }
}
