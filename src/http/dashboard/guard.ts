// Who comes at all: exactly this server's own names, as Host and as Origin, and no page of another site.
import type { IncomingMessage } from 'node:http';
import type { HttpRefusal } from '../http-guard.ts';

/** One further name, for a tunnel or proxy that somebody runs on purpose. */
export interface OwnNames {
  readonly port: number;
  readonly publicUrl?: URL | undefined;
}

const originsOf = ({ port, publicUrl }: OwnNames): readonly string[] => [
  `http://127.0.0.1:${port}`,
  `http://localhost:${port}`,
  ...(publicUrl === undefined ? [] : [publicUrl.origin]),
];

const hostsOf = ({ port, publicUrl }: OwnNames): readonly string[] => [
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  ...(publicUrl === undefined ? [] : [publicUrl.host]),
];

const refusal = (message: string): HttpRefusal => ({ status: 403, code: 'ORIGIN_REFUSED', message });

/** Whether the request came by the further name. */
export const isPublic = (request: IncomingMessage, { publicUrl }: OwnNames): boolean =>
  publicUrl !== undefined && request.headers.host === publicUrl.host;

/** A link from elsewhere may open a page, which shows nothing without a token; nothing else may come from there. */
export const strangerAtDashboard = (
  request: IncomingMessage,
  names: OwnNames,
  isPage: boolean,
): HttpRefusal | undefined => {
  const { host, origin } = request.headers;
  if (host === undefined || !hostsOf(names).includes(host))
    return refusal(
      `expected the Host header ${hostsOf(names).join(' or ')}, got ${JSON.stringify(host ?? 'nothing')}`,
    );
  if (origin !== undefined && !originsOf(names).includes(origin))
    return refusal(`expected no Origin header, or this server's own, got ${JSON.stringify(origin)}`);
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  const isVisit = isPage && request.headers['sec-fetch-mode'] === 'navigate';
  return isOwn || isVisit
    ? undefined
    : refusal(`expected a request of this server's own pages, got one of ${site}`);
};

/** Nothing from elsewhere, no inline script, nothing that becomes markup. */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join('; ');

export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
};
