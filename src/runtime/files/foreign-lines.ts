// The file that shows which calls were accepted. Older programs append to it to hand something in; here a line is no
// submission, because it carries no token. It is refused, journalled with words, and the file is written again.
import { RECORD_LOOKS_MAX, TORN_LOOKS_MAX } from '../../model/limits/limits.ts';
import type { Parsed, Problem } from '../../model/problem.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { RunFiles } from '../ports.ts';
import { refused, type TurnAway } from '../visitors.ts';

const LINE_SHOWN_CHARS = 200;

/** Lines that are there more often than they were accepted. */
const strangers = (found: readonly string[], known: readonly string[]): readonly string[] => {
  const left = new Map<string, number>();
  for (const line of known) left.set(line, (left.get(line) ?? 0) + 1);
  return found.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0 && line.trim() !== '';
  });
};

const toolOf = (line: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    const tool = typeof value === 'object' && value !== null && 'tool' in value ? value.tool : undefined;
    return typeof tool === 'string' ? tool.slice(0, LINE_SHOWN_CHARS) : undefined;
  } catch {
    return undefined;
  }
};

/** The text that is there; undefined where there is no file; the problem where it cannot be read. */
const seenIn = ({ value, problems }: Parsed<string>): string | undefined | Problem => {
  const [found] = problems;
  if (value !== undefined || found === undefined) return value;
  if (found.code === 'ARTIFACT_MISSING') return undefined;
  return found.code === 'FILE_EMPTY' ? '' : found;
};

export interface ForeignLines {
  /** Takes note of what others appended, then puts the file down as it should be; gives back why it could not. */
  settle(state: State): Promise<readonly Problem[]>;
}

export const createForeignLines = (
  workflow: Workflow,
  files: Pick<RunFiles, 'read' | 'write' | 'record'>,
  turnAway: TurnAway,
): ForeignLines => {
  const path = workflow.record?.path ?? '';
  let tornLooks = 0;
  /** Told, and still in the file: each refusal is an entry, and each entry a reason to look again. */
  let told: string[] = [];
  const refuse = async (line: string): Promise<void> => {
    const tool = toolOf(line);
    await turnAway(
      { unknown: true },
      refused(
        'TOKEN_MISSING',
        `a line was appended to ${path} by another program: ${line.slice(0, LINE_SHOWN_CHARS)}. It carries no token, so nothing was handed in`,
        `Call ${tool ?? 'the tool'} through MCP, or run \`baton submit ${tool ?? 'TOOL'}\`; ${path} only shows what was accepted.`,
      ),
      tool,
    );
  };
  /** A line without its end may still be being written: it is waited for, up to a limit. */
  const wholeLines = (text: string): readonly string[] | undefined => {
    const lines = text.split('\n');
    const isWhole = lines.at(-1) === '' || tornLooks >= TORN_LOOKS_MAX;
    tornLooks = isWhole ? 0 : tornLooks + 1;
    return isWhole ? lines : undefined;
  };
  const refuseNew = async (lines: readonly string[], known: readonly string[]): Promise<void> => {
    for (const line of strangers(lines, [...known, ...told])) {
      told.push(line);
      await refuse(line);
    }
  };
  const overwrite = async (text: string): Promise<readonly Problem[]> => {
    const problems = await files.write([{ path, text }]);
    if (problems.length === 0) told = [];
    return problems;
  };

  return {
    settle: async (state) => {
      if (workflow.record === undefined) return [];
      const text = (state.lines ?? []).join('');
      for (let looks = 0; looks < RECORD_LOOKS_MAX; looks += 1) {
        const seen = seenIn(await files.read(path));
        if (seen === text) {
          told = [];
          return [];
        }
        if (typeof seen === 'object') {
          await refuseNew([seen.message], []);
          return overwrite(text);
        }
        // The beginning of what is to be there: nobody appended anything, a power cut has torn it.
        const lines = text.startsWith(seen ?? '') ? [] : wholeLines(seen ?? '');
        if (lines === undefined) return [];
        // Before the file is written: what a crash comes between is told twice rather than never.
        await refuseNew(lines, text.split('\n'));
        if (files.record === undefined) return overwrite(text);
        const { done, late } = await files.record(path, seen, text);
        if (done) told = [];
        for (const line of late.split('\n')) if (line.trim() !== '') await refuse(line);
        if (done) return [];
      }
      return [];
    },
  };
};
