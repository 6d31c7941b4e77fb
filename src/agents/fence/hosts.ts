// Which hosts an agent behind the fence reaches: those of its model, and those that the project names.
import { isIP } from 'node:net';

export interface HostRule {
  /** Lower case; `*.example.com` stands for all below it. */
  readonly host: string;
  readonly port: number;
}

const HTTPS = 443;
const HTTP = 80;
const PORT_MAX = 65_535;
const HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** `example.com`, `*.example.com`, `127.0.0.1:11434`; undefined for anything else. */
export const hostRule = (text: string, defaultPort = HTTPS): HostRule | undefined => {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = (bracketed ?? plain)?.toLowerCase();
  const number = port === undefined ? defaultPort : Number(port);
  if (host === undefined || number < 1 || number > PORT_MAX) return undefined;
  // Inside there is one loopback address, whatever it is called.
  if (isLoopback(host)) return { host: '127.0.0.1', port: number };
  return HOST.test(host) || isIP(host) !== 0 ? { host, port: number } : undefined;
};

export const mayReach = (rules: readonly HostRule[], { host, port }: HostRule): boolean =>
  rules.some(
    (rule) =>
      rule.port === port &&
      (rule.host.startsWith('*.') ? host.endsWith(rule.host.slice(1)) : rule.host === host),
  );

/** Where the models of known programs are, unless their environment says otherwise. */
const MODEL_HOSTS: Readonly<Record<string, readonly string[]>> = {
  claude: ['api.anthropic.com', 'console.anthropic.com', 'platform.claude.com'],
  codex: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
  gemini: ['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'oauth2.googleapis.com'],
  qwen: ['dashscope.aliyuncs.com', 'chat.qwen.ai', 'portal.qwen.ai'],
  copilot: ['api.github.com', 'api.githubcopilot.com', '*.githubcopilot.com'],
  opencode: ['opencode.ai', 'models.dev'],
};

const ruleOfUrl = (text: string): HostRule[] => {
  try {
    const url = new URL(text);
    const rule = hostRule(url.host, url.protocol === 'http:' ? HTTP : HTTPS);
    return rule === undefined || !/^https?:$/.test(url.protocol) ? [] : [rule];
  } catch {
    return [];
  }
};

/** A base URL in the program's own environment takes the place of its usual hosts. */
export const modelHosts = (program: string, env: Readonly<Record<string, string>>): readonly HostRule[] => {
  const named = Object.entries(env)
    .filter(([name]) => /_(?:BASE_URL|API_BASE|ENDPOINT)$/.test(name))
    .flatMap(([, url]) => ruleOfUrl(url));
  return named.length > 0 ? named : (MODEL_HOSTS[program] ?? []).flatMap((host) => hostRule(host) ?? []);
};

/** What a client asks a proxy for: the authority of CONNECT, or of an absolute URL. */
export const askedHost = (authority: string, defaultPort: number): HostRule | undefined => {
  const rule = hostRule(authority, defaultPort);
  return rule === undefined || rule.host.startsWith('*.') ? undefined : rule;
};

export const hostText = ({ host, port }: HostRule): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
