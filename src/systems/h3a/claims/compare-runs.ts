// Names and numbers of an executor's report against the runs that Baton made.

import { nameFinder } from '../../../checks/change/test-names.ts';
import type { CommandEvidence } from '../../../model/evidence.ts';
import { coveragePercent } from '../../../model/measured.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import type { Seen } from '../../../model/workflow/workflow.ts';
import { valueAt } from '../files/task-file.ts';
import { isText, withoutLine } from '../handoff/values.ts';
import { coverageDelta } from '../workflow/nouns.ts';
import { type Compared, listedValues, told } from './compared.ts';
import { numbersDiffer, readCoverageFile } from './executor-claims.ts';
import { claimAt, type Entry } from './report-claims.ts';
import { baseRequest, headRequest } from './seen-runs.ts';

/** Where the run names its tests, the named one is among them. */
export const measuredNames = (entry: Entry, head: CommandEvidence | undefined): Compared[] => {
  const [file, name] = ['test_file', 'test_name'].map((key) =>
    withoutLine(valueAt(entry.record, 'tdd_phases', 'red', key)),
  );
  const cases = head?.tests?.cases;
  if (!isText(name) || cases === undefined) return [];
  const found = nameFinder(cases)({ name, ...(isText(file) ? { file } : {}) });
  return [
    claimAt(entry, ['tdd_phases', 'red', 'test_name'], {
      claimed: name,
      measured: found.length > 0 ? name : listedValues(cases.map((one) => one.name)),
      same: found.length > 0,
      source: 'ran on what is handed in',
      hint: 'Name the new test as the runner prints it.',
    }),
  ];
};

const percentIn = (seen: Seen, request: ReturnType<typeof headRequest>): number | undefined => {
  const run = request === undefined ? undefined : seen(request);
  const lines = run?.kind === 'command' ? run.coverage?.lines : undefined;
  return lines === undefined ? undefined : (coveragePercent(lines) ?? undefined);
};

/** The file of the coverage, where the project has a command that measures it. */
export const measuredCoverage = (submission: Submission, seen: Seen): Compared[] => {
  const { coverage } = readCoverageFile(submission.maybe(coverageDelta) ?? '');
  if (coverage === undefined) return [];
  const claim = (key: 'before' | 'after', measured: number | undefined): Compared[] =>
    measured === undefined || coverage[key] === undefined
      ? []
      : [
          {
            name: `${key} in coverage_delta.json`,
            claimed: told(coverage[key]),
            measured: `${Number(measured.toFixed(4))}%`,
            same: !numbersDiffer(coverage[key], measured.toFixed(9).concat('%')),
            ...{ file: coverageDelta.path, path: [key] },
          },
        ];
  return [
    ...claim('before', percentIn(seen, baseRequest(submission, 'coverage'))),
    ...claim('after', percentIn(seen, headRequest(submission, 'coverage'))),
  ];
};
