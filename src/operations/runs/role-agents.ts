// Who plays each role of a workflow, of what the command line, the project and a registry say, and that those who must
// differ do so.
import { type ProofProblem, unknownName } from '../../engine/proof/problem.ts';
import { BatonError } from '../../errors.ts';
import { playersIn, playerText, unprovenBecause } from '../../model/agents/player.ts';
import type { RoleOptions } from '../../model/agents/role-config.ts';
import type { Config } from '../../model/config.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';

/** Role → agent. */
export type Specs = Readonly<Record<string, string>>;
export type AllOptions = Readonly<Record<string, RoleOptions>>;
/** Role → roles whose agents must be of other vendors. */
export type DifferentFrom = Readonly<Record<string, readonly string[]>>;

/** Who is asked to play in this run, whatever the project says. */
export interface AskedAgents {
  readonly agent?: string | undefined;
  readonly roleAgents?: Readonly<Record<string, string>> | undefined;
}

/** A role may name an agent of `agents`, or say outright who it is. */
const named = (config: Config, agent: string | undefined): string | undefined =>
  agent === undefined ? undefined : (config.agents?.[agent] ?? agent);

type Policy = Readonly<Record<string, unknown>>;

const isOptional = (workflow: Workflow, role: string, policy: Policy): boolean => {
  const optional = workflow.roles[role]?.optional;
  return typeof optional === 'object' ? policy[optional.unless] !== true : optional === true;
};

const agentRoles = (workflow: Workflow): string[] =>
  Object.entries(workflow.roles)
    .filter(([, role]) => (role.kind ?? 'agent') === 'agent')
    .map(([name]) => name);

/** Those of which somebody says who plays them. */
const knownSpecs = (workflow: Workflow, config: Config, asked: AskedAgents): Specs =>
  Object.fromEntries(
    agentRoles(workflow).flatMap((role) => {
      const spec =
        asked.roleAgents?.[role] ??
        asked.agent ??
        named(config, config.roles[role]) ??
        config.agents?.[role] ??
        config.agents?.['default'];
      return spec === undefined ? [] : [[role, spec] as const];
    }),
  );

/** Every agent role has somebody who plays it, before anything starts. */
export const specsFor = (workflow: Workflow, config: Config, asked: AskedAgents, policy: Policy): Specs => {
  const roles = agentRoles(workflow);
  const unknown = Object.keys(asked.roleAgents ?? {}).filter((role) => !roles.includes(role));
  if (unknown.length > 0)
    throw new BatonError(
      'USAGE_INVALID',
      `expected a role of ${workflow.name} (${roles.join(', ')}), got ${unknown.join(', ')}`,
    );
  const specs = knownSpecs(workflow, config, asked);
  const missing = roles.filter((role) => specs[role] === undefined && !isOptional(workflow, role, policy));
  if (missing.length > 0)
    throw new BatonError('AGENT_UNKNOWN', `nobody plays ${missing.join(', ')}`, {
      hint: 'name an agent: --agent command:claude, --agent scripted:FILE, --agent human',
    });
  return specs;
};

/** A model and arguments were written for the agent beside them: whoever takes its place gets none of them. */
export const roleOptionsFor = (config: Config, specs: Specs): AllOptions =>
  Object.fromEntries(
    Object.entries(config.roleOptions).filter(([role]) => specs[role] === named(config, config.roles[role])),
  );

/** A registry may say who plays a role; what the project says of the role itself counts. */
export const withPrograms = (config: Config, programs: Readonly<Record<string, string>> = {}): Config => ({
  ...config,
  roles: { ...programs, ...config.roles },
});

/** What is said beside the role, or beside the agent that its role names. */
const rulesFor = (config: Config, role: string): readonly string[] => {
  const { roles = {}, agents = {} } = config.differentFrom ?? {};
  const name = config.roles[role] ?? role;
  return (
    (Object.hasOwn(roles, role) ? roles[role] : undefined) ??
    (Object.hasOwn(agents, name) ? agents[name] : undefined) ??
    []
  );
};

const invalid = (message: string): BatonError =>
  new BatonError('CONFIG_INVALID', `baton.yaml: different_from: ${message}`);

/** Of the roles of this workflow. A rule about a role that is not in it is for another one. */
export const differentFromOf = (workflow: Workflow, config: Config): DifferentFrom => {
  const known = Object.keys(workflow.roles);
  const rules = known.flatMap((role) => {
    const others = rulesFor(config, role);
    const unknown = others.find((other) => !known.includes(other));
    if (unknown !== undefined)
      throw invalid(`${role}: ${workflow.name}: ${unknownName('role', unknown, known)}`);
    if (others.includes(role)) throw invalid(`expected another role than ${role}, got itself`);
    return others.length === 0 ? [] : [[role, others] as const];
  });
  return Object.fromEntries(rules);
};

/** Every pair that could play together, whoever of a list has to take over. */
const alikePairs = (
  [role, other]: readonly [string, string],
  specs: Specs,
  options: AllOptions,
): ProofProblem[] => {
  const [own, theirs] = [specs[role], specs[other]];
  if (own === undefined || theirs === undefined) return [];
  return playersIn(own, options[role]).flatMap((one) =>
    playersIn(theirs, options[other]).flatMap((two) => {
      const why = unprovenBecause(one, two);
      const message = `${role} must differ from ${other}, and ${playerText(one)} may play ${role} while ${playerText(two)} plays ${other}: ${why}`;
      return why === undefined ? [] : [{ code: 'PROOF_ALIKE' as const, message, path: ['roles', role] }];
    }),
  );
};

export const alikeProblems = (
  specs: Specs,
  options: AllOptions,
  differentFrom: DifferentFrom,
): ProofProblem[] =>
  Object.entries(differentFrom).flatMap(([role, others]) =>
    others.flatMap((other) => alikePairs([role, other], specs, options)),
  );

export const requireDifferent = (specs: Specs, options: AllOptions, differentFrom: DifferentFrom): void => {
  const problems = alikeProblems(specs, options, differentFrom);
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more: baton prove)`;
  throw new BatonError('PROOF_ALIKE', `${first.message}${more}`, {
    hint: 'Name agents of other vendors, or say whose model it is: { agent: …, vendor: NAME }.',
    data: { problems },
  });
};

/** What the project itself says; a role that nobody plays yet cannot be proved. */
export const provedAgents = (
  workflow: Workflow,
  config: Config,
  programs: Readonly<Record<string, string>> | undefined,
): ProofProblem[] => {
  const all = withPrograms(config, programs);
  const specs = knownSpecs(workflow, all, {});
  return alikeProblems(specs, roleOptionsFor(all, specs), differentFromOf(workflow, all));
};
