// How a program in a pane tells what it does: its hooks leave what the program writes to them as files in a folder of the attempt. The
// lines that hosts run are Baton's own; nothing that an agent says becomes part of one.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { PANE_EVENT_BYTES_MAX } from '../../model/limits/tmux.ts';
import type { AttemptFiles } from '../attempt-files.ts';

const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const TELL = `part="$1/$$.part"
cat > "$part"
mv "$part" "$1/$$.json"
printf '{}'
`;

/** What the gate blocks is no end of the turn. */
const tellUnlessBlocked = (gate: string): string => `part="$1/$$.part"
cat > "$part"
answer=$(${gate} < "$part")
printf '%s' "$answer"
case "$answer" in
  *'"block"'*) rm -f "$part" ;;
  *) mv "$part" "$1/$$.json" ;;
esac
`;

export interface EventFolder {
  readonly path: string;
  /** Lines for a host's shell. */
  readonly tell: string;
  readonly tellEnd: string;
}

/** `gate`: a line that is asked first whether the turn may end. */
export const eventFolder = (files: AttemptFiles, gate: string | undefined): EventFolder => {
  const tell = files.put('tell.sh', TELL);
  const end = gate === undefined ? tell : files.put('tell-end.sh', tellUnlessBlocked(gate));
  const path = join(files.directory ?? '', 'events');
  mkdirSync(path, { recursive: true });
  const line = (script: string): string => ['/bin/sh', script, path].map(shellWord).join(' ');
  return { path, tell: line(tell), tellEnd: line(end) };
};

/** Takes what is there, in order. */
export const takeEvents = (folder: string): string[] => {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  const taken = names.flatMap((name) => {
    const path = join(folder, name);
    try {
      const { size, mtimeMs } = statSync(path);
      const text = size > PANE_EVENT_BYTES_MAX ? '' : readFileSync(path, 'utf8');
      rmSync(path);
      return [{ mtimeMs, text: text.replaceAll(/[\r\n]+/g, ' ') }];
    } catch {
      return [];
    }
  });
  return taken.sort((a, b) => a.mtimeMs - b.mtimeMs).map(({ text }) => text);
};

/** Returns what ends it. */
export const watchEvents = (folder: string, onChange: () => void): (() => void) => {
  try {
    const watcher = watch(folder, { persistent: false }, onChange);
    watcher.on('error', () => {});
    return () => watcher.close();
  } catch {
    // Whoever looks from time to time finds them too.
    return () => {};
  }
};
