// What a program's hook was told, as far as it matters here. Programs name the same moments differently.
import { type Line, recordOf, stringOf } from '../command/output-reader.ts';

export interface PaneEvent {
  readonly moment: 'taken' | 'waiting' | 'over' | 'other';
  readonly session: string | undefined;
  readonly message: string | undefined;
}

const MOMENTS: Readonly<Record<string, PaneEvent['moment']>> = {
  UserPromptSubmit: 'taken',
  BeforeAgent: 'taken',
  PermissionRequest: 'waiting',
  Notification: 'waiting',
  Stop: 'over',
  AfterAgent: 'over',
};

const parsed = (text: string): Line => {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
};

/** Hostile: parse, never trust. */
export const paneEvent = (text: string): PaneEvent => {
  const line = parsed(text);
  const name = stringOf(line['hook_event_name']) ?? '';
  return {
    moment: Object.hasOwn(MOMENTS, name) ? (MOMENTS[name] ?? 'other') : 'other',
    session: stringOf(line['session_id']),
    message: stringOf(line['last_assistant_message']) ?? stringOf(line['prompt_response']),
  };
};
