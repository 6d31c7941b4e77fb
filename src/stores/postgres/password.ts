// The password of a user, from where libpq looks for it. It is read when a connection is made, and kept nowhere.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Login {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** `host:port:database:user:password`; a backslash takes the meaning off a colon. */
const fieldsOf = (line: string): string[] =>
  line.match(/(?:\\.|[^:\\])*(?::|$)/g)?.map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1')) ??
  [];

const inPassFile = (text: string, { host, port, database, user }: Login): string | undefined => {
  const wanted = [host, String(port), database, user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields = fieldsOf(line);
    if (fields.length >= 5 && wanted.every((value, at) => fields[at] === '*' || fields[at] === value))
      return fields[4];
  }
  return undefined;
};

export const passwordFor = (login: Login, env: Environment): string => {
  if (env['PGPASSWORD']) return env['PGPASSWORD'];
  const path = env['PGPASSFILE'] || join(env['HOME'] ?? '/', '.pgpass');
  try {
    // As libpq does: what others can read is no secret.
    if ((statSync(path).mode & 0o077) !== 0) return '';
    return inPassFile(readFileSync(path, 'utf8'), login) ?? '';
  } catch {
    return '';
  }
};
