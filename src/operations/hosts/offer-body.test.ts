import { describe, expect, it } from 'vitest';
import { toConfig } from '../../model/config.ts';
import { treeDigest } from '../../model/run/sealed.ts';
import { offerBody, readOfferBody } from './offer-body.ts';

const tree = treeDigest('a'.repeat(40));
const config = toConfig(
  {
    commands: {
      test: { run: 'make test', basis: 'exit-code', report: 'r.xml', timeoutMs: 5 },
      lint: 'eslint .',
    },
    environment: { pass: ['DATABASE_URL'] },
    limits: { commandMemoryBytes: 7, agents: 2 },
    tests: ['checks/'],
    store: 'postgres://db.example/baton',
    notify: undefined,
  },
  'npm test',
);
const request = { kind: 'command', command: 'test', tree } as const;
const context = { config, base: tree, changed: ['test'], configFile: 'baton.yaml' };

describe('what a worker is told', () => {
  it('is the request and how commands are run, and nothing else of the configuration', () => {
    const text = offerBody(context, 'b'.repeat(40), request);
    const { commands, environment, limits, tests } = config;
    expect(readOfferBody(text)).toEqual({
      ...{ v: 1, request, commit: 'b'.repeat(40), base: tree, changed: ['test'], configFile: 'baton.yaml' },
      config: { commands, environment, limits, tests },
    });
    expect(text).not.toContain('db.example');
  });

  it.each([
    '',
    '[]',
    '{"v":2}',
    offerBody(context, null, { kind: 'changes', from: tree, to: tree }),
    offerBody(context, null, request).replace('"make test"', '7'),
    offerBody(context, null, request).replace('"v":1', '"v":2'),
  ])('is not understood otherwise: %s', (text) => {
    expect(readOfferBody(text)).toBeUndefined();
  });
});
