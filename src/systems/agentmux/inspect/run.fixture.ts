// The run directory of the reference system: as it was left, and with its own defects fixed.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { goldenText } from '../workflow/golden.fixture.ts';

const FOLDER = fileURLToPath(new URL('../../../../test/fixtures/agentmux-golden/derived', import.meta.url));

export type Run = Map<string, string>;

export const goldenRun = (): Run => {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = files.map((entry) => `${entry.parentPath}/${entry.name}`.slice(FOLDER.length + 1));
  return new Map(names.map((name) => [name, goldenText(`derived/${name}`)]));
};

/** Changes the text of a file that is there. */
export const edit = (run: Run, name: string, change: (text: string) => string): void => {
  const text = run.get(name);
  if (text === undefined) throw new Error(`${name} is not in the run`);
  const changed = change(text);
  if (changed === text) throw new Error(`${name} was not changed`);
  run.set(name, changed);
};

export const editState = (run: Run, change: (state: Record<string, unknown>) => void): void =>
  edit(run, 'state.json', (text) => {
    const state = JSON.parse(text) as Record<string, unknown>;
    change(state);
    return `${JSON.stringify(state, null, 2)}\n`;
  });

/** Changes the log of signals, and moves the cursor to its end. */
export const editLog = (run: Run, change: (text: string) => string): void => {
  edit(run, 'tool_events.jsonl', change);
  const bytes = Buffer.byteLength(run.get('tool_events.jsonl') ?? '');
  run.set('tool_event_state.json', `{"version": 1, "applied_cursor": ${bytes}}\n`);
};

/** Appends a signal. */
export const signal = (run: Run, tool: string, payload: unknown = {}): void => {
  const event = { tool, timestamp: '2026-11-15T02:49:14+00:00', payload };
  editLog(run, (text) => `${text}${JSON.stringify(event)}\n`);
};

export const soundRun = (): Run => {
  const run = goldenRun();
  editState(run, (state) => {
    state['phase'] = 'done';
    state['active_reviews'] = { reviewer_logic: 'completed', reviewer_quality: 'completed' };
  });
  edit(run, '04_planning/plan.yaml', (text) => `${text}review_strategy:\n  severity: medium\n`);
  run.set('06_implementation/done_2', '');
  run.set('06_implementation/done_3', '');
  edit(run, 'created_files.log', (text) => text.replace(/.*tool_event_state\.json\.tmp\n/, ''));
  run.set(
    '08_completion/approval.json',
    '{"action": "approve", "exclude_files": [], "commit_message": "feat: x"}\n',
  );
  return run;
};
