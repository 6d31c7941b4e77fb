// What an executor claims: commands with their exits, coverage, criteria that are met. The same in a handoff H2 and in a report.
import { fieldName } from '../../../model/validate-with.ts';
import { COMMAND_KINDS, type CommandKind, kindsOfCommand } from './command-kinds.ts';
import { below, flagField, listField, type Place, percentField, textField, wholeField } from './fields.ts';
import { coverageFault, isRecord, isText, samePath, shown } from './values.ts';

export interface PhaseFiles {
  readonly red: string | undefined;
  readonly green: string | undefined;
}

const NAME_OF_KIND: Readonly<Record<CommandKind, string>> = {
  test: 'a test command',
  lint: 'a lint command',
  types: 'a type check',
};

/** Of the run that shows the failing test a failure is expected, of no other one. */
const isRedRun = (artifact: string | undefined, kinds: readonly CommandKind[], files: PhaseFiles): boolean =>
  artifact !== undefined &&
  files.red !== undefined &&
  kinds.includes('test') &&
  samePath(artifact, files.red) &&
  !(files.green !== undefined && samePath(files.red, files.green));

export const judgeCommands = (place: Place, required: boolean, files: PhaseFiles): void => {
  const items = listField(place, 'commands_run', {
    required,
    least: required ? 1 : 0,
    expected: 'a list of commands, each with cmd and exit_code',
  });
  if (items === undefined) return;
  const { findings } = place;
  const seen = new Set<CommandKind>();
  for (const { value, path } of items) {
    if (findings.isFull()) break;
    if (!isRecord(value)) {
      findings.error(
        'FIELD_INVALID',
        `${fieldName(path)}: expected an object with cmd and exit_code, got ${shown(value)}`,
        path,
      );
      continue;
    }
    const one: Place = { record: value, path, findings };
    const command = textField(one, 'cmd', { required: true, expected: 'the command that was run' });
    const exit = wholeField(one, 'exit_code', { required: true, expected: 'the exit code, a whole number' });
    const artifact = textField(one, 'artifact');
    if (command === undefined) continue;
    const kinds = kindsOfCommand(command);
    for (const kind of kinds) seen.add(kind);
    if (exit === undefined || kinds.length === 0) continue;
    const at = [...path, 'exit_code'];
    if (isRedRun(artifact, kinds, files)) {
      if (exit === 0)
        findings.warn('HANDOFF_CONTRADICTION', `the run of the RED phase passed: ${shown(command)}`, at);
    } else if (exit !== 0)
      findings.error(
        'HANDOFF_CONTRADICTION',
        `${shown(command)} ended with ${exit}, and the work is handed over as done`,
        at,
        'Make it pass; only the run whose artifact is tdd_evidence.red_phase may fail.',
      );
  }
  for (const kind of COMMAND_KINDS)
    if (!seen.has(kind) && items.length > 0)
      findings.warn(
        'FIELD_MISSING',
        `commands_run has no ${NAME_OF_KIND[kind].replace(/^an? /, '')}`,
        [...place.path, 'commands_run'],
        'Run it, and list it with its exit code.',
      );
};

export const judgeCoverage = (place: Place, required: boolean): void => {
  const delta = percentField(place, 'coverage_delta', [-100, 100], { required });
  const absolute = percentField(place, 'coverage_absolute', [0, 100], { required });
  if (delta === undefined || absolute === undefined) {
    if (delta !== undefined && delta < 0)
      place.findings.error('HANDOFF_CONTRADICTION', coverageFault(delta, 100)!, [
        ...place.path,
        'coverage_delta',
      ]);
    return;
  }
  const fault = coverageFault(delta, absolute);
  if (fault !== undefined)
    place.findings.error(
      'HANDOFF_CONTRADICTION',
      fault,
      [...place.path, 'coverage_delta'],
      'Add tests of what was changed.',
    );
};

/** Criteria with whether they are met. One that is not must at least say how far it got. */
export const judgeMet = (place: Place, key: string, required: boolean): void => {
  const { findings } = place;
  const items = listField(place, key, {
    required,
    least: required ? 1 : 0,
    expected: 'a list of criteria, each with criterion and met',
  });
  for (const { value, path } of items ?? []) {
    if (findings.isFull()) break;
    if (!isRecord(value)) {
      findings.error('FIELD_INVALID', `${fieldName(path)}: expected an object, got ${shown(value)}`, path);
      continue;
    }
    const one: Place = { record: value, path, findings };
    const criterion = textField(one, 'criterion', { required: true });
    const met = flagField(one, 'met', { required: true });
    const notes = textField(one, 'notes');
    const actual = isText(value['actual']) ? value['actual'] : undefined;
    if (met !== false) continue;
    const note = notes ?? (actual === undefined ? undefined : `it is ${actual}`);
    if (note !== undefined)
      findings.warn(
        'HANDOFF_CONTRADICTION',
        `${shown(criterion ?? 'a criterion')} is not met: ${shown(note)}`,
        [...path, 'met'],
      );
    else
      findings.error(
        'HANDOFF_CONTRADICTION',
        `${shown(criterion ?? 'a criterion')} is not met, and nothing says why`,
        [...path, 'met'],
        'Meet it, or add "notes" that say how far it got.',
      );
  }
};

export const phaseFiles = (place: Place, required: boolean): PhaseFiles => {
  const evidence = below(place, 'tdd_evidence', {
    required,
    expected: 'an object with red_phase and green_phase',
  });
  if (evidence === undefined) return { red: undefined, green: undefined };
  const red = textField(evidence, 'red_phase', { required: true, expected: 'the file of the failing run' });
  const green = textField(evidence, 'green_phase', {
    required: true,
    expected: 'the file of the passing run',
  });
  if (required && !Object.hasOwn(evidence.record, 'refactor_phase'))
    place.findings.warn('FIELD_MISSING', 'tdd_evidence does not speak of the refactor phase', [
      ...evidence.path,
      'refactor_phase',
    ]);
  else textField(evidence, 'refactor_phase');
  if (red !== undefined && green !== undefined && samePath(red, green))
    place.findings.error(
      'HANDOFF_CONTRADICTION',
      'one file cannot show both the failing and the passing run',
      [...evidence.path, 'green_phase'],
      'Keep the output of each run in a file of its own.',
    );
  return { red, green };
};
