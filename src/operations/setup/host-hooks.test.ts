// What `baton init --agent` writes for each host, and that it comes out again down to the byte.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { AGENT_HOSTS } from './host-hooks.ts';
import { applyInit, planInit, planRemoval } from './init.ts';

const GOLDEN = fileURLToPath(new URL('../../../test/golden/init-agents/', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'baton-hosts-'));
afterAll(() => rmSync(root, { recursive: true }));

const HOW = { launcher: '/opt/baton/bin/baton.js', env: {} };
const commands = {
  hook: (name: string) => `node ${HOW.launcher} hook ${name}`,
  server: ['node', HOW.launcher, 'mcp'],
} as const;

const golden = (name: string, text: string): string => {
  const file = join(GOLDEN, `${name}.json`);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(GOLDEN, { recursive: true });
    writeFileSync(file, text);
  }
  return readFileSync(file, 'utf8');
};

/** Somebody's own settings, indented by tabs, without a line end. */
const OWN: Readonly<Record<string, unknown>> = {
  codex: { description: 'ours', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'make lint' }] }] } },
  gemini: { theme: 'dark', hooks: { AfterAgent: [{ matcher: '*', hooks: [] }], BeforeTool: [] } },
  qwen: { model: { name: 'm' } },
  copilot: { version: 1, hooks: { agentStop: [{ type: 'command', bash: './gate.sh' }] } },
  opencode: { mcp: { other: { type: 'local', command: ['x'] } } },
};

describe.each(AGENT_HOSTS.map((host) => [host.name, host] as const))('%s', (name, host) => {
  it('is given what its golden file says', () => {
    const text = host.with(undefined, commands);
    expect(text).toBe(golden(name, text));
    expect(host.with(text, commands)).toBe(text);
  });

  it('keeps what is its own, takes Baton once, follows it when it moves, and gives it back', () => {
    const own = JSON.stringify(OWN[name], null, '\t');
    const text = host.with(own, commands);
    expect(text).toMatch(/^\{\n\t"/);
    expect(host.with(text, commands)).toBe(text);
    const moved = { hook: (hook: string) => `baton hook ${hook}`, server: ['baton', 'mcp'] } as const;
    const again = host.with(text, moved);
    expect(again).not.toContain(HOW.launcher);
    expect(again.match(/baton hook stop|"baton",\s+"mcp"/g)).toHaveLength(1);
    expect(JSON.parse(host.without(again))).toEqual(OWN[name]);
    expect(host.without(own)).toBe(own);
  });

  it('with a file that cannot be read is left alone', () => {
    expect(() => host.with('{ // mine\n}', commands)).toThrow(/is left as it is/);
    expect(() => host.with('[]', commands)).toThrow(/expected an object/);
  });

  it('is set up twice and removed, and every byte is as it was', async () => {
    const project = mkdtempSync(join(root, `${name}-`));
    const own = `${JSON.stringify(OWN[name])}  \n\n`;
    mkdirSync(dirname(join(project, host.path)), { recursive: true });
    writeFileSync(join(project, host.path), own);
    const options = { ...HOW, project, agent: name, test: undefined };
    await applyInit(project, await planInit(options));
    expect(readFileSync(join(project, `${host.path}.before-baton`), 'utf8')).toBe(own);
    const second = (await planInit(options)).filter(({ path }) => path.startsWith(host.path));
    expect(second.map(({ action }) => action)).toEqual(['keep']);
    await applyInit(project, await planRemoval(options));
    expect(readFileSync(join(project, host.path), 'utf8')).toBe(own);
    expect(await planRemoval(options)).toEqual([]);
  });

  it('without a file of its own has none afterwards, and one that changed since keeps the change', async () => {
    const project = mkdtempSync(join(root, `${name}-`));
    const options = { ...HOW, project, agent: name };
    await applyInit(project, await planInit(options));
    expect(await planRemoval(options)).toMatchObject([{ path: host.path, action: 'remove' }]);
    const text = readFileSync(join(project, host.path), 'utf8');
    writeFileSync(join(project, host.path), text.replace('{\n', '{\n  "mine": true,\n'));
    const [removal] = await planRemoval(options);
    expect(JSON.parse(removal?.text ?? '')).toMatchObject({ mine: true });
    expect(removal?.text).not.toContain('baton.js');
  });
});
