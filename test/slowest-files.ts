// Says at the end which files took longest, so that the house sees where its time goes.
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const lines = modules
      .map((module) => ({ name: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, SHOWN)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
    console.log(['The slowest files:', ...lines, ''].join('\n'));
  }
}
