// /mcp/<assignment>: who may come in, checked before anything is loaded or read. The MCP SDK is heavy, and a run
// whose agents need no MCP never pays for it, so it is loaded with the first request that is let in.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerToken, type HttpRefusal, strangerRefusal, writeRefusal } from '../http/http-guard.ts';
import type { Answer } from '../model/run/answer.ts';
import type { DoorApi } from '../runtime/door-api.ts';
import type { DoorGuest, DoorServerOptions } from './door-server.ts';
import type { HttpTransport, Visit } from './http-transport.ts';

export interface MountMcpOptions extends DoorServerOptions {
  readonly requestBytesMax?: number | undefined;
  readonly sessionsMax?: number | undefined;
}

export interface McpMount {
  (request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends every session and stream, so that the HTTP server can close. */
  close(): Promise<void>;
}

const PATH = /^\/mcp\/([A-Za-z0-9_.-]+)$/;

/** The path an assignment's MCP server is served at. */
export const mcpPath = (assignment: string): string => `/mcp/${assignment}`;

const headerText = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, "'");

const unauthorized = (answer: Extract<Answer, { status: 'refused' }>): HttpRefusal => {
  const missing = answer.code === 'TOKEN_MISSING';
  const error = missing ? '' : `, error="invalid_token", error_description="${headerText(answer.message)}"`;
  return {
    status: 401,
    code: missing ? 'TOKEN_MISSING' : 'TOKEN_INVALID',
    message: answer.message,
    hint: answer.hint ?? 'Send the header `Authorization: Bearer TOKEN` with the token of this assignment.',
    headers: { 'www-authenticate': `Bearer realm="baton"${error}` },
  };
};

type Admission = { visit: Visit<DoorGuest> } | { refusal: HttpRefusal };

const admit = async (door: DoorApi, request: IncomingMessage, assignment: string): Promise<Admission> => {
  const token = bearerToken(request);
  const answer = await door.admit(token, assignment);
  if ('tools' in answer && token !== undefined) {
    if (answer.assignment === assignment)
      return { visit: { owner: token, guest: { token, visitor: answer } } };
    const message = `this address belongs to the assignment "${assignment}", the token to "${answer.assignment}"`;
    const hint = `Connect to ${mcpPath(answer.assignment)}.`;
    return { refusal: { status: 403, code: 'TOKEN_INVALID', message, hint } };
  }
  const refusal: Extract<Answer, { status: 'refused' }> =
    'tools' in answer
      ? { status: 'refused', code: 'TOKEN_MISSING', message: 'expected a bearer token, got none' }
      : answer;
  if (token === undefined || refusal.code === 'TOKEN_MISSING' || refusal.code === 'TOKEN_INVALID')
    return { refusal: unauthorized(refusal) };
  // Genuine, but its time is over. The agent that holds it is told so by its next call's result, which it reads;
  // an HTTP error would only tell its client to log in again.
  return { visit: { owner: token, guest: { token, visitor: undefined } } };
};

const assignmentOf = (request: IncomingMessage): string | undefined =>
  PATH.exec((request.url ?? '').split('?', 1)[0] ?? '')?.[1];

export const mountMcp = (door: DoorApi, options: MountMcpOptions): McpMount => {
  let loading: Promise<HttpTransport<DoorGuest>> | undefined;
  const load = async (): Promise<HttpTransport<DoorGuest>> => {
    const [{ HttpTransport }, { createDoorServer }] = await Promise.all([
      import('./http-transport.ts'),
      import('./door-server.ts'),
    ]);
    return new HttpTransport({ ...options, serverFor: (guest) => createDoorServer(door, guest, options) });
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const stranger = strangerRefusal(request);
    if (stranger !== undefined) return writeRefusal(request, response, stranger);
    const assignment = assignmentOf(request);
    if (assignment === undefined) {
      const message = `expected the path ${mcpPath('ASSIGNMENT')}, got ${JSON.stringify(request.url?.slice(0, 200))}`;
      return writeRefusal(request, response, { status: 404, code: 'USAGE_INVALID', message });
    }
    const admission = await admit(door, request, assignment);
    if ('refusal' in admission) return writeRefusal(request, response, admission.refusal);
    loading ??= load();
    return (await loading).serve(request, response, admission.visit);
  };
  const mount = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await handle(request, response);
    } catch (cause) {
      // A client that hangs up while its request is read is no fault of ours.
      if (request.destroyed || response.destroyed) return;
      options.onError?.(cause instanceof Error ? cause : new Error(String(cause)));
      const message = 'the request could not be carried out; the cause is in the log of the holder';
      writeRefusal(request, response, { status: 500, code: 'INTERNAL', message });
    }
  };
  return Object.assign(mount, { close: async () => (await loading)?.close() });
};
