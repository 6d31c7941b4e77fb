// The least that could do what an acceptance does: read the file, parse it, validate it, hash it, append one line of
// the same length and sync it. No rules, no state, no chain.
import fs from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../src/std/sha256.ts';
import { parsePlan } from '../src/workflows/relay/plan-file.ts';
import { pause } from './measure.ts';
import { PLAN_FILE, writePlan } from './plans.ts';

export interface BareWork {
  /** The digest of the plan that is there. */
  (): string;
  once(): Promise<number>;
  close(): void;
}

export const openBareWork = (directory: string, lineBytes: number): BareWork => {
  fs.mkdirSync(directory, { recursive: true });
  const fd = fs.openSync(join(directory, 'bare.jsonl'), 'a');
  const line = Buffer.alloc(lineBytes, 'x');
  const work = (): string => {
    const text = fs.readFileSync(join(directory, PLAN_FILE), 'utf8');
    const { value, problems } = parsePlan(text, PLAN_FILE);
    if (value === undefined || problems.length > 0) throw new Error('expected a valid plan');
    const digest = sha256(text);
    if (fs.writeSync(fd, line) !== lineBytes) throw new Error('written short');
    fs.fdatasyncSync(fd);
    return digest;
  };
  /** Of a new plan, in milliseconds. */
  const once = async (): Promise<number> => {
    writePlan(directory);
    await pause();
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  return Object.assign(work, { once, close: () => fs.closeSync(fd) });
};
