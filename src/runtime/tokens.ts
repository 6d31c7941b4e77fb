// Tokens: an HMAC of role, assignment and attempt under a secret that lives in the holder's memory alone. Nothing on disk
// can be read to forge one; a new holder makes a new secret, because the attempts of the old one are over.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Bearer {
  readonly role: string;
  readonly assignment: string;
  readonly attempt: number;
}

export interface Tokens {
  issue(bearer: Bearer): string;
  /** Who the token names; `genuine` is false when this holder did not issue it. Undefined when it is no token at all. */
  read(token: string): (Bearer & { readonly genuine: boolean }) | undefined;
}

const PREFIX = 'baton1';
const SECRET_BYTES = 32;
const TOKEN_CHARS_MAX = 512;
/** Genuine tokens that came last; more than there are agents at work. */
const REMEMBERED_MAX = 256;

export const createTokens = (secret: Uint8Array = randomBytes(SECRET_BYTES)): Tokens => {
  const sign = ({ role, assignment, attempt }: Bearer): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([role, assignment, attempt]))
      .digest('base64url');
  // An agent shows the same token with every call. Only what was found genuine is remembered.
  const genuine = new Map<string, Bearer & { readonly genuine: true }>();
  const remember = (token: string, bearer: Bearer): void => {
    const [oldest] = genuine.keys();
    if (genuine.size >= REMEMBERED_MAX && oldest !== undefined) genuine.delete(oldest);
    genuine.set(token, { ...bearer, genuine: true });
  };
  return {
    issue: (bearer) => {
      const { role, attempt, assignment } = bearer;
      const named = Buffer.from(assignment).toString('base64url');
      const token = [PREFIX, role, attempt, named, sign(bearer)].join('.');
      remember(token, bearer);
      return token;
    },
    read: (token) => {
      const known = genuine.get(token);
      if (known !== undefined) return known;
      const [prefix, role, attempt, assignment, mac, ...rest] =
        token.length > TOKEN_CHARS_MAX ? [] : token.split('.');
      if (prefix !== PREFIX || !role || !attempt || !assignment || !mac || rest.length > 0) return undefined;
      const bearer: Bearer = {
        role,
        attempt: Number(attempt),
        assignment: Buffer.from(assignment, 'base64url').toString('utf8'),
      };
      const expected = Buffer.from(sign(bearer));
      const got = Buffer.from(mac);
      if (expected.length !== got.length || !timingSafeEqual(expected, got))
        return { ...bearer, genuine: false };
      remember(token, bearer);
      return { ...bearer, genuine: true };
    },
  };
};
