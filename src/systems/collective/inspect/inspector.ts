// What `baton check` knows about a directory with the collective's handoffs: each of them, read. Where Baton ran it, its log of
// handoffs, and the figures that must follow from it.
import type { Inspector } from '../../../handoffs/inspector.ts';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { decodeCollective } from '../handoff/decode.ts';
import { metricsOf, metricsText } from '../metrics/collective-metrics.ts';
import { readRecords } from '../metrics/handoff-record.ts';

const MESSAGE = /\.(?:md|txt|ya?ml)$/i;
const IN_FOLDER = /^handoffs\/[^/]+\.(?:md|txt|ya?ml)$/i;

const LOG = 'handoffs.jsonl';
const METRICS = 'metrics.json';
const STATE = 'state.json';

/** While it is, its figures may be a few handoffs behind. */
const isRunning = (state: string | undefined): boolean =>
  state !== undefined && /^ {2}"status": "running"/m.test(state);

/** The figures are made of the log: others were put there by somebody. */
const checkLog = (files: ReadonlyMap<string, string>, log: string): readonly Problem[] => {
  const { records, unreadable } = readRecords(log);
  const metrics = files.get(METRICS);
  return [
    ...(unreadable === 0
      ? []
      : [
          problem(
            'FIELD_INVALID',
            `${LOG}: expected a record in each line, got ${unreadable} that cannot be read`,
            {
              file: LOG,
            },
          ),
        ]),
    ...(metrics === undefined || isRunning(files.get(STATE)) || metrics === metricsText(metricsOf(records))
      ? []
      : [
          problem('HANDOFF_CONTRADICTION', `${METRICS}: expected the figures of ${LOG}, got others`, {
            file: METRICS,
            hint: 'Delete it: Baton writes it again.',
          }),
        ]),
  ];
};

const checkMessages = (files: ReadonlyMap<string, string>): readonly Problem[] => {
  const found = [...files].map(([file, text]) => decodeCollective({ text, file }));
  if (found.every((one) => one === undefined))
    return [
      problem('HANDOFF_MISSING', 'expected a handoff of the collective in one of the files, found none', {
        hint: 'Handoffs stand in messages (.md, .txt) or in files of their own (.yaml).',
      }),
    ];
  return found.flatMap((one) => one?.problems ?? []).slice(0, PROBLEMS_MAX);
};

const checkRun = (files: ReadonlyMap<string, string>): readonly Problem[] => {
  const log = files.get(LOG);
  return log === undefined ? checkMessages(files) : checkLog(files, log);
};

export const collectiveInspector: Inspector = {
  dialect: 'collective',
  says: 'directories with handoffs of the Collective (handoffs/*.md, *.yaml), and its runs (.collective/<run>)',
  artifact: () => undefined,
  isRun: (names) => names.some((name) => name === LOG || IN_FOLDER.test(name)),
  reads: (name) => [LOG, METRICS, STATE].includes(name) || MESSAGE.test(name),
  run: checkRun,
};
