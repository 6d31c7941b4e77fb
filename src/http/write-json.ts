import type { ServerResponse } from 'node:http';

/** When an answer was begun, in milliseconds since 1970: a process that is stopped while it writes may be read much later. */
const BEGUN_HEADER = 'baton-at';

/** `mayWrite` is asked last of all; where it says no the connection is cut, and whoever asked asks again. */
export const writeJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  mayWrite: () => boolean = () => true,
): void => {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    [BEGUN_HEADER]: Date.now(),
  };
  if (!mayWrite()) {
    response.destroy();
    return;
  }
  response.writeHead(status, headers);
  response.end(text);
};
