// stub
import type { StateListener, System } from '../../operations/system.ts';
import type { Shell } from '../shell.ts';
export const openProgress = (shell: Shell, _system: System) => ({
  onState: ((_state, entry) => {
    if (entry) shell.note(`${entry.seq} ${entry.events.map((e) => e.kind).join(' ')}`);
  }) as StateListener,
  say: (words: string) => shell.note(words),
  onInterrupt: (_: () => void) => {},
  close: () => {},
});
