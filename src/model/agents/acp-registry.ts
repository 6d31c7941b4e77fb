// Programs that a file in the format of the Agent Client Protocol's registry describes: `acp:FILE.json#ID`.
import * as z from 'zod';
import { nearest } from '../../std/nearest.ts';
import { type Parsed, problem } from '../problem.ts';
import { validateWith } from '../validate-with.ts';

const AGENTS_MAX = 2_000;
const ARGUMENTS_MAX = 200;
const VARIABLES_MAX = 100;
const PREFIX = 'acp:';
const REFERENCE = /^acp:([^#{}\s][^#{}]*\.json)#([a-z][a-z0-9-]{0,99})$/;

const argumentSchema = z.string().regex(/^[^\0]*$/, 'expected an argument without NUL');
const argumentsSchema = z.array(argumentSchema).max(ARGUMENTS_MAX).optional();
const environmentSchema = z
  .record(z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable'), argumentSchema)
  .refine((env) => Object.keys(env).length <= VARIABLES_MAX, `expected at most ${VARIABLES_MAX} variables`)
  .optional();
/** It becomes an argument of a program that installs it: no option, no path, no address. */
const packageSchema = z
  .string()
  .regex(/^(?:@[\w.-]+\/)?[A-Za-z0-9_][\w.-]*(?:(?:@|==)[\w.+-]+)?$/, 'expected the name of a package');

const packagedSchema = z.object({
  package: packageSchema,
  args: argumentsSchema,
  env: environmentSchema,
});

const registrySchema = z.object({
  version: z.string(),
  agents: z
    .array(
      z.object({
        id: z.string(),
        distribution: z.object({
          binary: z
            .record(
              z.string(),
              z.object({ cmd: z.string().min(1), args: argumentsSchema, env: environmentSchema }),
            )
            .optional(),
          npx: packagedSchema.optional(),
          uvx: packagedSchema.optional(),
        }),
      }),
    )
    .max(AGENTS_MAX),
});
type Distribution = z.output<typeof registrySchema>['agents'][number]['distribution'];

/** A program that speaks the protocol, with variables that are set for it alone. */
export const acpCommandSchema = z.strictObject({
  run: z.array(argumentSchema).min(1).max(ARGUMENTS_MAX),
  env: environmentSchema,
});
export type AcpCommand = z.output<typeof acpCommandSchema>;

/** As one SPEC: a run keeps it, and is resumed with it, whatever becomes of the file. */
export const acpCommandSpec = (command: AcpCommand): string => `${PREFIX}${JSON.stringify(command)}`;

/** Undefined for other SPECs; throws nothing. */
export const acpCommandOf = (spec: string): AcpCommand | undefined => {
  if (!spec.startsWith(`${PREFIX}{`)) return undefined;
  try {
    return acpCommandSchema.safeParse(JSON.parse(spec.slice(PREFIX.length))).data;
  } catch {
    return undefined;
  }
};

/** The file and the agent in it that a SPEC names. */
export const registryReference = (
  spec: string,
): { readonly file: string; readonly id: string } | undefined => {
  const [, file, id] = REFERENCE.exec(spec) ?? [];
  return file === undefined || id === undefined ? undefined : { file, id };
};

export interface HereOptions {
  /** As the registry names it: `linux-x86_64`, `darwin-aarch64`. */
  readonly platform: string;
  readonly isOnPath: (program: string) => boolean;
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows' };

export const platformName = (system: string, architecture: string): string =>
  `${SYSTEMS[system] ?? system}-${ARCHITECTURES[architecture] ?? architecture}`;

const baseName = (path: string): string => path.split('/').at(-1) ?? path;

/** What is installed comes first; nothing is downloaded but by npx and uvx, which pin what they start. */
const waysOf = ({ binary, npx, uvx }: Distribution, platform: string): readonly AcpCommand[] => {
  const own = binary !== undefined && Object.hasOwn(binary, platform) ? binary[platform] : undefined;
  return [
    ...(own === undefined ? [] : [{ run: [baseName(own.cmd), ...(own.args ?? [])], env: own.env }]),
    ...(npx === undefined ? [] : [{ run: ['npx', '--yes', npx.package, ...(npx.args ?? [])], env: npx.env }]),
    ...(uvx === undefined ? [] : [{ run: ['uvx', uvx.package, ...(uvx.args ?? [])], env: uvx.env }]),
  ];
};

/** How the agent is started here; or why it cannot be. */
export const registryAgent = (
  json: unknown,
  { file, id }: { readonly file: string; readonly id: string },
  { platform, isOnPath }: HereOptions,
): Parsed<AcpCommand> => {
  const refuse = (message: string, hint?: string): Parsed<never> => ({
    value: undefined,
    problems: [problem('AGENT_UNKNOWN', message, { file, ...(hint === undefined ? {} : { hint }) })],
  });
  const { value: registry, problems } = validateWith(registrySchema, json, { file });
  if (registry === undefined) return { value: undefined, problems };
  const agent = registry.agents.find((one) => one.id === id);
  if (agent === undefined) {
    const like = nearest(
      id,
      registry.agents.map((one) => one.id),
    );
    return refuse(
      `expected an agent of this registry, got ${JSON.stringify(id)}`,
      like === undefined ? undefined : `Did you mean ${like}?`,
    );
  }
  const ways = waysOf(agent.distribution, platform);
  const way = ways.find(({ run: [program = ''] }) => isOnPath(program));
  if (way === undefined)
    return refuse(
      `expected a program for ${id} on PATH, got none of ${ways.map(({ run }) => run[0]).join(', ') || `its programs for ${platform}`}`,
      'Install one of them; Baton downloads no programs.',
    );
  return { value: way, problems: [] };
};
