// Keeps which files failed, so that CI can run them once more by themselves and say which of them are unsteady.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';

const FILE = 'node_modules/.cache/baton-failed-tests.json';

export class FailedFiles implements Reporter {
  readonly #config: string;

  constructor(config: string) {
    this.#config = config;
  }

  /** What an earlier run left says nothing of this one. */
  onInit(): void {
    rmSync(FILE, { force: true });
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    // Files that never ran do not count as failed, and would be taken for green.
    if (reason === 'interrupted') return;
    const files = modules.filter((module) => !module.ok()).map((module) => module.relativeModuleId);
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(
      FILE,
      JSON.stringify({ config: this.#config, files: [...new Set(files)], strayErrors: errors.length }),
    );
  }
}
