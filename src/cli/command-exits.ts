// What the exit codes of each command mean, for its help and for the reference.
import { EXIT } from './exit-codes.ts';

interface Meanings {
  readonly yes: string;
  readonly no?: string;
  readonly configuration?: string;
  readonly peopleAwaited?: true;
  readonly interrupted?: true;
}

const OUTCOME: Meanings = {
  yes: 'the run is complete',
  no: 'the run failed or was cancelled',
  peopleAwaited: true,
  interrupted: true,
};
const PRINTED: Meanings = { yes: 'it was printed' };
const ANSWERED: Meanings = {
  yes: 'your answer was recorded',
  no: 'what you answered has changed in the meantime',
};

/** By name of the command. */
const COMMANDS: Readonly<Record<string, Meanings>> = {
  demo: OUTCOME,
  init: { yes: 'the project is set up', no: 'you said no; nothing was written' },
  run: OUTCOME,
  resume: OUTCOME,
  worker: { yes: 'never: it works until it is interrupted', interrupted: true },
  host: { yes: 'there is nothing left to do here (--until-done)', interrupted: true },
  stop: { yes: 'the run is cancelled' },
  move: { yes: 'the run was moved' },
  list: PRINTED,
  status: PRINTED,
  watch: { ...OUTCOME, no: 'the run failed or was cancelled, or no process holds it' },
  log: { ...PRINTED, interrupted: true },
  logs: { ...PRINTED, interrupted: true },
  attach: { yes: 'you detached, or the panes are gone' },
  inbox: PRINTED,
  serve: { yes: 'never: it runs until it is interrupted', interrupted: true },
  diff: PRINTED,
  approve: ANSWERED,
  reject: ANSWERED,
  answer: ANSWERED,
  release: { yes: 'it was recorded' },
  check: { yes: 'no error; there may be warnings', no: 'an error, or another status than --require names' },
  convert: { yes: 'it was written', no: 'there is no handoff, or it has errors' },
  lint: { yes: 'no error; there may be warnings', no: 'prompts differ from the contract' },
  prove: { yes: 'the workflow is proved', no: 'it is not; every problem is listed' },
  show: PRINTED,
  submit: { yes: 'accepted', no: 'rejected; every problem is listed' },
  verify: { yes: 'everything was recomputed and is the same', no: 'a difference was found' },
  attest: { yes: 'the statements were written', no: 'the run has a problem; nothing is attested' },
  metrics: { yes: 'they were printed', no: 'none of the journals can be read' },
  calibrate: { yes: 'the gates judged as they should', no: 'they did not', interrupted: true },
  mcp: { yes: 'the agent closed the connection, or the configuration was written' },
  hook: { yes: 'the hook replied; its JSON says what the host does next' },
  clean: { yes: 'it was removed, or shown', no: 'you said no, or something could not be removed' },
  store: {
    yes: 'the database is set up, or can be used',
    no: 'the database cannot be used as it is',
    configuration: 'there is no address, or nothing answers there',
  },
  doctor: {
    yes: 'nothing that is required is missing',
    configuration: 'something that is required is missing',
  },
  completion: PRINTED,
};

const USAGE = 'wrong usage, or input that cannot be read';
const CONFIGURATION = 'the configuration, or something on this machine, must be fixed first';
const PEOPLE = 'a person must decide, and there is no terminal to ask on';
const INTERRUPTED = 'interrupted';

export interface ExitMeaning {
  readonly code: number;
  readonly meaning: string;
}

/** Of every command together. */
export const ALL_EXITS: readonly ExitMeaning[] = [
  { code: EXIT.yes, meaning: 'yes: valid, complete, verified; or done' },
  { code: EXIT.no, meaning: 'no: a contract is not met, a run failed, a difference was found' },
  { code: EXIT.usage, meaning: USAGE },
  { code: EXIT.configuration, meaning: CONFIGURATION },
  { code: EXIT.peopleAwaited, meaning: PEOPLE },
  { code: EXIT.interrupted, meaning: INTERRUPTED },
];

/** Undefined for a name that is no command. */
export const exitsOf = (command: string): readonly ExitMeaning[] | undefined => {
  const found = COMMANDS[command];
  if (found === undefined) return undefined;
  const { yes, no, configuration = CONFIGURATION, peopleAwaited, interrupted } = found;
  return [
    { code: EXIT.yes, meaning: yes },
    ...(no === undefined ? [] : [{ code: EXIT.no, meaning: no }]),
    { code: EXIT.usage, meaning: USAGE },
    { code: EXIT.configuration, meaning: configuration },
    ...(peopleAwaited ? [{ code: EXIT.peopleAwaited, meaning: PEOPLE }] : []),
    ...(interrupted ? [{ code: EXIT.interrupted, meaning: INTERRUPTED }] : []),
  ];
};

const CODE_WIDTH = 3;

/** At the end of the help. */
export const exitsText = (command: string): string =>
  `\nExit codes:\n${(exitsOf(command) ?? ALL_EXITS)
    .map(({ code, meaning }) => `  ${String(code).padEnd(CODE_WIDTH)}  ${meaning}`)
    .join('\n')}`;
