// Both hooks as a host calls them, on a real project, with a state directory of its own.
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/repository.ts';
import { hookSessionStart } from '../hook-session-start.ts';
import { hookStop } from '../hook-stop.ts';
import { placeOf } from '../state-directory.ts';
import type { HookAnswer } from './hook-input.ts';

export const RUN_DIRECTORIES = ['.baton/runs', '.agentmux/.sessions', 'runs'];

export const testText = (name: string, line: string): string =>
  `const test = require('node:test');\nconst assert = require('node:assert');\ntest('${name}', () => { ${line} });\n`;
export const PASSING: string = testText('adds', 'assert.equal(1 + 1, 2)');
export const FAILING: string = testText('adds', 'assert.equal(1 + 1, 3)');

/** `add`, and a test of it. */
export const SUM = {
  'add.js': 'exports.add = (a, b) => a + b;\n',
  'add.test.js': testText('adds', "assert.equal(require('./add.js').add(1, 2), 3)"),
};

type Words = HookAnswer['stdout'];

export interface HookedProject {
  readonly env: Readonly<Record<string, string | undefined>> & { readonly BATON_STATE: string };
  readonly state: string;
  start(source?: string, session?: string): Promise<Words>;
  /** `active` is what Claude Code calls stop_hook_active. */
  stop(active?: boolean, more?: Readonly<Record<string, unknown>>): Promise<Words>;
  raw(input: string | undefined): Promise<HookAnswer>;
}

export const hooked = (project: string, more: Readonly<Record<string, string>> = {}): HookedProject => {
  const home = temporaryFolder();
  const env = { ...process.env, HOME: home, BATON_STATE: join(home, 'state'), ...more };
  const options = (input: string | undefined) => ({
    ...{ input, cwd: project, env, now: Date.now() },
    runDirectories: RUN_DIRECTORIES,
  });
  const raw = (input: string | undefined) => hookStop(options(input));
  return {
    env,
    get state() {
      return placeOf(project, env).stateDirectory;
    },
    raw,
    start: async (source = 'startup', session = 'session-1') => {
      const input = JSON.stringify({ session_id: session, hook_event_name: 'SessionStart', source });
      const { stdout, exit } = await hookSessionStart(options(input));
      expect(exit).toBe(0);
      return stdout;
    },
    stop: async (active = false, given = {}) => {
      const input = { session_id: 'session-1', transcript_path: '/x', stop_hook_active: active, ...given };
      const { stdout, exit } = await raw(JSON.stringify(input));
      expect(exit).toBe(0);
      return stdout;
    },
  };
};
