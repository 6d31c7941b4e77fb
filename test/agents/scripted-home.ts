// A home in which an agent program talks to the scripted model and to nobody else.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeEnvironment } from '../fixtures/model-server.mjs';
import type { ProgramName } from './install.mjs';

const CODEX_CONFIG = (url: string): string => `model = "gpt-5.5"
model_provider = "scripted"
[analytics]
enabled = false
[feedback]
enabled = false
[features]
daemon_auto_start = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "CODEX_SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
supports_websockets = false
`;

const OPENCODE_CONFIG = (url: string): unknown => ({
  model: 'scripted/scripted-model',
  small_model: 'scripted/scripted-model',
  enabled_providers: ['scripted'],
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `${url}/v1`, apiKey: 'scripted' },
      models: {
        'scripted-model': {
          name: 'Scripted',
          tool_call: true,
          limit: { context: 200_000, output: 8_192 },
          cost: { input: 1, output: 2 },
        },
      },
    },
  },
});

interface Setup {
  readonly files?: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

const SETUPS: Readonly<Record<ProgramName, (url: string) => Setup>> = {
  claude: (url) => ({
    // Its own screen asks a new user about a theme and a key; nobody is there to answer.
    files: {
      '.claude.json': JSON.stringify({
        ...{ hasCompletedOnboarding: true, theme: 'dark' },
        customApiKeyResponses: { approved: [claudeEnvironment(url).ANTHROPIC_API_KEY] },
      }),
    },
    env: claudeEnvironment(url),
  }),
  codex: (url) => ({
    files: { '.codex/config.toml': CODEX_CONFIG(url) },
    env: { CODEX_SCRIPTED_KEY: 'scripted' },
  }),
  gemini: (url) => ({
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        model: { name: 'gemini-2.5-pro' },
      }),
    },
    env: { GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: url },
  }),
  opencode: (url) => ({
    files: { '.config/opencode/opencode.json': JSON.stringify(OPENCODE_CONFIG(url)) },
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1' },
  }),
  qwen: (url) => ({
    files: { '.qwen/settings.json': JSON.stringify({ security: { auth: { selectedType: 'openai' } } }) },
    env: { OPENAI_API_KEY: 'scripted', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'scripted-model' },
  }),
  copilot: (url) => ({
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_API_KEY: 'scripted',
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_MODEL: 'gpt-4.1',
    },
  }),
};

/** Writes what each program needs into `home`; returns the variables that it needs. */
export const prepareHome = (
  names: readonly ProgramName[],
  home: string,
  url: string,
): Readonly<Record<string, string>> => {
  const setups = names.map((name) => SETUPS[name](url));
  for (const [path, text] of setups.flatMap(({ files = {} }) => Object.entries(files))) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return Object.assign({}, ...setups.map(({ env }) => env));
};
