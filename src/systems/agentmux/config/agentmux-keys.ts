// Keys of AgentMux's configuration that Baton does not take over: those it has no use for, with what to do instead, and
// those that AgentMux itself gave up. `*` stands for any key.

export interface KeyWords {
  readonly path: readonly string[];
  readonly why: string;
  readonly instead: string;
}

const EXTRA_ARGUMENTS = 'Where one is still wanted, write it in baton.yaml under roles.<role>.args.';

/** Known and harmless: the file is used without them. */
export const NOT_CARRIED: readonly KeyWords[] = [
  {
    path: ['defaults', 'session_name'],
    why: 'it names a tmux session, and Baton keeps none',
    instead: 'Remove it; name a run with `baton run --name`.',
  },
  {
    path: ['defaults', 'compression'],
    why: 'Baton puts no proxy between an agent and its model',
    instead: 'Remove it, or set ANTHROPIC_BASE_URL in the environment that Baton is started from.',
  },
  {
    path: ['providers', '*', 'command'],
    why: "Baton finds each agent's program on PATH by its usual name",
    instead: 'Remove it; put another program on PATH under that name, before the usual one.',
  },
  {
    path: ['providers', '*', 'model_flag'],
    why: 'Baton knows how each agent is told its model',
    instead: 'Remove it.',
  },
  {
    path: ['providers', '*', 'model_args'],
    why: 'Baton keeps no arguments by model',
    instead: EXTRA_ARGUMENTS,
  },
  {
    path: ['providers', '*', 'trust_snippet'],
    why: 'agents are started without a terminal, so there is no question of trust to answer',
    instead: 'Remove it.',
  },
  {
    path: ['providers', '*', 'trust_key'],
    why: 'agents are started without a terminal, so no key is pressed for them',
    instead: 'Remove it.',
  },
  {
    path: ['providers', '*', 'sub_agent_tool'],
    why: 'whether a coder divides its work is left to its own program',
    instead: 'Remove it.',
  },
  {
    path: ['providers', '*', 'role_args'],
    why: 'Baton gives each role the permissions it needs',
    instead: EXTRA_ARGUMENTS,
  },
  {
    path: ['providers', '*', 'default_role_args'],
    why: 'Baton gives each role the permissions it needs',
    instead: EXTRA_ARGUMENTS,
  },
  {
    path: ['providers', '*', 'batch_command'],
    why: 'every agent is started without a terminal, researchers like all others',
    instead: 'Remove it.',
  },
  {
    path: ['providers', '*', 'batch_subcommand'],
    why: 'every agent is started without a terminal, researchers like all others',
    instead: 'Remove it.',
  },
];

const PROVIDER_AND_MODEL =
  'Name a provider and, where it matters, a model: roles.<role>.provider, roles.<role>.model.';

/** Given up by AgentMux: with one of them the file means something that can only be guessed. */
export const GIVEN_UP: readonly KeyWords[] = [
  {
    path: ['defaults', 'skip_final_approval'],
    why: 'it has moved',
    instead: 'Write it under defaults.completion: { skip_final_approval: … }.',
  },
  {
    path: ['defaults', 'require_final_approval'],
    why: 'its opposite took its place',
    instead: 'Write defaults.completion.skip_final_approval with the opposite value.',
  },
  {
    path: ['defaults', 'completion', 'require_final_approval'],
    why: 'its opposite took its place',
    instead: 'Write defaults.completion.skip_final_approval with the opposite value.',
  },
  { path: ['defaults', 'tier'], why: 'there are no tiers any more', instead: PROVIDER_AND_MODEL },
  { path: ['defaults', 'profile'], why: 'there are no profiles any more', instead: PROVIDER_AND_MODEL },
  { path: ['roles', '*', 'tier'], why: 'there are no tiers any more', instead: PROVIDER_AND_MODEL },
  { path: ['roles', '*', 'profile'], why: 'there are no profiles any more', instead: PROVIDER_AND_MODEL },
  { path: ['profiles'], why: 'there are no profiles any more', instead: PROVIDER_AND_MODEL },
  { path: ['launchers'], why: 'there are no launchers any more', instead: PROVIDER_AND_MODEL },
];

export const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place in the value that the path, with its stars, leads to. */
export const placesOf = (value: unknown, path: readonly string[]): string[][] => {
  const [step, ...rest] = path;
  if (step === undefined) return [[]];
  if (!isMapping(value)) return [];
  const names = Object.keys(value).filter((name) => step === '*' || name === step);
  return names.flatMap((name) => placesOf(value[name], rest).map((place) => [name, ...place]));
};

/** A copy without what is at these places. */
export const without = (value: unknown, places: readonly (readonly string[])[]): unknown => {
  if (!isMapping(value) || places.length === 0) return value;
  const kept = Object.entries(value).filter(
    ([name]) => !places.some((place) => place.length === 1 && place[0] === name),
  );
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      without(
        inner,
        places.filter(([first, ...rest]) => first === name && rest.length > 0).map((place) => place.slice(1)),
      ),
    ]),
  );
};
