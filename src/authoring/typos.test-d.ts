// Typos that an author makes: each is an error at the word, or at the object around it. tsc reads this file; nothing runs it.
import * as z from 'zod';
import { changesWithin } from '../checks/change/changes-within.ts';
import { fact, file, role, settings, tree } from '../model/workflow/handles.ts';
import { limit } from '../model/workflow/limit.ts';
import { commit } from './actions.ts';
import { scope } from './flow.ts';
import { yaml } from './readers.ts';
import { agent, agents, engine, oneOf, person } from './step.ts';
import { workflow } from './workflow.ts';

const writer = role('writer');
const reviewer = role('reviewer');
const note = file('note.md');
const code = tree('tree', { starts: 'project' });
const review = file('review.yaml', { parse: yaml(z.strictObject({ verdict: z.enum(['pass', 'fail']) })) });
const passed = fact('review.passed');
const fixes = limit('fixes', 3);
const set = settings(z.strictObject({ rounds: z.number().default(3), strict: z.boolean().default(false) }));

const steps = {
  write: agent(writer, { writes: [note] }),
  review: agent(reviewer, {
    reads: [note],
    writes: [review],
    outcome: (s) => s.value(review).verdict,
    guarantees: { pass: [passed] },
  }),
  approve: person(['yes', 'no'], { reads: [note], assumes: [passed], ask: (view) => view.text(note) }),
};
const flow = {
  write: 'review',
  review: { pass: 'approve', fail: { to: 'write', max: fixes, then: 'approve' } },
  approve: { yes: 'end', no: 'write' },
} as const;
const says = 'A note.';
export const good = workflow('good', { says, steps, flow });

/** Never called: only its types are read. */
export const typos = (): void => {
  // @ts-expect-error 1. the first step
  workflow('bad', { says, first: 'wirte', steps, flow });
  // @ts-expect-error 2. where a route goes
  workflow('bad', { says, steps, flow: { ...flow, write: 'reviw' } });
  // @ts-expect-error 3. where a route with a limit goes
  workflow('bad', { says, steps, flow: { ...flow, write: { to: 'reviw', max: 3, then: 'approve' } } });
  // @ts-expect-error 4. where it goes at the limit
  workflow('bad', { says, steps, flow: { ...flow, write: { to: 'review', max: 3, then: 'aprove' } } });
  // @ts-expect-error 5. an outcome that is misspelt
  workflow('bad', { says, steps, flow: { ...flow, review: { pas: 'approve', fail: 'write' } } });
  // @ts-expect-error 6. an outcome that goes nowhere
  workflow('bad', { says, steps, flow: { ...flow, review: { pass: 'approve' } } });
  // @ts-expect-error 7. one way for several outcomes
  workflow('bad', { says, steps, flow: { ...flow, review: 'approve' } });
  // @ts-expect-error 8. a step without a way
  workflow('bad', { says, steps, flow: { write: 'review', review: flow.review } });
  // @ts-expect-error 9. a way of no step
  workflow('bad', { says, steps, flow: { ...flow, publish: 'end' } });
  // @ts-expect-error 10. a choice that there is not
  workflow('bad', { says, steps, flow: { ...flow, approve: { yes: 'end', nope: 'write' } } });
  // @ts-expect-error 11. a choice that goes nowhere
  workflow('bad', { says, steps, flow: { ...flow, approve: { yes: 'end' } } });
  // @ts-expect-error 12. what `baton reject` chooses
  person(['yes', 'no'], { ask: () => '', reject: 'nope' });
  // @ts-expect-error 13. what a choice guarantees
  person(['yes', 'no'], { ask: () => '', guarantees: { yess: [passed] } });
  // @ts-expect-error 14. what an outcome guarantees
  agent(reviewer, { outcome: (s) => s.value(review).verdict, guarantees: { pas: [passed] } });
  const within = changesWithin({
    ...{ says, from: () => undefined, to: () => undefined, allowed: () => [], isWithin: () => true },
    on: ['pas'],
  });
  // @ts-expect-error 15. the outcome that a check applies to
  agent(reviewer, { outcome: (s) => s.value(review).verdict, checks: [within] });
  // @ts-expect-error 16. a member of a step
  agent(writer, { writs: [note] });
  // @ts-expect-error 17. a file that nobody declared
  person(['ok'], { ask: (view) => view.text(nte) });
  // @ts-expect-error 18. a name instead of a handle
  agent(writer, { writes: ['note'] });
  // @ts-expect-error 19. a fact where a file belongs
  agent(writer, { writes: [passed] });
  // @ts-expect-error 20. a field of what a file says
  agent(reviewer, { prompt: (view) => view.value(review).verdikt });
  const strict = { ...flow, write: { to: 'review', max: set.strict, then: 'approve' } } as const;
  // @ts-expect-error 21. a switch is no number of rounds
  workflow('bad', { says, steps, flow: strict });
  // @ts-expect-error 22. a setting that there is not
  agent(writer, { prompt: (view) => String(view.setting(set.round)) });
  // @ts-expect-error 23. a field of an item
  agents(writer, { each: { items: () => [{ key: 'a' }], max: 2 }, prompt: (_, { item }) => item.title });
  // @ts-expect-error 24. a role that is not in the list
  oneOf([writer, reviewer], () => 'stranger');
  // @ts-expect-error 25. out of a scope
  scope({ items: () => [], max: 3, steps: { inner: agent(writer, {}) }, flow: { inner: 'approve' } });
  // @ts-expect-error 26. a commit without a message
  engine(commit(code, {}));
  // @ts-expect-error 27. an event of no step
  workflow('bad', { says, steps, flow, events: { labels: {}, of: { wirte: 'written' } } });
};
