// A route of the dashboard, described once: what is served, what is refused and the OpenAPI document all come from it.
import type { ServerResponse } from 'node:http';
import type * as z from 'zod';

export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Whose answer it is, as the journal will say. */
  readonly person: string;
  /** The last event that a stream was told. */
  readonly lastEvent: string | undefined;
}

export type Reply =
  | { readonly json: unknown }
  | { readonly text: string | Uint8Array; readonly type: string; readonly name: string }
  | { readonly stream: (response: ServerResponse) => Promise<void> };

export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/api/runs/:run`; a part that begins with a colon is one segment of the path. */
  readonly path: string;
  readonly says: string;
  /** What it does is written down: a server that only shows has no such route. */
  readonly writes?: true;
  /** Without a token: the exchange that gives one. */
  readonly open?: true;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType | 'text/plain' | 'text/csv' | 'text/event-stream';
  answer(asked: Asked): Promise<Reply>;
}

/** The parameters of a path that the route fits; undefined where it does not. */
export const matched = ({ path }: Route, segments: readonly string[]): Record<string, string> | undefined => {
  const parts = path.split('/');
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? '';
    if (part.startsWith(':')) {
      if (segment === '') return undefined;
      params[part.slice(1)] = segment;
    } else if (part !== segment) return undefined;
  }
  return params;
};
