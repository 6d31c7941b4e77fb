import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acpCommandOf,
  acpCommandSpec,
  platformName,
  registryAgent,
  registryReference,
} from './acp-registry.ts';

/** An entry as the public registry has them. */
const entry = (id: string, distribution: object): object => ({
  id,
  name: 'Some agent',
  version: '1.8.0',
  description: 'Does work.',
  license_url: 'https://example.org/license',
  distribution,
});
const REGISTRY = {
  version: '1.0.0',
  agents: [
    entry('some-agent', {
      binary: {
        'linux-x86_64': {
          archive: 'https://example.org/a.tar.gz',
          sha256: 'e3b0',
          cmd: './bin/some-agent',
          args: ['serve'],
          env: { MODE: 'acp' },
        },
      },
      npx: { package: '@some/agent@1.8.0', args: ['--acp'] },
    }),
    entry('python-agent', { uvx: { package: 'python-agent==2.0', args: ['acp'] } }),
  ],
  extensions: [],
};
const asked = (id: string, has: readonly string[], json: unknown = REGISTRY) =>
  registryAgent(
    json,
    { file: 'registry.json', id },
    { platform: 'linux-x86_64', isOnPath: (program) => has.includes(program) },
  );

describe('an agent of a registry', () => {
  it.each([
    ['some-agent', ['some-agent', 'npx'], { run: ['some-agent', 'serve'], env: { MODE: 'acp' } }],
    ['some-agent', ['npx'], { run: ['npx', '--yes', '@some/agent@1.8.0', '--acp'] }],
    ['python-agent', ['npx', 'uvx'], { run: ['uvx', 'python-agent==2.0', 'acp'] }],
  ])('is started by what is here: %s with %j', (id, has, way) => {
    expect(asked(id, has)).toEqual({ value: way, problems: [] });
  });

  it('is refused where nothing of it is here, and where the registry does not know it', () => {
    expect(asked('some-agent', []).problems).toMatchObject([
      {
        code: 'AGENT_UNKNOWN',
        message: 'expected a program for some-agent on PATH, got none of some-agent, npx',
      },
    ]);
    expect(asked('some-agents', ['npx']).problems).toMatchObject([
      { code: 'AGENT_UNKNOWN', hint: 'Did you mean some-agent?' },
    ]);
  });

  it.each([
    ['an option', '--registry=evil'],
    ['a path', '../evil'],
    ['an address', 'https://example.org/evil.tgz'],
    ['two words', 'agent --eval'],
  ])('is no package that is %s', (_, name) => {
    const json = { version: '1', agents: [entry('evil', { npx: { package: name } })] };
    expect(asked('evil', ['npx'], json).value).toBeUndefined();
    expect(asked('evil', ['npx'], json).problems[0]?.message).toContain('expected the name of a package');
  });

  it('is no thrown error, whatever the file says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(asked('some-agent', ['npx'], json).value).toBeUndefined();
      }),
    );
  });
});

describe('a SPEC', () => {
  it('names a file and an agent in it', () => {
    expect(registryReference('acp:agents/registry.json#some-agent')).toEqual({
      file: 'agents/registry.json',
      id: 'some-agent',
    });
    for (const other of [
      'acp:gemini',
      'acp:./my-agent --acp',
      'acp:a.json',
      'command:a.json#b',
      'acp:{"a":1}.json#b',
    ])
      expect(registryReference(other), other).toBeUndefined();
  });

  it('keeps how the agent is started', () => {
    const command = { run: ['npx', '--yes', 'a b'], env: { MODE: 'x' } };
    expect(acpCommandOf(acpCommandSpec(command))).toEqual(command);
    for (const other of ['acp:gemini', 'acp:{', 'acp:{"run":[]}', 'command:{"run":["a"]}'])
      expect(acpCommandOf(other), other).toBeUndefined();
  });

  it('knows the platforms by the names of the registry', () => {
    expect(platformName('linux', 'x64')).toBe('linux-x86_64');
    expect(platformName('darwin', 'arm64')).toBe('darwin-aarch64');
    expect(platformName('win32', 'x64')).toBe('windows-x86_64');
  });
});
