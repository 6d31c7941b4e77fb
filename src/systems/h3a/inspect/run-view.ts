// A run directory as the checks see it: each file read once, its problems kept, what cannot be read left out.

import type { Decoded } from '../../../handoffs/dialect.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import type { VagueWords } from '../../../model/vague-words.ts';
import { fieldName, type Position } from '../../../model/validate-with.ts';
import { type Path, placesOf } from '../../../text/json-places.ts';
import { decodeHandoff, HANDOFF_FILE } from '../handoff/decode.ts';
import { CONTRACTS, type Contract, contractOf } from '../handoff/vocabulary.ts';
import { type CurrentTask, parseCurrentTask, TASK_FILE } from './current-task.ts';
import { EVIDENCE_FILE, type EvidenceEntry, parseEvidenceLog } from './evidence-log.ts';
import { type GateStates, statesOf } from './gate-states.ts';
import { type GateEvent, LEDGER_FILE, parseLedger } from './ledger.ts';
import { parseReport, REPORTERS, type Report, type Reporter, reportFile } from './reports.ts';

export const inState = (name: string): string => `state/${name}`;

export const FILES = {
  handoff: inState(HANDOFF_FILE),
  task: inState(TASK_FILE),
  ledger: inState(LEDGER_FILE),
  evidence: inState(EVIDENCE_FILE),
  roadmap: inState('ROADMAP.md'),
} as const;

export interface RunView {
  readonly files: ReadonlyMap<string, string>;
  readonly handoff: Decoded | undefined;
  readonly contract: Contract | undefined;
  readonly task: CurrentTask | undefined;
  readonly reports: ReadonlyMap<Reporter, Report>;
  /** Undefined when there is no ledger. */
  readonly events: readonly GateEvent[] | undefined;
  readonly states: GateStates;
  readonly evidence: readonly EvidenceEntry[] | undefined;
}

export interface Viewed {
  readonly view: RunView;
  readonly problems: readonly Problem[];
}

const contractIn = (handoff: Decoded['handoff']): Contract | undefined => {
  if (handoff === undefined) return undefined;
  const named = CONTRACTS.find((one) => one === handoff.details['handoff_id']);
  if (named !== undefined || handoff.from === null || typeof handoff.to !== 'string') return named;
  return contractOf(handoff.from, handoff.to);
};

export const viewRun = (files: ReadonlyMap<string, string>, words: VagueWords): Viewed => {
  const problems: Problem[] = [];
  const keep = <T extends { readonly problems: readonly Problem[] }>(read: T | undefined): T | undefined => {
    problems.push(...(read?.problems ?? []));
    return read;
  };
  const text = (name: string): string | undefined => files.get(name);
  const withText = <T>(name: string, read: (content: string) => T): T | undefined => {
    const content = text(name);
    return content === undefined ? undefined : read(content);
  };
  const handoff = keep(
    withText(FILES.handoff, (content) => decodeHandoff({ text: content, file: FILES.handoff }, {}, words)),
  );
  const task = keep(withText(FILES.task, (content) => parseCurrentTask(content, FILES.task, words)))?.value;
  const reports = new Map<Reporter, Report>();
  for (const agent of REPORTERS) {
    const name = reportFile(agent);
    const report = keep(withText(name, (content) => parseReport(agent, content, name, words)))?.value;
    if (report !== undefined) reports.set(agent, report);
  }
  const tasks = [handoff?.handoff?.task, task?.task].filter((one) => typeof one === 'string');
  const events = keep(withText(FILES.ledger, (content) => parseLedger(content, FILES.ledger, tasks)))?.value;
  const evidence = keep(
    withText(FILES.evidence, (content) => parseEvidenceLog(content, FILES.evidence)),
  )?.value;
  const view = {
    files,
    handoff,
    contract: contractIn(handoff?.handoff),
    task,
    reports,
    events,
    states: statesOf(events ?? []),
    evidence,
  };
  return { view, problems };
};

/** A problem whose place is still a path in its file. */
export interface Found extends Problem {
  readonly path?: Path;
}

/** A problem at a value of one of the run's JSON files. */
export const problemAt = (
  file: string,
  path: Path,
  message: string,
  more: Pick<Partial<Problem>, 'severity' | 'hint'> = {},
): Found => ({
  ...problem('RUN_INCONSISTENT', message, { file, field: fieldName(path), line: 1, column: 1, ...more }),
  path,
});

export const problemInLine = (
  file: string,
  line: number,
  message: string,
  more: Pick<Partial<Problem>, 'severity' | 'hint'> = {},
): Found => problem('RUN_INCONSISTENT', message, { file, line, column: 1, ...more });

/** Paths become lines, with one look at each file. */
export const withPlaces = (
  files: ReadonlyMap<string, string>,
  found: readonly Found[],
): readonly Problem[] => {
  const positions = new Map<Found, Position>();
  const byFile = new Map<string, Found[]>();
  for (const one of found)
    if (one.path !== undefined) {
      const inFile = byFile.get(one.file ?? '');
      if (inFile === undefined) byFile.set(one.file ?? '', [one]);
      else inFile.push(one);
    }
  for (const [file, inFile] of byFile) {
    const text = files.get(file) ?? '';
    if (text === '') continue;
    const places = placesOf(
      text,
      inFile.map(({ path }) => ({ path: path ?? [] })),
    );
    for (const [index, one] of inFile.entries()) positions.set(one, places[index]!);
  }
  return found.map((one) => {
    const { path: _, ...plain } = one;
    return { ...plain, ...positions.get(one) };
  });
};
