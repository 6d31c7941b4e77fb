// baton.yaml: what a project says about itself. Unknown keys are errors, because a misspelled gate is an open one.

import * as z from 'zod';
import { recordOf } from '../std/record-of.ts';
import {
  type RolesConfig,
  toRolesConfig,
  writtenAgentSchema,
  writtenRoleSchema,
} from './agents/role-config.ts';
import { isolationConfigSchema } from './isolation.ts';
import {
  COMMAND_REPORTS_MAX,
  ENVIRONMENT_NAMES_MAX,
  TESTS_PATTERNS_MAX,
  WAIVER_CHARS_MAX,
} from './limits/limits.ts';
import { PROJECT_NAME_CHARS_MAX, TAGS_MAX } from './limits/store.ts';
import { notifyConfigSchema } from './notify-config.ts';
import { budgetSchema } from './run/budget.ts';
import type { Waiver } from './run/judged.ts';
import { TAG } from './tag.ts';
import { moreVagueWordsSchema } from './vague-words.ts';
import { nameSchema } from './workflow/names.ts';

/** Evidence comes only from these: no agent can name a command line. */
export const COMMAND_NAMES = [
  'test',
  'lint',
  'types',
  'coverage',
  'mutation',
  'security',
  'prepare',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** The command of this name, where the project has one. */
export const commandNamed = (
  { commands }: Pick<Config, 'commands'>,
  name: string,
): ProjectCommand | undefined => {
  const known = COMMAND_NAMES.find((one) => one === name);
  return known === undefined ? undefined : commands[known];
};

/** Those that measure something. */
const WAIVABLE = ['test', 'lint', 'types', 'coverage', 'mutation', 'security'] as const;

const lineSchema = z
  .string()
  .regex(/\S/, 'expected a command line')
  .regex(/^[^\0]*$/, 'expected a command line without NUL');
const lineOfText = z
  .string()
  .max(WAIVER_CHARS_MAX)
  .regex(/^[^\0-\x1f]*\S[^\0-\x1f]*$/, 'expected words on one line');
const millisecondsSchema = z.number().int().positive();

const variableSchema = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable, such as DATABASE_URL')
  // They decide which program runs, and what is loaded into it.
  .regex(
    /^(?!(?:PATH|NODE_OPTIONS|LD_\w+|DYLD_\w+|PYTHONSTARTUP|BASH_ENV|ENV|GIT_\w+|BATON_\w+)$)/,
    'expected a variable that decides nothing about which programs run',
  );

/** A report that the command writes, relative to the project. */
const reportPathSchema = z
  .string()
  .regex(
    /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\0\\]*[^\0\\/\s]$/,
    'expected the path of a file inside of the project, such as reports/junit.xml',
  );

const commandSchema = z.union([
  lineSchema,
  z.strictObject({
    run: lineSchema.describe('The command line, for a shell.'),
    timeoutMs: millisecondsSchema
      .optional()
      .describe('How long it may take, in milliseconds; `limits.commandMs` is for all commands.'),
    report: z
      .union([reportPathSchema, z.array(reportPathSchema).min(1).max(COMMAND_REPORTS_MAX)])
      .optional()
      .describe('The files that it writes its reports to. They are removed before it runs.'),
    basis: z
      .literal('exit-code')
      .optional()
      .describe('It names no tests: it counts as one test, which passes or fails as a whole.'),
  }),
]);

const COMMAND_SAYS: Readonly<Record<CommandName, string>> = {
  test: 'Runs the tests. Without it: the test script of package.json, else `node --test`.',
  lint: 'Runs the linter.',
  types: 'Checks the types.',
  coverage: 'Measures coverage.',
  mutation: 'Measures which mutants the tests kill.',
  security: 'Scans for vulnerabilities.',
  prepare: 'Installs dependencies, once per lock file. Without it: what the lock file is for.',
};

/** Whoever decides to do without a measurement says why; who and when is for others to ask. */
const waivedSchema = z.union([
  lineOfText,
  z.strictObject({
    why: lineOfText.describe('The reason.'),
    by: lineOfText.optional().describe('Who decided it.'),
    on: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a date such as 2026-01-31')
      .optional()
      .describe('The day.'),
  }),
]);

const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** What only the named workflow or command understands; it checks its own part. */
const openSchema = z.record(z.string(), z.unknown());

const environmentSchema = z.strictObject({
  pass: z
    .array(variableSchema)
    .max(ENVIRONMENT_NAMES_MAX)
    .optional()
    .describe('Variables of whoever starts Baton that commands get as they are.'),
  unset: z
    .array(variableSchema)
    .max(ENVIRONMENT_NAMES_MAX)
    .optional()
    .describe('Variables that Baton sets and these commands do without: `CI`, `NO_COLOR`, `TERM`.'),
  secret: z
    .array(variableSchema)
    .max(ENVIRONMENT_NAMES_MAX)
    .optional()
    .describe(
      'Variables whose values are struck out of journals, logs and prompts, beside those whose names say it (`*_KEY`, `*_TOKEN`, `*_SECRET` …).',
    ),
  network: z.boolean().optional().describe('Commands reach the network. The evidence says so.'),
});

const limitsSchema = z.strictObject({
  commandMs: millisecondsSchema.optional().describe('How long a command may take, in milliseconds.'),
  commandMemoryBytes: z.number().int().positive().optional().describe('How much memory a command may use.'),
  commandOutputBytes: z.number().int().positive().optional().describe('How much a command may print.'),
  attemptMs: millisecondsSchema.optional().describe('How long one attempt of an agent may take.'),
  submitWaitMs: millisecondsSchema
    .optional()
    .describe('How long a tool call waits for its verdict before it replies that the work is being judged.'),
  agents: z.number().int().positive().optional().describe('How many agents work at once.'),
  phaseMs: z
    .record(nameSchema, millisecondsSchema)
    .optional()
    .describe('How long a phase of a run may take, by its name.'),
});

const commandsSchema = z.strictObject(
  recordOf(COMMAND_NAMES, (name) => commandSchema.optional().describe(COMMAND_SAYS[name])),
);

const hookSchema = z.strictObject({
  require: z
    .enum(['unbroken', 'tested'])
    .optional()
    .describe(
      '`unbroken` (default): nothing that worked before may break. `tested`: a test must also fail without the change.',
    ),
});

const tagSchema = z.string().regex(TAG, 'expected a word such as node20');

const workersSchema = z.strictObject({
  tags: z
    .array(tagSchema)
    .max(TAGS_MAX)
    .optional()
    .describe('What a worker must have (`baton worker --tags`). Without any, every worker will do.'),
  image: tagSchema.optional().describe('The image that a worker must run (`baton worker --image`).'),
});

const keysSchema = z.strictObject({
  attestation: z
    .string()
    .regex(/^[^\0]*[^\0/\s][^\0]*$/, 'expected the path of a file')
    .optional()
    .describe('The private key that signs attestations: a PEM file outside the project; `~/` is your home.'),
});

export const configSchema = z.strictObject({
  $schema: z.string().optional().describe('Where editors find this schema.'),
  workflow: z
    .string()
    .optional()
    .describe('The workflow of `baton run`: a name, or the path of a file (default: `relay`).'),
  agents: z
    .record(nameSchema, writtenAgentSchema)
    .optional()
    .describe(
      'Names for agents, each one agent or several in the order of preference. One that has the name of a role plays it; `default` plays every role that nothing else names.',
    ),
  roles: z
    .record(nameSchema, writtenRoleSchema)
    .optional()
    .describe(
      'Who plays which role: an agent, or an agent with its model and arguments; and what it may do.',
    ),
  commands: commandsSchema
    .optional()
    .describe('What Baton runs itself, on a clean checkout, before it believes that work is done.'),
  environment: environmentSchema
    .optional()
    .describe('What commands find around them, beside what Baton gives all of them.'),
  tests: z
    .array(z.string().min(1))
    .max(TESTS_PATTERNS_MAX)
    .optional()
    .describe(
      'Files that belong to the tests although their names do not tell: paths, `folders/`, patterns.',
    ),
  waived: z
    .strictObject(
      recordOf(WAIVABLE, (name) =>
        waivedSchema.optional().describe(`Why nothing is measured by \`${name}\`.`),
      ),
    )
    .optional()
    .describe('Commands that the project does without, each with the reason. Every verdict says so.'),
  policy: z
    .record(z.string(), z.union([scalarSchema, z.array(scalarSchema)]))
    .optional()
    .describe('What the workflow leaves open, by name; its own page lists the names.'),
  limits: limitsSchema.optional().describe('Limits of commands, agents and phases.'),
  lint: z
    .strictObject({
      vagueWords: moreVagueWordsSchema
        .optional()
        .describe('Words that count as vague, or as concrete, beside those that Baton knows.'),
    })
    .optional()
    .describe('Settings of the checks that read prose.'),
  collective: openSchema.optional().describe('Settings of the Collective; it checks them itself.'),
  hook: hookSchema.optional().describe('The Stop hook of an agent that works alone.'),
  isolation: isolationConfigSchema
    .optional()
    .describe('How far agents are kept apart from this machine and from each other.'),
  budget: budgetSchema
    .optional()
    .describe('What agents may use, in tokens and money. A run that has used it up waits for a person.'),
  store: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, 'expected an address such as postgres://db.example/baton')
    .optional()
    .describe(
      'The database in which several machines share the runs of this project. No password: see `docs/distribution.md`.',
    ),
  project: z
    .string()
    .max(PROJECT_NAME_CHARS_MAX)
    .regex(/^[\w.@/-]+$/, 'expected letters, digits, ".", "-", "_", "/" and "@"')
    .optional()
    .describe(
      'What the project is called on every machine that shares its runs (default: the address of its remote).',
    ),
  workers: workersSchema
    .optional()
    .describe(
      'Workers of other machines gather the evidence of commands (needs `store`). With no worker in sight, Baton gathers it itself.',
    ),
  keys: keysSchema.optional().describe('Keys of this project.'),
  notify: notifyConfigSchema
    .optional()
    .describe('Who is told when a run waits for a person, tells something, or ends.'),
});
export type ConfigFile = z.output<typeof configSchema>;
export type EnvironmentPolicy = NonNullable<ConfigFile['environment']>;

export interface ProjectCommand {
  readonly line: string;
  readonly timeMsMax: number | undefined;
  /** Files that it writes its reports to, relative to the project. */
  readonly reports?: readonly string[];
  readonly basis?: 'exit-code';
}

/** The file with its defaults filled in. */
export interface Config extends Omit<ConfigFile, 'commands' | 'agents' | 'roles' | 'waived'>, RolesConfig {
  readonly commands: Readonly<Partial<Record<CommandName, ProjectCommand>>>;
  /** Commands that the project itself names; the test command is there without being named, too. */
  readonly namedCommands: readonly string[];
  /** Commands that it does without, and why. One that is named is run all the same. */
  readonly waived: Readonly<Record<string, Waiver>>;
}

/** How the script of a package.json is run; a project that has none is tested by whatever tests lie around. */
export const SCRIPT_TEST_LINE = 'npm test';

const commandOf = (written: z.output<typeof commandSchema>): ProjectCommand =>
  typeof written === 'string'
    ? { line: written, timeMsMax: undefined }
    : {
        line: written.run,
        timeMsMax: written.timeoutMs,
        ...(written.report === undefined ? {} : { reports: [written.report].flat() }),
        ...(written.basis === undefined ? {} : { basis: written.basis }),
      };

/** A command's own time comes before the one for all. The test command is always there. */
export const toConfig = (file: ConfigFile, defaultTestLine: string): Config => {
  const { commands = {}, agents, roles = {}, waived = {}, ...rest } = file;
  const lines: Partial<Record<CommandName, ProjectCommand>> = {
    test: { line: defaultTestLine, timeMsMax: undefined },
  };
  for (const name of COMMAND_NAMES) {
    const written = commands[name];
    if (written !== undefined) lines[name] = commandOf(written);
  }
  const withTime = Object.entries(lines).map(([name, command]) => [
    name,
    { ...command, timeMsMax: command.timeMsMax ?? rest.limits?.commandMs },
  ]);
  return {
    ...rest,
    ...toRolesConfig(agents, roles),
    commands: Object.fromEntries(withTime),
    namedCommands: COMMAND_NAMES.filter(
      (name) => commands[name] !== undefined || (name === 'test' && defaultTestLine === SCRIPT_TEST_LINE),
    ),
    waived: Object.fromEntries(
      Object.entries(waived).flatMap(([name, written]) =>
        written === undefined ? [] : [[name, typeof written === 'string' ? { why: written } : written]],
      ),
    ),
  };
};
