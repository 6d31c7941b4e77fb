// The collective is proved, and a proof that could not fail would be none: faults that somebody might put in are found.
import { describe, expect, it } from 'vitest';
import { prove } from '../../../engine/prove.ts';
import type { Workflow } from '../../../model/workflow/workflow.ts';
import { collective } from './collective.ts';

type Mutable = { -readonly [K in keyof Workflow]: Workflow[K] };

const changed = (more: Partial<Mutable>): Workflow => ({ ...collective, ...more });
const phaseWith = (name: string, more: object): Workflow =>
  changed({ phases: { ...collective.phases, [name]: { ...collective.phases[name], ...more } as never } });
const contractWith = (name: string, more: object): Workflow =>
  changed({
    contracts: { ...collective.contracts, [name]: { ...collective.contracts[name], ...more } as never },
  });
const scopeWith = (more: object): Workflow =>
  changed({ scopes: { tasks: { ...collective.scopes?.['tasks'], ...more } as never } });
const without = <T extends object>(record: T, name: string): T =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) as T;
const routesOf = (name: string) => collective.phases[name]?.routes ?? [];

const CODER = 'coding-module-development-agent';

const FAULTS: readonly (readonly [string, Workflow])[] = [
  [
    'an item that ends with a failure',
    phaseWith(CODER, {
      routes: [
        { when: { all: 'complete' }, to: 'end' },
        { when: { all: 'failed' }, to: 'end' },
      ],
    }),
  ],
  [
    'an outcome that leads nowhere',
    phaseWith(CODER, {
      routes: routesOf(CODER).filter(({ when }) => !('all' in when && when.all === 'failed')),
    }),
  ],
  [
    'a hub without a limit',
    phaseWith('hub-done', { routes: routesOf('hub-done').map((route) => without(route, 'counts')) }),
  ],
  [
    'a hub that forgets those who write no code',
    phaseWith('hub-done', {
      routes: routesOf('hub-done').map((route) =>
        'otherwise' in route.when ? { ...route, to: 'escalated' } : route,
      ),
    }),
  ],
  [
    'a way out of the scope',
    phaseWith('escalated', {
      routes: [...routesOf('escalated').slice(1), { when: { all: 'again' }, to: 'committing' }],
    }),
  ],
  ['a person who has no way on', phaseWith('escalated', { routes: routesOf('escalated').slice(1) })],
  ['no step for those that are blocked', scopeWith({ blocked: undefined })],
  ['a step for the blocked that is none of a person', scopeWith({ blocked: 'coding' })],
  ['a first step outside of the scope', scopeWith({ first: 'committing' })],
  ['more tasks than there may be', scopeWith({ max: 1_000_000 })],
  ['no task at all', scopeWith({ max: 0 })],
  [
    'one tree for all tasks',
    changed({
      artifacts: {
        ...collective.artifacts,
        work: without(collective.artifacts['work'] as object, 'each') as never,
      },
    }),
  ],
  [
    'a main line that nobody knows',
    changed({
      artifacts: {
        ...collective.artifacts,
        work: { ...collective.artifacts['work'], onto: 'mane' } as never,
      },
    }),
  ],
  [
    'a main line that is not there at the start',
    changed({
      artifacts: {
        ...collective.artifacts,
        main: without(collective.artifacts['main'] as object, 'given') as never,
      },
    }),
  ],
  [
    'a role that may not write what it hands in',
    changed({ roles: { ...collective.roles, 'module-development-agent': { mayWrite: [] } } }),
  ],
  [
    'a fact that nobody knows',
    contractWith('code', {
      outcomes: { ...collective.contracts['code']?.outcomes, complete: { guarantees: ['work.perfect'] } },
    }),
  ],
  ['a commit that relies on what nobody guarantees', contractWith('commit', { assumes: ['work.unknown'] })],
  [
    'code that reads what is never there',
    contractWith('code', { reads: { tasks: 'required', notes: 'required' } }),
  ],
  [
    'a limit that is never reached by anybody',
    changed({
      limits: Object.fromEntries(
        Object.entries(collective.limits).map(([name, limit]) => [name, { ...limit, atLimit: 'nobody' }]),
      ),
    }),
  ],
  [
    'a contract that two roles share and one does not know',
    contractWith('advice', { from: ['routing-agent'] }),
  ],
];

describe('the proof of the collective', () => {
  it('says yes to it', () => expect(prove(collective).problems).toEqual([]));

  it.each(FAULTS)('says no to %s', (_, workflow) => {
    expect(prove(workflow).problems).not.toEqual([]);
  });
});
