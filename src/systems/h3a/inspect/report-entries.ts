// One entry of a planner's or an executor's report.
import { judgeCommands, judgeCoverage, judgeMet } from '../handoff/evidence-claims.ts';
import {
  below,
  countField,
  type Place,
  pathField,
  pathItems,
  textField,
  textItems,
  timeField,
} from '../handoff/fields.ts';
import { isTime } from '../handoff/values.ts';
import { RED_OUTPUT } from '../handoff/vocabulary.ts';

export const judgePlanning = (entry: Place): void => {
  textField(entry, 'roadmap_status');
  textItems(entry, 'tasks_created');
  textItems(entry, 'research_findings');
  pathItems(entry, 'artifacts');
  below(entry, 'tdd_strategy');
};

/** The failing run comes first: that is what the cycle is about. */
const judgeChronology = (red: Place | undefined, green: Place | undefined): void => {
  if (red === undefined || green === undefined) return;
  const [first, second] = [timeField(red, 'timestamp'), timeField(green, 'timestamp')];
  if (first === undefined || second === undefined || !isTime(first) || !isTime(second)) return;
  if (Date.parse(first) > Date.parse(second))
    green.findings.error(
      'HANDOFF_CONTRADICTION',
      `the passing run is of ${second}, before the failing one of ${first}`,
      [...green.path, 'timestamp'],
      'The test fails first, then the code makes it pass.',
    );
};

export const judgeExecution = (entry: Place): void => {
  const phases = below(entry, 'tdd_phases', { required: true, expected: 'an object with red and green' });
  const red = phases === undefined ? undefined : below(phases, 'red', { required: true });
  const green = phases === undefined ? undefined : below(phases, 'green', { required: true });
  if (red !== undefined) textField(red, 'test_file', { required: true, expected: 'the file of the test' });
  const redOutput = red === undefined ? undefined : pathField(red, 'failure_output');
  const greenOutput = green === undefined ? undefined : pathField(green, 'test_output');
  judgeChronology(red, green);
  judgeCoverage(entry, true);
  pathItems(entry, 'files_changed', { required: true });
  if (Object.hasOwn(entry.record, 'commands_run'))
    judgeCommands(entry, false, { red: redOutput ?? RED_OUTPUT, green: greenOutput });
  else
    entry.findings.warn(
      'FIELD_MISSING',
      'commands_run is missing: the commands for tests, lint and types, with their exits',
      [...entry.path, 'commands_run'],
    );
  judgeMet(entry, 'definition_of_done', false);
  countField(entry, 'iteration_count');
  pathItems(entry, 'artifacts');
};
