// Directories in memory: the run directory, and the desks of blind work.
import { problem } from '../model/problem.ts';
import type { Desks, WorkFiles } from '../runtime/ports.ts';

export const filesInMemory = (directory: string, files: Map<string, string>): WorkFiles => ({
  directory,
  read: async (path) => {
    const value = files.get(path);
    if (value === undefined || value === '')
      return {
        value: undefined,
        problems: [
          problem(value === '' ? 'FILE_EMPTY' : 'ARTIFACT_MISSING', `expected content in ${path}, got none`, {
            file: path,
            hint: `write it: write: { '${path}': '…' }`,
          }),
        ],
      };
    return { value, problems: [] };
  },
  write: async (made) => {
    for (const { path, text } of made) files.set(path, text);
    return [];
  },
  remove: async (path) => void files.delete(path),
});

export class DesksInMemory implements Desks {
  /** Texts by path, by the name of the desk. */
  readonly desks = new Map<string, Map<string, string>>();
  #made = 0;

  newName(): string {
    this.#made += 1;
    return `desk${this.#made}`;
  }

  open(name: string): WorkFiles {
    const files = this.desks.get(name) ?? new Map<string, string>();
    this.desks.set(name, files);
    return filesInMemory(this.directoryOf(name), files);
  }

  async list(): Promise<readonly string[]> {
    return [...this.desks.keys()];
  }

  async remove(name: string): Promise<void> {
    this.desks.delete(name);
  }

  /** By the directory that an agent is told. */
  at(directory: string): Map<string, string> | undefined {
    return [...this.desks].find(([name]) => this.directoryOf(name) === directory)?.[1];
  }

  directoryOf(name: string): string {
    return `/memory/desks/${name}`;
  }
}
