// Claude Code's `--output-format stream-json`, read line by line. Unknown lines and fields are passed over.
import * as z from 'zod';
import type { Ended } from '../agent.ts';
import type { ProgramEnd } from '../process-session.ts';
import type { OutputReader } from './command-agent.ts';

const initSchema = z.object({
  type: z.literal('system'),
  subtype: z.literal('init'),
  session_id: z.string(),
  mcp_servers: z.array(z.object({ name: z.string(), status: z.string() })).catch([]),
});

const resultSchema = z.object({
  type: z.literal('result'),
  subtype: z.string().catch(''),
  is_error: z.boolean(),
  result: z.string().optional().catch(undefined),
  api_error_status: z.number().nullish().catch(undefined),
  permission_denials: z.array(z.object({ tool_name: z.string() })).catch([]),
  errors: z.array(z.string()).catch([]),
});
type Result = z.infer<typeof resultSchema>;

const lineSchema = z.union([initSchema, resultSchema]);
type Line = z.infer<typeof lineSchema>;

const parse = (line: string): Line | undefined => {
  // Most lines are the conversation itself, long and of no interest here.
  if (!line.includes('"type":"system"') && !line.includes('"type":"result"')) return undefined;
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};

const counted = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} (${count} times)` : name)).join(', ');
};

const failure = (result: Result, end: ProgramEnd): string => {
  const status = result.api_error_status ? `the API answered ${result.api_error_status}` : result.subtype;
  const words = [result.result, ...result.errors].filter(Boolean).join('; ');
  return `Claude Code exited with ${end.exit}: ${[status, words].filter(Boolean).join(': ')}`;
};

/** `server` is the door's name among Claude Code's MCP servers. */
export const claudeReader = (server: string): OutputReader => {
  let result: Result | undefined;
  let session: string | undefined;
  let doorStatus: string | undefined;
  const take = (line: Line | undefined): void => {
    if (line === undefined) return;
    if (line.type === 'result') {
      result = line;
      return;
    }
    // A result names a session also when there is none of that name; a session has begun with this line only.
    session = line.session_id;
    doorStatus = line.mcp_servers.find(({ name }) => name === server)?.status;
  };
  const notes = (): string[] => [
    ...(doorStatus === 'failed' || doorStatus === 'needs-auth'
      ? [`Claude Code could not connect to the door (${doorStatus})`]
      : []),
    ...(result?.permission_denials.length
      ? [`it was denied: ${counted(result.permission_denials.map((denial) => denial.tool_name))}`]
      : []),
  ];
  return {
    line: (line) => take(parse(line)),
    ended: (end): Ended | undefined => {
      const resume = session === undefined ? {} : { session };
      // Without a last line it was killed, or never got so far: the exit code and the last words tell more.
      if (result === undefined) return end.ended === 'stopped' ? { end: 'stopped', ...resume } : undefined;
      const isOver = end.exit === 0 && !result.is_error && result.subtype === 'success';
      const why = [...(isOver ? [] : [failure(result, end)]), ...notes()].join('; ');
      return {
        end: isOver ? 'finished' : 'failed',
        ...(why === '' ? {} : { why }),
        ...resume,
        ...(isOver && result.result !== undefined ? { message: result.result } : {}),
      };
    },
  };
};
