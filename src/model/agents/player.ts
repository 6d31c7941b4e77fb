// Who plays a role, as far as it can be told from its SPEC: the program, whose models it uses, and which one.
import * as z from 'zod';
import { listedIn } from '../agent-list.ts';
import { customCommandOf } from '../custom-agent.ts';
import { MODEL_UNKNOWN } from '../run/usage.ts';
import { acpCommandOf } from './acp-registry.ts';
import type { RoleOptions } from './role-config.ts';

export const playerSchema = z.object({
  agent: z.string(),
  /** None: nobody knows. */
  vendors: z.array(z.string()),
  model: z.string().optional(),
});
export type Player = z.infer<typeof playerSchema>;

/** The option of a run that keeps which roles must be played by others than which. */
export const DIFFERENT_FROM = 'differentFrom';

/** Programs that are made for their vendor's models; others take those of anybody. */
const VENDORS_OF_PROGRAMS: Readonly<Record<string, string>> = {
  claude: 'anthropic',
  codex: 'openai',
  gemini: 'google',
  qwen: 'alibaba',
};

/** How names of models begin, and of providers before a slash. */
const VENDORS_OF_MODELS: readonly (readonly [RegExp, string])[] = [
  [/^(anthropic|claude|sonnet|opus|haiku)/, 'anthropic'],
  [/^(openai|gpt|chatgpt|codex|o\d)/, 'openai'],
  [/^(google|gemini|gemma)/, 'google'],
  [/^(alibaba|qwen|qwq)/, 'alibaba'],
  [/^(mistral|codestral|devstral|magistral)/, 'mistral'],
  [/^deepseek/, 'deepseek'],
  [/^(xai|grok)/, 'xai'],
  [/^(meta|llama)/, 'meta'],
  [/^(moonshot|kimi)/, 'moonshot'],
  [/^(zhipu|zai|glm)/, 'zhipu'],
];

const PERSON = 'human';

/** `openrouter/anthropic/claude-x` is a model of Anthropic, whoever passes it on. */
const vendorsOfModel = (model: string): string[] => {
  const parts = model.toLowerCase().split(/[/:@]/);
  return VENDORS_OF_MODELS.filter(([begins]) => parts.some((part) => begins.test(part))).map(
    ([, vendor]) => vendor,
  );
};

const programOf = (spec: string): string | undefined => {
  const [kind, name = ''] = spec.split(':');
  return kind === 'command' || kind === 'acp' || kind === 'tmux' ? name : undefined;
};

const shownName = (spec: string): string =>
  customCommandOf(spec)?.run[0] ??
  acpCommandOf(spec)?.run.join(' ') ??
  (spec.startsWith('command:') ? spec.slice('command:'.length) : spec);

/** What is said of the vendor is believed; a model that names another one is of both. */
const playerOf = (spec: string, { model, vendor }: RoleOptions): Player => {
  const program = programOf(spec) ?? '';
  const ofProgram = Object.hasOwn(VENDORS_OF_PROGRAMS, program) ? VENDORS_OF_PROGRAMS[program] : undefined;
  const own = spec === PERSON ? PERSON : (vendor ?? ofProgram);
  const vendors = new Set([...(own === undefined ? [] : [own]), ...vendorsOfModel(model ?? '')]);
  return { agent: shownName(spec), vendors: [...vendors], ...(model === undefined ? {} : { model }) };
};

/** All who may play, in the order of preference. */
export const playersIn = (spec: string, options: RoleOptions = {}): readonly Player[] => {
  const listed = listedIn(spec) ?? [{ agent: spec }];
  const isOne = listed.length === 1;
  return listed.map(({ agent, ...own }) => playerOf(agent, isOne ? { ...own, ...options } : own));
};

/** A model that a program said it used. */
export const playerOfModel = (model: string): Player => ({
  agent: model,
  vendors: vendorsOfModel(model),
  ...(model === MODEL_UNKNOWN ? {} : { model }),
});

const bareModel = ({ model }: Player): string | undefined => model?.toLowerCase().split('/').at(-1);

/** Why they count as the same; undefined where nothing says so. */
export const alikeBecause = (one: Player, other: Player): string | undefined => {
  const vendor = one.vendors.find((name) => other.vendors.includes(name));
  if (vendor !== undefined) return vendor === PERSON ? 'both are people' : `both are of ${vendor}`;
  const model = bareModel(one);
  return model !== undefined && model === bareModel(other) ? `both use ${model}` : undefined;
};

/** Why it is not certain that they differ. */
export const unprovenBecause = (one: Player, other: Player): string | undefined => {
  const alike = alikeBecause(one, other);
  if (alike !== undefined) return alike;
  const unknown = [one, other].find(({ vendors }) => vendors.length === 0);
  return unknown === undefined ? undefined : `nothing says whose model ${unknown.agent} uses`;
};

export const playerText = ({ agent, model }: Player): string =>
  model === undefined || model === agent ? agent : `${agent} (${model})`;
