// One step of a scenario as the player gets it. No schema here: the player starts without one.

/** Before a path: relative to the assignment's working tree instead of the run directory. */
export const PROJECT_PREFIX = 'project:';

export type Step =
  | { readonly act: 'write'; readonly files: Readonly<Record<string, string>> }
  | { readonly act: 'submit'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly act: 'run'; readonly command: string }
  | { readonly act: 'say'; readonly text: string }
  | { readonly act: 'print'; readonly text: string }
  | { readonly act: 'sleep'; readonly ms: number }
  | { readonly act: 'exit'; readonly code: number }
  | { readonly act: 'crash' }
  | { readonly act: 'hang' };
