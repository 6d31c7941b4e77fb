// What a calibration found, as data: commits, lies, and how many of each the gates judged rightly.
import type { Cause } from '../../evidence/failures/why-red.ts';
import type { GateName } from './gates.ts';
import type { SkippedCommit } from './history.ts';
import type { LieName } from './lies.ts';
import type { OtherLine } from './own-head.ts';
import type { Honest } from './play-honest.ts';
import type { Refusal } from './said.ts';

export interface LiePlayed {
  readonly lie: LieName;
  readonly isMade: boolean;
  /** What was done, or why it could not be. */
  readonly says: string;
  /** Why it is no lie, where it was made and is not counted. */
  readonly notCounted?: string;
  /** Gates that accept the honest commit and must catch this lie. */
  readonly gates: readonly { readonly gate: GateName; readonly caught: boolean; readonly by?: Refusal }[];
  readonly ms: number;
}

export interface CommitPlayed {
  readonly commit: string;
  readonly subject: string;
  readonly files: number;
  readonly lines: number;
  readonly gates: readonly ({ readonly gate: GateName } & Honest)[];
  readonly lies: readonly LiePlayed[];
  /** A gate refuses it, its test command names no tests, and this line does. */
  readonly proposes?: OtherLine;
  /** Tests fail on it, before and after: what they miss in the clean place, and the line of baton.yaml that gives it. */
  readonly missing?: Cause;
  readonly isCut: boolean;
  readonly ms: { readonly honest: number; readonly lies: number };
}

export interface GateTotals {
  readonly gate: GateName;
  readonly commits: number;
  /** Of these, those that the gate can be measured by: not those whose own head is red or shows nothing. */
  readonly judged: number;
  readonly ownRed: number;
  readonly nothingRuns: number;
  /** As they are. */
  readonly accepted: number;
  /** With what the owner of a plan, or baton.yaml, would say. */
  readonly acceptedDeclared: number;
  readonly lies: number;
  readonly caught: number;
}

export interface Advice {
  /** Where it goes: `baton.yaml`, or the plan of one commit's work. `outside`: it is no gate's fault. */
  readonly where: 'baton.yaml' | 'plan' | 'release' | 'cause' | 'outside';
  readonly commit?: string;
  readonly gates: readonly GateName[];
  readonly lines: readonly string[];
  readonly why: string;
}

export interface Calibration {
  readonly gates: readonly GateName[];
  readonly commits: readonly CommitPlayed[];
  readonly skipped: readonly SkippedCommit[];
  /** Commits that the time did not reach. */
  readonly left: readonly { readonly commit: string; readonly subject: string }[];
  readonly totals: readonly GateTotals[];
  readonly advice: readonly Advice[];
  /** Verdicts that an earlier calibration had made. */
  readonly reused: number;
  readonly ms: number;
}

export const totalsOf = (
  gates: readonly GateName[],
  commits: readonly CommitPlayed[],
): readonly GateTotals[] =>
  gates.map((gate) => {
    const honest = commits.flatMap((commit) => commit.gates.filter((one) => one.gate === gate));
    const lies = commits.flatMap(({ lies: played }) =>
      played.flatMap((lie) => lie.gates.filter((one) => one.gate === gate)),
    );
    const outside = (kind: 'red' | 'nothing'): number =>
      honest.filter((one) => one.outside?.kind === kind).length;
    const [ownRed, nothingRuns] = [outside('red'), outside('nothing')];
    return {
      gate,
      commits: honest.length,
      ...{ judged: honest.length - ownRed - nothingRuns, ownRed, nothingRuns },
      accepted: honest.filter(({ plain }) => plain.status === 'met').length,
      acceptedDeclared: honest.filter(({ said }) => said.status === 'met').length,
      lies: lies.length,
      caught: lies.filter(({ caught }) => caught).length,
    };
  });

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** What is not as it should be: an honest commit that no declaration helps, a lie that got through, or too little was judged. */
export const whyNotGood = ({ totals, left }: Calibration): readonly string[] => [
  ...totals.flatMap(({ gate, commits, judged, acceptedDeclared, lies, caught }) => [
    ...(acceptedDeclared < judged
      ? [`${gate} refuses ${counted(judged - acceptedDeclared, 'honest commit')}`]
      : []),
    ...(caught < lies ? [`${gate} misses ${counted(lies - caught, 'lie')}`] : []),
    ...(judged === 0 && commits > 0 ? [`${gate} could judge no commit`] : []),
  ]),
  ...(left.length > 0 ? [`${counted(left.length, 'commit')} not played for lack of time`] : []),
];

export const isGood = (found: Calibration): boolean => whyNotGood(found).length === 0;
