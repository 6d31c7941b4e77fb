// Lines that would have changed a wrong refusal: of baton.yaml, of a plan, or the cause where no line helps.
import { stringify } from 'yaml';
import { isPlain } from './declarations.ts';
import type { Declaration, GateName } from './gates.ts';
import { type Outside, outsideCell } from './own-head.ts';
import type { Advice, CommitPlayed } from './report.ts';
import type { Refusal } from './said.ts';

const yamlLines = (value: object): string[] => stringify(value, { lineWidth: 0 }).trimEnd().split('\n');

/** Without what the project's policy says for all. */
const planLines = ({ kind, released, knownFailures }: Declaration): string[] =>
  yamlLines({
    ...(kind === 'feature' ? {} : { kind }),
    ...(released.length === 0 ? {} : { released }),
    ...(knownFailures.length === 0 ? {} : { known_failures: knownFailures }),
  });

/** All of it in one line. */
const sizedText = ({ kind, released, knownFailures, files, lines }: Declaration): string =>
  JSON.stringify({
    ...(kind === 'feature' ? {} : { kind }),
    ...(released.length === 0 ? {} : { released }),
    ...(knownFailures.length === 0 ? {} : { known_failures: knownFailures }),
    ...(files === undefined ? {} : { policy: { files, lines } }),
  });

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const reasonOf = (refused: readonly Refusal[]): string => {
  const [first] = refused;
  return first === undefined ? '' : `${first.clause} (${first.code}): ${first.message.split('\n')[0] ?? ''}`;
};

/** One size for all tasks: the largest of these commits. */
const sizeAdvice = (commits: readonly CommitPlayed[]): Advice[] => {
  const declared = commits.flatMap(({ gates }) =>
    gates.flatMap((one) => (one.declared.files === undefined ? [] : [one.declared])),
  );
  if (declared.length === 0) return [];
  const files = Math.max(...declared.map((one) => one.files ?? 0));
  const lines = Math.max(...declared.map((one) => one.lines ?? 0));
  return [
    {
      where: 'baton.yaml',
      gates: ['h3a'],
      lines: yamlLines({ policy: { files, lines } }),
      why: `${declared.length} of ${commits.length} commits are larger than one task may be`,
    },
  ];
};

/** The runner behind a line that names no tests, once. */
const lineAdvice = (commits: readonly CommitPlayed[]): Advice[] => {
  const found = commits.flatMap(({ commit, gates, proposes }) =>
    proposes === undefined
      ? []
      : [
          {
            ...{ where: 'baton.yaml' as const, commit, why: proposes.says },
            gates: gates.filter(({ said }) => said.status !== 'met').map(({ gate }) => gate),
            lines: yamlLines({ commands: { test: proposes.line } }),
          },
        ],
  );
  return found.slice(0, 1);
};

/** What the tests miss in the clean place, once: a line of baton.yaml is better than a declaration for each commit. */
const missingAdvice = (commits: readonly CommitPlayed[]): Advice[] => {
  const found = new Map(
    commits.flatMap(({ missing, gates }) =>
      missing === undefined
        ? []
        : [[missing.says, { missing, gates: gates.map(({ gate }) => gate) }] as const],
    ),
  );
  return [...found.values()].map(({ missing, gates }) => ({
    ...{ where: 'baton.yaml', gates, lines: [missing.fix], why: missing.says },
  }));
};

const declaredAdvice = ({ commit, gates }: CommitPlayed): Advice[] => {
  const byLines = new Map<string, Pick<Advice, 'where' | 'why' | 'lines' | 'gates'>>();
  for (const { gate, plain, said, declared } of gates) {
    if (said.status !== 'met' || isPlain(declared)) continue;
    const where = gate === 'hook' ? 'release' : 'plan';
    const lines =
      where === 'release'
        ? [`baton release ${declared.released.map(shellQuoted).join(' ')} --why "…"`]
        : planLines(declared);
    if (lines.join('\n') === '{}') continue;
    const why = reasonOf(plain.refused.filter(({ clause }) => clause !== 'size-kept'));
    const key = JSON.stringify([where, lines]);
    const known = byLines.get(key);
    byLines.set(key, { gates: [...(known?.gates ?? []), gate], why: known?.why ?? why, where, lines });
  }
  return [...byLines.values()].map(({ gates: at, why, where, lines }) => ({
    ...{ where, commit, gates: at, why, lines },
  }));
};

/** Tests that are red in each of them are declared once for all; everything else is about one commit. */
const withoutRepeats = (all: readonly Advice[]): readonly Advice[] => {
  const found = new Map<string, { readonly first: Advice; count: number }>();
  for (const one of all) {
    const isShared = one.where === 'plan' && one.lines[0] === 'known_failures:';
    const key = JSON.stringify([one.gates, one.lines, isShared ? '' : one.commit]);
    const known = found.get(key) ?? { first: one, count: 0 };
    known.count += 1;
    found.set(key, known);
  }
  return [...found.values()].map(({ first, count }) => {
    if (count === 1) return first;
    const { commit: _, ...shared } = first;
    return { ...shared, why: `${first.why} (${count} commits)` };
  });
};

/** Nothing that can be declared helps: the cause, with what its problem says to do. */
const causeAdvice = (commits: readonly CommitPlayed[]): Advice[] => {
  const causes = new Map<
    string,
    { gates: Set<GateName>; commits: string[]; refusal: Refusal; tried: Declaration | undefined }
  >();
  for (const { commit, gates } of commits)
    for (const { gate, said, outside, tried } of gates) {
      const [refusal] = said.refused;
      if (said.status === 'met' || refusal === undefined || outside !== undefined) continue;
      const key = `${refusal.clause} ${refusal.code} ${refusal.hint ?? ''}`;
      const known = causes.get(key) ?? { gates: new Set(), commits: [], refusal, tried };
      known.gates.add(gate);
      if (!known.commits.includes(commit)) known.commits.push(commit);
      causes.set(key, known);
    }
  return [...causes.values()].map(({ gates, commits: at, refusal, tried }) => ({
    where: 'cause',
    ...(at.length === 1 && at[0] !== undefined ? { commit: at[0] } : {}),
    gates: [...gates],
    lines: [
      ...(refusal.hint === undefined ? [] : [refusal.hint]),
      ...(tried === undefined ? [] : [`this remains with ${sizedText(tried)}`]),
    ],
    why: `${reasonOf([refusal])}${at.length > 1 ? ` (${at.length} commits)` : ''}`,
  }));
};

/** What stands outside of the rate, with the first cause of each kind. */
const outsideAdvice = (commits: readonly CommitPlayed[]): Advice[] => {
  const cells = new Map<string, { gates: Set<GateName>; commits: string[]; outside: Outside }>();
  for (const { commit, gates } of commits)
    for (const { gate, outside } of gates) {
      if (outside === undefined) continue;
      const cell = outsideCell(outside);
      const known = cells.get(cell) ?? { gates: new Set(), commits: [], outside };
      known.gates.add(gate);
      if (!known.commits.includes(commit)) known.commits.push(commit);
      cells.set(cell, known);
    }
  return [...cells].map(([cell, { gates, commits: at, outside }]) => ({
    where: 'outside',
    ...(at.length === 1 && at[0] !== undefined ? { commit: at[0] } : {}),
    gates: [...gates],
    lines: outside.hint === undefined ? [] : [outside.hint],
    why: `${cell}${at.length > 1 ? ` (${at.length} commits)` : ''}: ${outside.says}`,
  }));
};

export const adviceOf = (commits: readonly CommitPlayed[]): readonly Advice[] => [
  ...sizeAdvice(commits),
  ...lineAdvice(commits),
  ...missingAdvice(commits),
  ...withoutRepeats(commits.flatMap(declaredAdvice)),
  ...causeAdvice(commits),
  ...outsideAdvice(commits),
];
