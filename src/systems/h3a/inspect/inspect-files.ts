// What `baton check` knows about the files of H3A, beside its handoff.
import type { Inspector } from '../../../handoffs/inspector.ts';
import { boundedProblems, type Problem } from '../../../model/problem.ts';
import { VAGUE_WORDS, type VagueWords } from '../../../model/vague-words.ts';
import { fileName } from '../handoff/decode.ts';
import { looksLikeHandoff } from '../handoff/envelope.ts';
import { isRecord } from '../handoff/values.ts';
import { blockedProblems, evidenceProblems, isReadInRun } from './check-evidence.ts';
import { gateProblems } from './check-gates.ts';
import { handoffProblems } from './check-handoff.ts';
import { parseCurrentTask, TASK_FILE } from './current-task.ts';
import { EVIDENCE_FILE, parseEvidenceLog } from './evidence-log.ts';
import { LEDGER_FILE, parseLedger } from './ledger.ts';
import { parseReport, REPORTERS, type Reporter, reportFile } from './reports.ts';
import { FILES, viewRun, withPlaces } from './run-view.ts';

type Kind = 'task' | 'ledger' | 'evidence' | Reporter;

const NAMES: Readonly<Record<string, Kind>> = {
  [TASK_FILE]: 'task',
  [LEDGER_FILE]: 'ledger',
  [EVIDENCE_FILE]: 'evidence',
  ...Object.fromEntries(REPORTERS.map((agent) => [reportFile(agent), agent])),
};

const REPORT_LISTS: readonly (readonly [string, Reporter])[] = [
  ['tdd_cycles', 'executor'],
  ['verdicts', 'validator'],
  ['reports', 'planner'],
];

const kindOfJson = (text: string): Kind | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || looksLikeHandoff(value)) return undefined;
  const has = (key: string): boolean => Object.hasOwn(value, key);
  if (has('task_id') && has('tdd_plan') && has('definition_of_done')) return 'task';
  const agent = REPORT_LISTS.find(([key, who]) => Array.isArray(value[key]) && value['agent'] === who)?.[1];
  return agent ?? REPORT_LISTS.slice(0, 2).find(([key]) => has('run_id') && Array.isArray(value[key]))?.[1];
};

const HEAD_CHARS = 2_000;
const MAY_BE_JSON = /"(?:tdd_plan|tdd_cycles|verdicts|reports)"\s*:/;

const kindOf = (path: string, text: string): Kind | undefined => {
  const name = fileName(path);
  if (Object.hasOwn(NAMES, name)) return NAMES[name];
  const head = text
    .slice(0, HEAD_CHARS)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (/^# H3A Gates Ledger\b/.test(head)) return 'ledger';
  if (/^# H3A Evidence Log\b/.test(head)) return 'evidence';
  return head.startsWith('{') && MAY_BE_JSON.test(text) ? kindOfJson(text) : undefined;
};

const checkKind = (kind: Kind, text: string, path: string, words: VagueWords): readonly Problem[] => {
  if (kind === 'task') return parseCurrentTask(text, path, words).problems;
  if (kind === 'ledger') return parseLedger(text, path).problems;
  if (kind === 'evidence') return parseEvidenceLog(text, path).problems;
  return parseReport(kind, text, path, words).problems;
};

const inOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => {
    const [left, right] = [a.file ?? '', b.file ?? ''];
    if (left !== right) return left < right ? -1 : 1;
    return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
  });

const RUN_FILES: ReadonlySet<string> = new Set([FILES.handoff, FILES.task, FILES.ledger, FILES.evidence]);
const REPORT_NAMES = REPORTERS.map(reportFile);

const h3aInspectorWith = (words: VagueWords): Inspector => ({
  dialect: 'h3a',
  says: 'CURRENT_TASK.json, planner_report.json, executor_report.json, validator_report.json, GATES_LEDGER.md and EVIDENCE_LOG.md of H3A, and its run directories (runs/<run>)',
  artifact: (path, text) => {
    const kind = kindOf(path, text);
    return kind === undefined ? undefined : { problems: checkKind(kind, text, path, words) };
  },
  isRun: (names) =>
    names.some((name) => RUN_FILES.has(name)) ||
    names.filter((name) => REPORT_NAMES.includes(name)).length > 1,
  reads: isReadInRun,
  run: (files) => {
    const { view, problems } = viewRun(files, words);
    return boundedProblems(
      inOrder([
        ...problems,
        ...withPlaces(files, [
          ...evidenceProblems(view),
          ...gateProblems(view),
          ...handoffProblems(view),
          ...blockedProblems(view),
        ]),
      ]),
    );
  },
  withWords: h3aInspectorWith,
});

export const h3aInspector: Inspector = h3aInspectorWith(VAGUE_WORDS);
