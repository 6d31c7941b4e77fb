import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BatonError } from '../../errors.ts';
import { parseAddress } from './address.ts';
import { passwordFor } from './password.ts';

const refusal = (written: string): BatonError => {
  try {
    parseAddress(written);
  } catch (cause) {
    if (cause instanceof BatonError) return cause;
  }
  throw new Error(`expected ${written} to be refused`);
};

describe('the address of a database', () => {
  it('says where it is, and who logs in', () => {
    expect(parseAddress('postgres://ci@db.example:6432/baton?sslrootcert=/etc/ca.pem')).toEqual({
      hosts: [{ host: 'db.example', port: 6432 }],
      database: 'baton',
      user: 'ci',
      tls: { sslrootcert: '/etc/ca.pem' },
    });
    expect(parseAddress('postgresql://a,b:5433/baton').hosts).toEqual([
      { host: 'a', port: 5432 },
      { host: 'b', port: 5433 },
    ]);
  });

  it('has TLS off this machine, and may do without on it', () => {
    expect(parseAddress('postgres://db.example/baton').tls).toEqual({});
    expect(parseAddress('postgres://127.0.0.1,db.example/baton').tls).toEqual({});
    for (const host of ['localhost', '127.0.0.1', '[::1]', ''])
      expect(parseAddress(`postgres://${host}/baton`).tls).toBeUndefined();
    expect(parseAddress('postgres://localhost/baton?sslmode=verify-full').tls).toEqual({});
    for (const mode of ['require', 'disable', 'prefer'])
      expect(refusal(`postgres://db.example/baton?sslmode=${mode}`).message).toContain('verify-full');
  });

  it('has no password in it, and what was written is not repeated', () => {
    for (const written of [
      'postgres://ci:hunter2@db.example/baton',
      'postgres://db.example/baton?password=hunter2',
      'postgres://ci:hunter2@db.example',
      'mysql://ci:hunter2@db.example/baton',
      'postgres://db.example/baton?hunter2=1',
    ]) {
      const { code, message, hint } = refusal(written);
      expect(code).toBe('CONFIG_INVALID');
      expect(`${message} ${hint}`).not.toContain('hunter2');
    }
    expect(refusal('postgres://ci:hunter2@db.example/baton').hint).toContain('PGPASSFILE');
  });
});

describe('a password', () => {
  const login = { host: 'db', port: 5432, database: 'baton', user: 'ci' };
  const passFile = (text: string, mode = 0o600): string => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-pass-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'pass');
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };

  it('is the first that fits', () => {
    const text = '# mine\nother:*:*:*:no\ndb:*:baton:ci:a\\:b\\\\c\n*:*:*:*:last\n';
    expect(passwordFor(login, { PGPASSFILE: passFile(text) })).toBe('a:b\\c');
    expect(passwordFor({ ...login, user: 'else' }, { PGPASSFILE: passFile(text) })).toBe('last');
  });

  it('is not taken from a file that others can read', () => {
    expect(passwordFor(login, { PGPASSFILE: passFile('*:*:*:*:open\n', 0o644) })).toBe('');
    expect(passwordFor(login, { PGPASSFILE: '/nowhere' })).toBe('');
  });
});
