// What baton.yaml says of who plays a role: an agent, several in the order of preference, and whom it must differ from.
import * as z from 'zod';
import { agentListSchema, agentOptionsShape, listSpec } from '../agent-list.ts';
import { customAgentSchema, customSpec } from '../custom-agent.ts';
import { type Permissions, permissionsSchema } from '../permissions/permissions.ts';
import { nameSchema } from '../workflow/names.ts';

const ROLES_MAX = 20;

/** `scripted:FILE`, `command:NAME`, `acp:COMMAND`, `tmux:NAME`, `human`, or a name from `agents`. */
const agentSchema = z.string().regex(/\S/, 'expected an agent, such as command:claude or human');

const roleSchema = z.strictObject({
  agent: z
    .union([agentSchema.describe('One agent.'), agentListSchema])
    .describe(
      '`command:NAME` (claude, codex, gemini, opencode, qwen, copilot), `human`, `scripted:FILE`, a name from `agents`, or several in the order of preference.',
    ),
  ...agentOptionsShape,
  different_from: z
    .union([nameSchema, z.array(nameSchema).min(1).max(ROLES_MAX)])
    .optional()
    .describe(
      'The roles whose agents must be of another vendor, and use another model. Proved before a run starts, and checked whenever somebody begins.',
    ),
});

const OPTIONS_BESIDE =
  'expected model, args and vendor beside each agent of the list, got them beside the list';

/** Options beside a list would be for all of its agents, which no model is. */
const roleEntrySchema = roleSchema.superRefine(({ agent, model, args, vendor }, context) => {
  if (!Array.isArray(agent) || (model ?? args ?? vendor) === undefined) return;
  context.addIssue({ code: 'custom', message: OPTIONS_BESIDE });
});

export const writtenAgentSchema = z.union([agentSchema, agentListSchema, customAgentSchema, roleEntrySchema]);
type WrittenAgent = z.output<typeof writtenAgentSchema>;

/** What a role may do is said of the role; who plays it may be said elsewhere. */
const permittedRoleSchema = roleSchema
  .extend({
    agent: roleSchema.shape.agent.optional(),
    permissions: permissionsSchema
      .optional()
      .describe('What whoever plays the role may do. What is not named is not allowed.'),
  })
  .superRefine(({ agent, permissions, model, args, vendor }, context) => {
    const hasOptions = (model ?? args ?? vendor) !== undefined;
    if (agent === undefined && (permissions === undefined || hasOptions))
      context.addIssue({ code: 'invalid_type', expected: 'string', input: agent, path: ['agent'] });
    else if (Array.isArray(agent) && hasOptions)
      context.addIssue({ code: 'custom', message: OPTIONS_BESIDE });
  });

export const writtenRoleSchema = z.union([
  agentSchema,
  agentListSchema,
  customAgentSchema,
  permittedRoleSchema,
]);
export type WrittenRole = z.output<typeof writtenRoleSchema>;

export type RoleOptions = Omit<z.output<typeof roleSchema>, 'agent' | 'different_from'>;

type Named = Readonly<Record<string, string>>;

/** One SPEC; what is said of the agent beside it is kept apart. */
const bareSpec = (written: WrittenRole, known: Named): string | undefined => {
  if (typeof written === 'string') return written;
  if (Array.isArray(written)) return listSpec(written, known);
  if ('command' in written) return customSpec(written);
  return Array.isArray(written.agent) ? listSpec(written.agent, known) : written.agent;
};

const optionsOf = (written: WrittenRole): RoleOptions | undefined => {
  if (typeof written === 'string' || Array.isArray(written) || 'command' in written) return undefined;
  const { model, args, vendor } = written;
  const options = {
    ...(model === undefined ? {} : { model }),
    ...(args === undefined ? {} : { args }),
    ...(vendor === undefined ? {} : { vendor }),
  };
  return Object.keys(options).length === 0 ? undefined : options;
};

const rulesOf = (written: WrittenRole): readonly string[] | undefined => {
  if (typeof written === 'string' || Array.isArray(written) || 'command' in written) return undefined;
  const { different_from: others } = written;
  return others === undefined ? undefined : [others].flat();
};

const permissionsOf = (written: WrittenRole): Permissions | undefined =>
  typeof written === 'object' && 'permissions' in written ? written.permissions : undefined;

type AllWritten<W extends WrittenRole> = Readonly<Record<string, W>>;

const mapped = <T, W extends WrittenRole>(
  all: AllWritten<W>,
  of: (written: W) => T | undefined,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, written]) => {
      const value = of(written);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

const isList = (written: WrittenAgent): boolean =>
  Array.isArray(written) ||
  (typeof written === 'object' && 'agent' in written && Array.isArray(written.agent));

/** An agent with a name of its own is one SPEC, with all that is said of it. */
const wholeSpec = (written: WrittenAgent, known: Named): string | undefined => {
  const options = optionsOf(written);
  const spec = bareSpec(written, known);
  return options === undefined || spec === undefined ? spec : listSpec([{ agent: spec, ...options }], known);
};

export interface RolesConfig {
  /** Name → agent, as one SPEC. */
  readonly agents?: Readonly<Record<string, string>>;
  /** Role → agent, as written. */
  readonly roles: Readonly<Record<string, string>>;
  /** Of roles in `roles` alone: they were written for that agent, and for no other. */
  readonly roleOptions: Readonly<Record<string, RoleOptions>>;
  /** Role → what it may do, whoever plays it. */
  readonly permissions?: Readonly<Record<string, Permissions>>;
  /** Names of `roles` and of `agents` → roles whose agents must be others. */
  readonly differentFrom?: {
    readonly roles: Readonly<Record<string, readonly string[]>>;
    readonly agents: Readonly<Record<string, readonly string[]>>;
  };
}

export const toRolesConfig = (
  agents: AllWritten<WrittenAgent> | undefined,
  roles: AllWritten<WrittenRole>,
): RolesConfig => {
  const single = mapped(agents ?? {}, (written) => (isList(written) ? undefined : wholeSpec(written, {})));
  const known = mapped(agents ?? {}, (written) => wholeSpec(written, single));
  const rules = { roles: mapped(roles, rulesOf), agents: mapped(agents ?? {}, rulesOf) };
  const hasRules = Object.keys(rules.roles).length + Object.keys(rules.agents).length > 0;
  const permissions = mapped(roles, permissionsOf);
  return {
    ...(agents === undefined ? {} : { agents: known }),
    ...(Object.keys(permissions).length === 0 ? {} : { permissions }),
    roles: mapped(roles, (written) => bareSpec(written, known)),
    roleOptions: mapped(roles, optionsOf),
    ...(hasRules ? { differentFrom: rules } : {}),
  };
};
