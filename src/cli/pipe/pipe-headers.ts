// Since revision 2026-07-28 of MCP each message carries its own protocol version, and over HTTP some of its fields
// are repeated as headers. A client on stdio does not know of them, so the pipe adds them.
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

const NAME_FIELDS: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A header takes printable ASCII without spaces at its ends; anything else is sent as Base64, marked as such. */
const headerValue = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

export const headersOf = (message: unknown): Readonly<Record<string, string>> => {
  if (!isRecord(message) || typeof message['method'] !== 'string' || !isRecord(message['params'])) return {};
  const { method, params } = message;
  const version = isRecord(params['_meta']) ? params['_meta'][VERSION_KEY] : undefined;
  if (typeof version !== 'string') return {};
  const field = Object.hasOwn(NAME_FIELDS, method) ? NAME_FIELDS[method] : undefined;
  const name = field === undefined ? undefined : params[field];
  return {
    'mcp-protocol-version': headerValue(version),
    'mcp-method': headerValue(method),
    ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
  };
};
