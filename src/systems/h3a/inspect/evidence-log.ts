// EVIDENCE_LOG.md: which artifacts there are, with the beginning of the SHA-256 of their bytes.
import { BatonError } from '../../../errors.ts';
import { HANDOFF_BYTES_MAX, PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { sha256 } from '../../../std/sha256.ts';
import { isTime, pathFault, shown } from '../handoff/values.ts';
import { oneLine } from './ledger.ts';

export const EVIDENCE_FILE = 'EVIDENCE_LOG.md';

export interface EvidenceEntry {
  readonly path: string;
  /** Hexadecimal, in small letters; 16 digits as it is written, 8 or 64 in older notations. */
  readonly hash: string;
  readonly at: string | null;
  readonly description: string;
  readonly line: number;
}

const HASH_DIGITS = 16;
const LEGACY_DIGITS = 8;
const FULL_DIGITS = 64;

/** What an entry's hash must be. */
export const evidenceHash = (bytes: Uint8Array | string): string =>
  sha256(bytes).slice('sha256:'.length, 'sha256:'.length + HASH_DIGITS);

/** Whether a logged hash, of whatever length, is that of the bytes. */
export const hashFits = (hash: string, bytes: Uint8Array | string): boolean =>
  sha256(bytes).slice('sha256:'.length).startsWith(hash);

type Read = Omit<EvidenceEntry, 'line'> & { readonly standard: boolean };

/** - `path` - [hash:…] - time - description */
const readStandard = (line: string): Read | undefined => {
  if (!line.startsWith('- `')) return undefined;
  const close = line.indexOf('` - [hash:', 3);
  if (close === -1) return undefined;
  const hashEnd = line.indexOf(']', close);
  if (hashEnd === -1) return undefined;
  const hash = line.slice(close + '` - [hash:'.length, hashEnd);
  const rest = line.slice(hashEnd + 1);
  const [, at = '', description = ''] = /^ - (\S{1,64})(?: - (.*))?$/s.exec(rest) ?? [];
  return { path: line.slice(3, close), hash, at, description, standard: true };
};

const OLDER: readonly RegExp[] = [
  /^- `([^`]{1,400})` (?:→|->) `(?:sha256:)?([0-9A-Za-z]{1,64})`(.*)$/s,
  /^- `?([^`|(]{1,400}?)`? \(hash: ?([0-9A-Za-z]{1,64})\)(.*)$/s,
  /^- `?([^`|]{1,400}?)`? \| ([0-9A-Fa-f]{8,64}) \|(.*)$/s,
];

const readOlder = (line: string): Read | undefined => {
  for (const pattern of OLDER) {
    const [, path, hash, description = ''] = pattern.exec(line.slice(0, 4_000)) ?? [];
    if (path !== undefined && hash !== undefined)
      return { path, hash, at: null, description: description.trim(), standard: false };
  }
  return undefined;
};

const faultsOf = ({
  path,
  hash,
  at,
  standard,
}: Read): { code: Problem['code']; message: string; warning?: boolean }[] => {
  const fault = pathFault(path);
  const isHex = /^[0-9a-f]+$/.test(hash);
  const known = hash.length === HASH_DIGITS || (!standard && hash.length === FULL_DIGITS);
  const legacy = hash.length === LEGACY_DIGITS;
  return [
    ...(fault === undefined
      ? []
      : [{ code: 'HANDOFF_ARTIFACT_PATH' as const, message: `${fault}: ${shown(path)}` }]),
    ...(isHex && (known || legacy)
      ? []
      : [
          {
            code: 'FIELD_INVALID' as const,
            message: `expected ${HASH_DIGITS} hexadecimal digits in small letters, got ${shown(hash)}`,
            warning: !standard,
          },
        ]),
    ...(isHex && legacy
      ? [
          {
            code: 'HANDOFF_DECORATION' as const,
            message: `a hash of ${LEGACY_DIGITS} digits is an older form; ${HASH_DIGITS} are expected`,
            warning: true,
          },
        ]
      : []),
    ...(!standard || (at !== null && isTime(at))
      ? []
      : [{ code: 'FIELD_INVALID' as const, message: `expected a time, got ${shown(at)}` }]),
  ];
};

/** All entries, in the order of the file; the last one of a path counts. */
export const parseEvidenceLog = (
  text: string,
  file: string = EVIDENCE_FILE,
): Parsed<readonly EvidenceEntry[]> => {
  const entries: EvidenceEntry[] = [];
  const problems: Problem[] = [];
  const report = (line: number, code: Problem['code'], message: string, warning = false): void => {
    if (problems.length < PROBLEMS_MAX)
      problems.push(
        problem(code, message, {
          severity: warning ? 'warning' : 'error',
          ...(file === '' ? {} : { file }),
          line,
          column: 1,
        }),
      );
  };
  if (text.length > HANDOFF_BYTES_MAX) {
    report(1, 'FILE_TOO_LARGE', `expected at most ${HANDOFF_BYTES_MAX} characters, got ${text.length}`);
    return { value: [], problems };
  }
  let older = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (!line.startsWith('- ')) continue;
    const read = readStandard(line) ?? readOlder(line);
    if (read === undefined) {
      if (line.includes('[hash:'))
        report(index + 1, 'FIELD_INVALID', 'expected - `path` - [hash:…] - time - description');
      continue;
    }
    if (!read.standard && !older) {
      older = true;
      report(index + 1, 'HANDOFF_DECORATION', 'an entry in another notation than the usual one', true);
    }
    for (const { code, message, warning } of faultsOf(read)) report(index + 1, code, message, warning);
    const { path, hash, at, description } = read;
    entries.push({ path, hash, at, description, line: index + 1 });
  }
  return { value: entries, problems };
};

/** One entry, without the line's end. */
export const evidenceEntry = ({
  path,
  hash,
  at,
  description,
}: Omit<EvidenceEntry, 'line' | 'at'> & { readonly at: string }): string => {
  if (pathFault(path) !== undefined || path.includes('`') || !/^[0-9a-f]{16}$/.test(hash) || !isTime(at))
    throw new BatonError(
      'FIELD_INVALID',
      'an entry needs a relative path, 16 hexadecimal digits and a time',
      {
        data: { path, hash, at },
      },
    );
  return `- \`${path}\` - [hash:${hash}] - ${at} - ${oneLine(description)}`;
};
