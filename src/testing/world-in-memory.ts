// Everything that a holder needs of the world, in memory: run directory, working trees, evidence, effects.

import { type Evidence, type EvidenceRequest, evidenceKey } from '../model/evidence.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { EffectRequest, EffectResult } from '../model/workflow/effect.ts';
import type { Outside, RunFiles, Workspaces } from '../runtime/ports.ts';
import { performInMemory } from './effects-in-memory.ts';
import { DesksInMemory, filesInMemory } from './files-in-memory.ts';
import { TreesInMemory } from './trees-in-memory.ts';

/** Answers what the engine asks about trees, as a run of a command would; undefined where it has no answer. */
export type GiveEvidence = (
  need: EvidenceRequest,
  filesOf: (tree: Digest) => Readonly<Record<string, string>>,
) => Evidence | undefined | Promise<Evidence | undefined>;

/** What a comparison of bytes answers; everything else takes a command, which nobody runs here. */
const withoutCommands = (trees: TreesInMemory, need: EvidenceRequest): Evidence => {
  if (need.kind === 'merge') return trees.merge(need.base, need.parts, need.subject);
  if (need.kind === 'changes') return { kind: 'changes', files: trees.changes(need.from, need.to) };
  return {
    kind: 'unavailable',
    cause: `expected this test to give evidence for ${evidenceKey(need)}, got none`,
    hint: 'pass `evidence` to play; testEvidence() answers as a project whose tests pass',
  };
};

export class WorldInMemory {
  readonly trees = new TreesInMemory();
  /** The run directory, by path. */
  readonly files = new Map<string, string>();
  readonly desks = new DesksInMemory();
  /** Working trees, by assignment. */
  readonly workspaces = new Map<string, Map<string, string>>();
  readonly performed: EffectRequest[] = [];
  /** What somebody else's code works on; time stands still meanwhile. */
  readonly pending = new Set<Promise<unknown>>();
  readonly #evidence: GiveEvidence;

  constructor(evidence: GiveEvidence) {
    this.#evidence = evidence;
  }

  /** Waits for code that is not ours, which may take its time. */
  async waitFor<T>(work: () => T | Promise<T>): Promise<T> {
    const waiting = (async () => work())();
    const settled = waiting.then(
      () => {},
      () => {},
    );
    this.pending.add(settled);
    void settled.then(() => this.pending.delete(settled));
    return waiting;
  }

  filesOf(tree: Digest): Readonly<Record<string, string>> {
    return Object.fromEntries(this.trees.get(tree));
  }

  outside(): Outside {
    return {
      observe: async (need) =>
        (await this.waitFor(() => this.#evidence(need, (tree) => this.filesOf(tree)))) ??
        withoutCommands(this.trees, need),
      perform: async (_, request) => this.#perform(request),
    };
  }

  workingTrees(): Workspaces {
    return {
      open: async (assignment, tree) => {
        this.workspaces.set(assignment, new Map(this.trees.get(tree)));
        return `/memory/trees/${assignment}`;
      },
      seal: async (assignment) => ({
        digest: this.trees.put(this.workspaces.get(assignment) ?? new Map()),
        bytes: 0,
      }),
      close: async (assignment) => void this.workspaces.delete(assignment),
      sweep: async () => this.workspaces.clear(),
    };
  }

  runFiles(): RunFiles {
    const { files } = this;
    return {
      ...filesInMemory('/memory/run', files),
      list: async (directory) => {
        const folder = directory === '.' ? '' : `${directory}/`;
        return [...files.keys()]
          .filter((path) => path.startsWith(folder))
          .map((path) => path.slice(folder.length))
          .filter((name) => !name.includes('/'));
      },
      append: async (path, text) => void files.set(path, (files.get(path) ?? '') + text),
    };
  }

  #perform(request: EffectRequest): EffectResult {
    this.performed.push(request);
    if (request.action === 'rebase')
      this.workspaces.set(request.assignment, new Map(this.trees.get(request.tree)));
    return performInMemory(this.trees, request);
  }
}
