// The conformance suite cannot send a bearer token, so it speaks to this: every request is passed on with one. Host
// and Origin are kept as they came, save that the proxy's own port stands for the server's.
import { createServer, request as httpRequest } from 'node:http';

/** Listens on a free port of this machine; returns its address and how to end it. */
export const startTokenProxy = async ({ url, token }) => {
  const target = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const own = `:${server.address().port}`;
    const translated = (value) => value?.replace(own, `:${target.port}`);
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    headers.host = translated(headers.host);
    if (headers.origin !== undefined) headers.origin = translated(headers.origin);
    const passed = httpRequest(
      { host: target.hostname, port: target.port, path: target.pathname, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', (error) => outgoing.destroy(error));
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${server.address().port}${target.pathname}`, close };
};
