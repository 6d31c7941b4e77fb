// What a failed statement means: whether it is asked again, and what a person is told. The address is in none of the words.
import { BatonError, causeText } from '../../errors.ts';
import { isRecord } from '../../std/is-record.ts';

const AWAY = new Set([
  ...[
    'CONNECTION_CLOSED',
    'CONNECTION_DESTROYED',
    'CONNECTION_ENDED',
    'CONNECT_TIMEOUT',
    'CONNECTION_CONNECT_TIMEOUT',
  ],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENETDOWN',
    'EAI_AGAIN',
    'ENOTFOUND',
  ],
  // The server ends, starts, or is a standby now; too many connections; a deadlock; a lock that was not had in time.
  ...['57P01', '57P02', '57P03', '57P05', '25006', '53300', '40001', '40P01', '55P03'],
]);
const FULL = new Set(['53100', '53200', '53400']);

export const codeOf = (cause: unknown): string =>
  isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : '';

/** The same statement may well be answered later; whether it was done is not known. */
export const isAway = (cause: unknown): boolean => {
  const code = codeOf(cause);
  return AWAY.has(code) || /^08/.test(code);
};

/** Messages of the driver name the host and the port. */
const wordsOf = (cause: unknown): string =>
  /^[0-9A-Z]{5}$/.test(codeOf(cause)) ? causeText(cause) : codeOf(cause);

export const storeAway = (cause: unknown): BatonError =>
  new BatonError(
    'STORE_UNREACHABLE',
    `the database of this project does not answer (${wordsOf(cause) || 'no answer'})`,
    {
      hint: 'Check the server and the network, then run the command again. `baton store check` tells what is wrong.',
    },
  );

const missing = (): BatonError =>
  new BatonError('STORE_REFUSED', 'the database of this project has no tables of Baton', {
    hint: 'The owner of the database makes them: baton store init',
  });

export const sqlError = (doing: string, cause: unknown): BatonError => {
  if (cause instanceof BatonError) return cause;
  const code = codeOf(cause);
  if (isAway(cause)) return storeAway(cause);
  if (code === '3F000' || code === '42P01' || code === '42883') return missing();
  if (FULL.has(code))
    return new BatonError('STORE_FULL', `${doing} failed: the database has no room left`, {
      hint: 'Nothing that was acknowledged is lost. Make room on the server, then continue with `baton resume`.',
      data: { code },
    });
  if (/^28|^3D/.test(code))
    return new BatonError('STORE_REFUSED', `the database does not let this user in: ${wordsOf(cause)}`, {
      hint: 'Look at the user in the address, at PGPASSFILE and at the certificates.',
      data: { code },
    });
  return new BatonError('STORE_FAILED', `${doing} failed: ${wordsOf(cause)}`, {
    hint: 'Nothing that was acknowledged is lost. See `baton store check`, then continue with `baton resume`.',
    data: { code },
  });
};
