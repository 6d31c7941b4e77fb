// Who may ask: a one-time code is exchanged for a token, which is sent as a header. No cookie: those are shared between ports.
import { BatonError } from '../../errors.ts';
import { CODES_USED_MAX } from '../../model/limits/dashboard.ts';
import { codeNonce, isToken, mintToken } from '../../operations/dashboard/served-file.ts';

export interface Sessions {
  /** Throws TOKEN_INVALID for a code that is none, or was used. */
  open(code: string): string;
  has(token: string | undefined): boolean;
}

const invalid = (message: string): BatonError =>
  new BatonError('TOKEN_INVALID', message, {
    hint: 'Open the address that `baton serve` or `baton inbox` prints.',
  });

export const createSessions = (secrets: { readonly key: string; readonly boot: string }): Sessions => {
  const used = new Set<string>();
  return {
    open: (code) => {
      const nonce = codeNonce(secrets, code);
      if (nonce === undefined) throw invalid('this code was not made by this server');
      if (used.has(nonce)) throw invalid('this code was used before: each is good once');
      if (used.size >= CODES_USED_MAX) throw invalid('too many codes were used: start `baton serve` again');
      used.add(nonce);
      return mintToken(secrets.key);
    },
    has: (token) => token !== undefined && isToken(secrets.key, token),
  };
};
