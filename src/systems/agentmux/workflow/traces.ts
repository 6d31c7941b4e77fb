// Files of sightings, in the formats that this workflow has for them.
import type { Entry } from '../../../model/run/entry.ts';
import type { Assignment } from '../../../model/run/event.ts';
import type { Traces } from '../../../model/workflow/workflow-texts.ts';
import { shownPhase } from '../files/shown-phase.ts';

const clockTime = (at: string): string => at.slice(0, 19).replace('T', ' ');

const phaseLines = (entry: Entry): { path: string; line: string }[] =>
  entry.events.flatMap((event) => {
    // What Baton does in a phase of its own is no change of phase to whoever reads this file.
    if (event.kind !== 'phase-entered' || shownPhase(event.phase) !== event.phase) return [];
    return [{ path: 'status_log.txt', line: `${clockTime(entry.at)}  ${event.phase}` }];
  });

const logLine = (entry: Entry): { path: string; line: string } => ({
  path: 'orchestrator.log',
  line: `${clockTime(entry.at)}  #${entry.seq} ${entry.input.kind}: ${entry.events.map((event) => event.kind).join(', ')}`,
});

/** One worker of a role is its primary one; several at once are parallel ones, by item. */
const sessionsText = (running: readonly Assignment[]): string => {
  const primary: Record<string, string> = {};
  const parallel: Record<string, Record<string, string>> = {};
  for (const { role, item, id } of running) {
    if (item === undefined) primary[role] = id;
    else parallel[role] = { ...parallel[role], [item]: id };
  }
  const state = { version: 2, primary, visible: [], parallel, process_pids: {} };
  return `${JSON.stringify(state, undefined, 2)}\n`;
};

/** Files that tell how the run stands, not what was made in it. */
const RUNTIME_FILES = ['state.json', 'tool_events.jsonl', 'tool_event_state.json'];

export const traces: Traces = {
  entry: (entry) => [logLine(entry), ...phaseLines(entry)],
  created: {
    path: 'created_files.log',
    line: (at, file) => (RUNTIME_FILES.includes(file) ? undefined : `${clockTime(at)}  ${file}`),
  },
  sessions: { path: 'runtime_state.json', text: sessionsText },
};
