// Server-sent events out of bytes.
import { lineSplitter } from './line-splitter.ts';

export interface StreamEvent {
  readonly data: string;
  readonly id: string | undefined;
}

export interface EventStream {
  push(chunk: Uint8Array): void;
}

/** Calls `onEvent` for each event that has data. An event over the limit is dropped and told. */
export const eventStream = (
  bytesMax: number,
  onEvent: (event: StreamEvent) => void,
  onTooLong: (bytes: number) => void,
): EventStream => {
  let data: string[] = [];
  let id: string | undefined;
  let chars = 0;
  const field = (name: string, value: string): void => {
    if (name === 'id') id = value;
    if (name !== 'data') return;
    chars += value.length;
    if (chars > bytesMax) data = [];
    else data.push(value);
  };
  const dispatch = (): void => {
    const [text, size] = [data.join('\n'), chars];
    data = [];
    chars = 0;
    if (size > bytesMax) onTooLong(size);
    else if (text !== '') onEvent({ data: text, id });
  };
  const splitter = lineSplitter(
    bytesMax,
    (line) => {
      if (line === '') return dispatch();
      const colon = line.indexOf(':');
      if (colon === 0) return;
      const name = colon === -1 ? line : line.slice(0, colon);
      field(name, colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1));
    },
    onTooLong,
  );
  // An event without its empty line at the end was cut off, so the rest of a stream is not looked at.
  return { push: splitter.push };
};
