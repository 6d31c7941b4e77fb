// What a worker must know to gather a piece of evidence: the request, and how the project's commands are run. Digests, no bytes.
import * as z from 'zod';
import { COMMAND_NAMES, configSchema } from '../../model/config.ts';
import { type EvidenceRequest, evidenceRequestSchema } from '../../model/evidence.ts';
import { digestSchema } from '../../model/run/sealed.ts';
import { type CommandContext, isTestRequest } from '../../runners/tests/observe-tests.ts';
import { isRecord } from '../../std/is-record.ts';

const VERSION = 1;
/** The document would say these things of a person's file. */
const { environment, limits, tests } = configSchema.shape;

const commandSchema = z.strictObject({
  line: z.string(),
  timeMsMax: z.number().optional(),
  reports: z.array(z.string()).optional(),
  basis: z.literal('exit-code').optional(),
});

const offerBodySchema = z.strictObject({
  v: z.literal(VERSION),
  request: evidenceRequestSchema,
  commit: z.string().nullable(),
  base: digestSchema.optional(),
  changed: z.array(z.string()),
  configFile: z.string(),
  config: z.strictObject({
    commands: z.partialRecord(z.enum(COMMAND_NAMES), commandSchema),
    ...{ environment, limits, tests },
  }),
});
type OfferBody = z.infer<typeof offerBodySchema>;

type TestRequest = Parameters<typeof isTestRequest>[0] & {
  kind: 'command' | 'test-runs' | 'canary' | 'probe';
};

export interface ReadOffer extends Omit<OfferBody, 'request' | 'config'> {
  readonly request: TestRequest;
  readonly config: CommandContext['config'];
}

export const offerBody = (
  { config, base, changed, configFile }: Omit<CommandContext, 'place' | 'refs'>,
  commit: string | null,
  request: EvidenceRequest,
): string => {
  const { commands, environment: around, limits: limited, tests: declared } = config;
  return JSON.stringify({
    ...{ v: VERSION, request, commit, base, changed, configFile },
    config: { commands, environment: around, limits: limited, tests: declared },
  });
};

/** Undefined for what this program does not understand. */
export const readOfferBody = (text: string): ReadOffer | undefined => {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = isRecord(written) ? offerBodySchema.safeParse(written) : undefined;
  if (parsed?.success !== true) return undefined;
  const { request, config, ...rest } = parsed.data;
  if (!isTestRequest(request)) return undefined;
  const commands = Object.entries(config.commands).map(([name, { timeMsMax, ...command }]) => [
    name,
    { ...command, timeMsMax },
  ]);
  return { ...rest, request, config: { ...config, commands: Object.fromEntries(commands) } };
};
