// Strikes secrets out of texts: values that are known, and shapes that are nothing but keys.

export type Redact = (text: string) => string;

/** A shorter value stands in too many texts that have nothing to do with it. */
const VALUE_CHARS_MIN = 8;

/** So does a word: `POSTGRES_PASSWORD=postgres` must not strike out the name of a program. Keys have digits, or are long. */
const isWord = (value: string): boolean => /^[^0-9]{1,19}$/.test(value);

/** Prefixes that their issuers chose so that a key is known for one wherever it turns up. */
const SHAPES: readonly (readonly [name: string, shape: RegExp])[] = [
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{1,20000}?-----END [A-Z ]*PRIVATE KEY-----/g],
  ['key', /\bsk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{20,}/g],
  ['key', /\bAIza[0-9A-Za-z_-]{35}/g],
  ['key', /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36,}/g],
  ['key', /\bgithub_pat_[A-Za-z0-9_]{50,}/g],
  ['key', /\bglpat-[A-Za-z0-9_-]{20,}/g],
  ['key', /\bnpm_[A-Za-z0-9]{36}/g],
  ['key', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ['key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['key', /\bhf_[A-Za-z0-9]{30,}/g],
];

/** One of these is in every shape: a text without any is not searched further. */
const HINT = /PRIVATE KEY-----|\bsk-|AIza|\bgh[opsur]_|github_pat_|glpat-|\bnpm_|\bxox|\bAKIA|\bASIA|\bhf_/;

/** Names of variables whose values are secrets. */
const SECRET_NAME =
  /(?:^|_)(?:API_?KEYS?|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH|PAT)(?:_|$)/i;

const passwordOf = (value: string): string[] => {
  if (!value.includes('://') || !URL.canParse(value)) return [];
  const { password } = new URL(value);
  return password === '' ? [] : [value, password, decodeURIComponent(password)];
};

/** The values in an environment that must not be shown; `named` are those that somebody says are secret, whatever they look like. */
export const secretsIn = (
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): ReadonlyMap<string, string> => {
  const found = Object.entries(env).flatMap(([name, value = '']): [string, string][] => {
    const isSecret = named.includes(name) || (SECRET_NAME.test(name) && !isWord(value.trim()));
    const values = isSecret ? [value] : passwordOf(value);
    return values.filter((one) => one.trim().length >= VALUE_CHARS_MIN).map((one) => [one, name]);
  });
  return new Map(found);
};

export const redactor = (secrets: ReadonlyMap<string, string>): Redact => {
  // The longest first: a part of it may be a value of its own.
  const values = [...secrets].sort(([a], [b]) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const [value, name] of values)
      if (clean.includes(value)) clean = clean.replaceAll(value, `[${name}]`);
    if (!HINT.test(clean)) return clean;
    for (const [name, shape] of SHAPES) clean = clean.replaceAll(shape, `[${name}]`);
    return clean;
  };
};

/** Every text in a value; the value itself where nothing was struck out. */
export const redactDeep = <T>(value: T, redact: Redact): T => {
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return redact(one);
    if (Array.isArray(one)) {
      const all = one.map(walk);
      return all.some((each, index) => each !== one[index]) ? all : one;
    }
    if (one === null || typeof one !== 'object') return one;
    const entries = Object.entries(one).map(([key, each]) => [key, walk(each)] as const);
    return entries.some(([key, each]) => each !== one[key as keyof typeof one])
      ? Object.fromEntries(entries)
      : one;
  };
  return walk(value) as T;
};
