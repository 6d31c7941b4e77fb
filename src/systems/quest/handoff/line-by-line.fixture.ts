// The rules of where a block may stand, written down as plainly as can be: every line is looked at, in order.
import type { Message } from '../../../handoffs/message.ts';
import { type Located, type Marker, markerAt } from './marker.ts';

interface Line {
  readonly start: number;
  readonly text: string;
}

const linesOf = (text: string): Line[] => {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { start, text: line };
    start += line.length + 1;
    return found;
  });
};

export interface PlainFence {
  readonly first: number;
  /** The closing line; undefined when there is none. */
  readonly last: number | undefined;
}

const OPENING = /^(\s*(?:(?:[-*+•‣◦]|\d{1,9}[.)])\s+)*)(`{3,}|~{3,})(.*)$/s;
const CLOSING = /^(\s*)(`{3,}|~{3,})\s*$/;
const columns = (prefix: string): number => prefix.replaceAll('\t', '    ').length;

export const plainFences = (text: string): { lines: Line[]; fences: PlainFence[] } => {
  const lines = linesOf(text);
  const fences: PlainFence[] = [];
  let open: { first: number; mark: string; columns: number } | undefined;
  lines.forEach(({ text: line }, index) => {
    if (open === undefined) {
      const [, prefix, mark, info] = OPENING.exec(line) ?? [];
      if (mark === undefined || prefix!.length > 200) return;
      if (mark.startsWith('`') && info!.includes('`')) return;
      open = { first: index, mark, columns: columns(prefix!) };
      return;
    }
    const [, prefix, mark] = CLOSING.exec(line) ?? [];
    if (mark === undefined || prefix!.length > 200) return;
    if (mark[0] !== open.mark[0] || mark.length < open.mark.length) return;
    if (columns(prefix!) > open.columns + 3) return;
    fences.push({ first: open.first, last: index });
    open = undefined;
  });
  if (open !== undefined) fences.push({ first: open.first, last: undefined });
  return { lines, fences };
};

const markerOf = (text: string, line: Line): Marker | undefined => {
  for (const match of line.text.matchAll(/handoff/gi)) {
    const marker = markerAt(text, line.start + match.index);
    if (marker !== undefined) return marker;
  }
  return undefined;
};

/** What `locateMarker` finds, the long way. */
export const locateByLine = ({ text }: Message): Located => {
  const { lines, fences } = plainFences(text);
  const isBlank = (from: number): boolean => lines.slice(from).every((line) => line.text.trim() === '');
  let candidate: Located['candidate'];
  let shown: Marker | undefined;
  lines.forEach((line, index) => {
    const marker = markerOf(text, line);
    if (marker === undefined) return;
    shown = marker;
    if (marker.quoted) return;
    const fence = fences.find(({ first, last }) => index >= first && (last === undefined || index <= last));
    if (fence === undefined) {
      candidate = { marker, fence: undefined, limit: text.length };
      return;
    }
    const body = lines.slice(fence.first + 1, index);
    const counts =
      fence.last === undefined ? body.every((above) => above.text.trim() === '') : isBlank(fence.last + 1);
    if (!counts) return;
    const limit = fence.last === undefined ? text.length : lines[fence.last]!.start;
    const bodyStart = Math.min(text.length, lines[fence.first]!.start + lines[fence.first]!.text.length + 1);
    candidate = {
      marker,
      limit,
      fence: {
        start: lines[fence.first]!.start,
        bodyStart,
        bodyEnd: limit,
        end:
          fence.last === undefined
            ? text.length
            : Math.min(text.length, limit + lines[fence.last]!.text.length + 1),
        info: (OPENING.exec(lines[fence.first]!.text)?.[3] ?? '').trim(),
        closed: fence.last !== undefined,
        endsMessage: true,
      },
    };
  });
  return { candidate, shown };
};
