// The address of a database, as a project writes it: where it is, and never a secret.
import { BatonError } from '../../errors.ts';

export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

export interface Address {
  /** Several of one cluster: the one that takes writes is found. */
  readonly hosts: readonly DatabaseHost[];
  readonly database: string;
  readonly user: string | undefined;
  /** Paths of certificates and keys, as libpq calls them. */
  readonly tls:
    | { readonly sslrootcert?: string; readonly sslcert?: string; readonly sslkey?: string }
    | undefined;
}

const PORT = 5432;
const TLS_NAMES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const EXAMPLE = 'postgres://db.example/baton';

/** Whatever was written, it is not repeated: there may be a secret in it. */
const invalid = (what: string, hint = `Write it as ${EXAMPLE}.`): BatonError =>
  new BatonError('CONFIG_INVALID', `the address of the store ${what}`, { hint });

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host === '::1' ||
  host === '[::1]' ||
  host.startsWith('127.') ||
  host.startsWith('/');

const hostOf = (written: string): DatabaseHost => {
  const found = /^(\[[0-9a-fA-F:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(written);
  if (found?.[1] === undefined) throw invalid('has a host that is none');
  return { host: found[1].replace(/^\[|\]$/g, ''), port: Number(found[2] ?? PORT) };
};

const WRITTEN = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)\/([^@/?#]+)(?:\?([^#]*))?$/;

const tlsOf = (hosts: readonly DatabaseHost[], query: URLSearchParams): Address['tls'] => {
  const mode = query.get('sslmode') ?? undefined;
  const local = hosts.every(({ host }) => isLoopback(host));
  const files = Object.fromEntries(
    TLS_NAMES.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
  );
  if (mode !== undefined && mode !== 'verify-full' && !(local && mode === 'disable'))
    throw invalid(
      `asks for sslmode=${/^[a-z-]{1,20}$/.test(mode) ? mode : '…'}, expected verify-full`,
      'Off this machine the server must show who it is. Leave sslmode out, and name its certificate with sslrootcert=FILE.',
    );
  return local && mode !== 'verify-full' && Object.keys(files).length === 0 ? undefined : files;
};

export const parseAddress = (written: string): Address => {
  const [, login, places, database, query = ''] = WRITTEN.exec(written) ?? [];
  if (places === undefined || database === undefined) throw invalid(`is not like ${EXAMPLE}`);
  const params = new URLSearchParams(query);
  if (login?.includes(':') || params.has('password'))
    throw invalid(
      'has a password in it',
      'Files of a project are read by agents. Put it into ~/.pgpass (or the file that PGPASSFILE names), or use a client certificate (sslcert, sslkey).',
    );
  const known: readonly string[] = [...TLS_NAMES, 'sslmode'];
  const unknown = [...params.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalid(`has a setting that is not known; known are ${known.join(', ')}`);
  const hosts = (places === '' ? 'localhost' : places).split(',').map(hostOf);
  return {
    hosts,
    database: decodeURIComponent(database),
    user: login === undefined || login === '' ? undefined : decodeURIComponent(login),
    tls: tlsOf(hosts, params),
  };
};
