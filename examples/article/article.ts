// Three roles: a writer writes, a reviewer reviews what was written, a person approves what was reviewed.
import { agent, fact, file, optional, person, role, workflow, yaml } from 'baton-relay';
import * as z from 'zod';

const article = file('article.md');
const review = file('review.yaml', {
  parse: yaml(z.strictObject({ verdict: z.enum(['pass', 'fail']), findings: z.array(z.string()) })),
  example: 'verdict: pass   # or fail\nfindings: []\n',
});
const passed = fact('review.passed', { about: [article] });

export const writing = workflow('article', {
  says: 'A writer writes, a reviewer reviews, a person approves.',
  questions: 3,
  steps: {
    write: agent(role('writer', 'You write short articles.'), {
      prompt: (view) => [view.request, ...(view.maybe(review)?.findings ?? []), view.remark ?? ''].join('\n'),
      reads: [optional(review)],
      writes: [article],
    }),
    review: agent(role('reviewer', 'You review articles. You do not change them.'), {
      prompt: () => 'Review the article: pass it, or fail it with findings.',
      reads: [article],
      writes: [review],
      outcome: (submission) => submission.value(review).verdict,
      guarantees: { pass: [passed] },
    }),
    approve: person(['publish', 'change'], {
      reads: [article],
      assumes: [passed],
      ask: (view) => view.text(article),
    }),
    stuck: person(['again', 'abandon'], { ask: () => 'Three rounds, and the review still fails.' }),
  },
  flow: {
    write: 'review',
    review: { pass: 'approve', fail: { to: 'write', max: 3, then: 'stuck' } },
    approve: { publish: 'end', change: 'write' },
    stuck: { again: 'write', abandon: 'cancelled' },
  },
});
