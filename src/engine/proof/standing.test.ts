import { describe, expect, it } from 'vitest';
import { collective } from '../../../test/fixtures/workflows/collective.ts';
import { h3a } from '../../../test/fixtures/workflows/h3a.ts';
import { type Fault, guarantees, route, seeded, work } from '../../../test/fixtures/workflows/seeded.ts';
import { small } from '../../../test/fixtures/workflows/small.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { prove } from '../prove.ts';

const references: readonly Fault[] = [
  [
    'a role',
    seeded(small, [['contracts', 'plan', 'from'], ['planer']]),
    'PROOF_REFERENCE',
    'did you mean "planner"?',
  ],
  [
    'an artifact',
    seeded(small, [['contracts', 'code', 'reads'], { plam: 'required' }]),
    'PROOF_REFERENCE',
    'did you mean "plan"?',
  ],
  [
    'a fact',
    seeded(small, [['contracts', 'code', 'assumes'], ['plan.vaild']]),
    'PROOF_REFERENCE',
    'did you mean "plan.valid"?',
  ],
  [
    'a guarantee',
    seeded(small, [guarantees('plan', 'ready'), ['plan.vali']]),
    'PROOF_REFERENCE',
    'contracts.plan.outcomes.ready.guarantees',
  ],
  [
    'a clause that a fact rests on',
    seeded(relay, [['contracts', 'code', 'rests'], { 'work.done': ['tests-gren'] }]),
    'PROOF_REFERENCE',
    'did you mean "tests-green"?',
  ],
  [
    'a fact that rests on clauses',
    seeded(relay, [['contracts', 'code', 'rests'], { 'work.don': ['tests-green'] }]),
    'PROOF_REFERENCE',
    'did you mean "work.done"?',
  ],
  [
    'a clause that is judged on another outcome alone',
    seeded(
      relay,
      [['contracts', 'review', 'outcomes', 'fail', 'guarantees'], ['review.passed']],
      [['contracts', 'review', 'rests'], { 'review.passed': ['tests-green'] }],
    ),
    'PROOF_REFERENCE',
    'contracts.review.rests.review.passed',
  ],
  [
    'no clause at all',
    seeded(relay, [['contracts', 'code', 'rests'], { 'work.done': [] }]),
    'PROOF_REFERENCE',
    'expected at least one clause',
  ],
  [
    'a contract',
    seeded(small, [[...work('coding'), 'contract'], 'coed']),
    'PROOF_REFERENCE',
    'did you mean "code"?',
  ],
  [
    'a phase',
    seeded(small, [[...route('coding'), 'to'], 'mergin']),
    'PROOF_REFERENCE',
    'did you mean "merging"?',
  ],
  ['the first phase', seeded(small, [['first'], 'plannin']), 'PROOF_REFERENCE', 'did you mean "planning"?'],
  [
    'a limit',
    seeded(small, [[...route('reviewing', 1), 'counts'], 'fixs']),
    'PROOF_REFERENCE',
    'did you mean "fixes"?',
  ],
  [
    'the end of a limit',
    seeded(small, [['limits', 'fixes', 'atLimit'], 'stick']),
    'PROOF_REFERENCE',
    'did you mean "stuck"?',
  ],
  [
    'an until',
    seeded(small, [[...work('coding'), 'until'], 'work.don']),
    'PROOF_REFERENCE',
    'did you mean "work.done"?',
  ],
  [
    'a phase of a request',
    seeded(small, [['requests', 'scout', 'in'], ['codin']]),
    'PROOF_REFERENCE',
    'did you mean "coding"?',
  ],
  [
    'a phase of a scope',
    seeded(h3a, [['scopes', 'task', 'phases', 4], 'escalate']),
    'PROOF_REFERENCE',
    'did you mean "escalated"?',
  ],
  [
    "a check's outcome",
    seeded(relay, [['contracts', 'review', 'checks', 0, 'on'], ['pas']]),
    'PROOF_REFERENCE',
    'did you mean "pass"?',
  ],
  [
    'a name that every object has',
    seeded(small, [['contracts', 'plan', 'from'], ['constructor']]),
    'PROOF_REFERENCE',
    'there is no role "constructor"',
  ],
  [
    'a field',
    seeded(small, [['contracts', 'code', 'assume'], ['plan.valid']]),
    'PROOF_REFERENCE',
    'there is no field "assume" here; did you mean "assumes"?',
  ],
  [
    'a value that is no list',
    seeded(small, [['contracts', 'code', 'produces'], 'work']),
    'PROOF_REFERENCE',
    'expected array',
  ],
  [
    'a name for file names',
    seeded(small, [['roles', 'a/b'], { mayWrite: [] }]),
    'PROOF_REFERENCE',
    'got "a/b"',
  ],
];

const contracts: readonly Fault[] = [
  [
    'a role that it is not from',
    seeded(small, [[...work('coding'), 'role'], 'reviewer']),
    'PROOF_REFERENCE',
    'is from "coder"',
  ],
  [
    'a forbidden write',
    seeded(small, [['roles', 'coder', 'mayWrite'], ['tree']]),
    'PROOF_REFERENCE',
    '"coder" may not write',
  ],
  ['no tool', seeded(small, [['contracts', 'plan', 'tool'], undefined]), 'PROOF_REFERENCE', 'add "tool"'],
  [
    'a tool of the door',
    seeded(small, [['contracts', 'plan', 'tool'], 'await_verdict']),
    'PROOF_REFERENCE',
    'got "await_verdict"',
  ],
  [
    'a tool with a bad name',
    seeded(small, [['contracts', 'plan', 'tool'], 'hand in']),
    'PROOF_REFERENCE',
    'got "hand in"',
  ],
  [
    'a tool that is a request',
    seeded(small, [['contracts', 'code', 'tool'], 'scout']),
    'PROOF_REFERENCE',
    'the same tool',
  ],
  [
    'nothing asked of a person',
    seeded(small, [['contracts', 'ruling', 'ask'], undefined]),
    'PROOF_REFERENCE',
    'add "ask"',
  ],
  [
    'nothing done by the engine',
    seeded(small, [['contracts', 'merge', 'effect'], undefined]),
    'PROOF_REFERENCE',
    'add "effect"',
  ],
  [
    'no answer to a request',
    seeded(small, [['contracts', 'scout', 'answer'], undefined]),
    'PROOF_REFERENCE',
    'has no "answer"',
  ],
  [
    'a working tree that is a file',
    seeded(small, [['contracts', 'code', 'worksIn'], 'plan']),
    'PROOF_REFERENCE',
    'expected a tree',
  ],
  [
    'a review against a tree that is not there',
    seeded(small, [['contracts', 'code', 'reviews'], 'nothing']),
    'PROOF_REFERENCE',
    'nothing',
  ],
  [
    'a tree without a working tree',
    seeded(small, [['contracts', 'fix', 'worksIn'], undefined]),
    'PROOF_REFERENCE',
    'add "worksIn"',
  ],
  [
    'outcomes that nobody tells apart',
    seeded(small, [['contracts', 'review', 'outcome'], undefined]),
    'PROOF_OUTCOME',
    'no "outcome" that tells',
  ],
  ['no outcome', seeded(small, [['contracts', 'plan', 'outcomes'], {}]), 'PROOF_OUTCOME', 'it can never end'],
  [
    'checks of the engine',
    seeded(small, [['contracts', 'merge', 'checks'], relay.contracts['code']!.checks]),
    'PROOF_OWNER',
    'nobody could fix',
  ],
  [
    'a file outside',
    seeded(small, [['artifacts', 'plan', 'path'], '../../plan.yaml']),
    'PATH_OUTSIDE',
    'inside the run directory',
  ],
  [
    'one file for all items',
    seeded(small, [['artifacts', 'review', 'path'], 'review.yaml']),
    'PROOF_REFERENCE',
    'put {item} into its path',
  ],
];

const scopes: readonly Fault[] = [
  [
    'a way out of the middle',
    seeded(h3a, [[...route('G3'), 'to'], 'delivering']),
    'PROOF_REFERENCE',
    'outside scope "task"',
  ],
  [
    'a way into the middle',
    seeded(h3a, [[...route('delivering'), 'to'], 'G1']),
    'PROOF_REFERENCE',
    'inside scope "task"; go to "task"',
  ],
  ['a start in the middle', seeded(h3a, [['first'], 'G0']), 'PROOF_REFERENCE', 'go to "task"'],
  [
    'a scope in a scope',
    seeded(h3a, [[...route('G3'), 'to'], 'task']),
    'PROOF_REFERENCE',
    'scopes do not nest',
  ],
  [
    'a phase of two scopes',
    seeded(h3a, [['scopes', 'other'], { ...h3a.scopes!['task']! }]),
    'PROOF_REFERENCE',
    'in scope "task" and in scope "other"',
  ],
  ['no items', seeded(h3a, [['scopes', 'task', 'min'], 0]), 'PROOF_FAN_OUT', 'min of at least 1'],
  [
    'one artifact of parallel items',
    seeded(collective, [['artifacts', 'work', 'each'], undefined]),
    'PROOF_PARALLEL_WRITERS',
    'parallel items all write "work"',
  ],
  [
    'one fact of parallel items',
    seeded(collective, [['facts', 'gate.passed', 'each'], undefined]),
    'PROOF_PARALLEL_WRITERS',
    'parallel items all state "gate.passed"',
  ],
  [
    "a fact about everybody's bytes",
    seeded(
      collective,
      [['contracts', 'gate', 'reads'], { block: 'required' }],
      [['contracts', 'handoff', 'produces'], ['work']],
    ),
    'PROOF_FACT',
    'assumes "gate.passed"',
  ],
  [
    "a fact that the next item's work voids",
    seeded(h3a, [['facts', 'approved', 'each'], true]),
    'PROOF_FACT',
    'other items of scope "task" may write "tree"',
  ],
  [
    'an item that ends without it',
    seeded(h3a, [[...route('escalated', 2), 'as'], undefined]),
    'PROOF_FACT',
    'assumes "approved"',
  ],
  [
    'a fact from before the scope',
    seeded(
      h3a,
      [['contracts', 'H1', 'assumes'], ['tests.green']],
      [['first'], 'delivering'],
      [['contracts', 'deliver', 'assumes'], []],
      [[...route('delivering'), 'to'], 'task'],
      [guarantees('deliver', 'delivered'), ['tests.green']],
      [['scopes', 'task', 'then'], 'end'],
    ),
    'PROOF_FACT',
    'items of scope "task" may write',
  ],
];

const fanOuts: readonly Fault[] = [
  ['min 0', seeded(small, [[...work('coding'), 'over', 'min'], 0]), 'PROOF_FAN_OUT', 'true of nobody'],
  [
    'max below min',
    seeded(small, [[...work('coding'), 'over', 'max'], 0]),
    'PROOF_FAN_OUT',
    'max of at least min',
  ],
  ['too many', seeded(small, [[...work('coding'), 'over', 'max'], 1_025]), 'PROOF_FAN_OUT', 'at most 1024'],
  [
    'an artifact of no item',
    seeded(small, [[...work('coding'), 'over'], undefined]),
    'PROOF_FAN_OUT',
    'for no item',
  ],
  [
    'a role by no item',
    seeded(small, [[...work('planning'), 'role'], { byItem: ['planner'] }]),
    'PROOF_FAN_OUT',
    '"byItem"',
  ],
  [
    'one artifact of all items',
    seeded(small, [['artifacts', 'work', 'each'], undefined]),
    'PROOF_PARALLEL_WRITERS',
    'all write "work" at once',
  ],
  [
    'two works, one artifact',
    seeded(small, [work('fixing', 1), { role: 'coder', contract: 'fix' }]),
    'PROOF_PARALLEL_WRITERS',
    'both write "tree"',
  ],
  [
    'answers in one artifact',
    seeded(small, [['contracts', 'scout', 'produces'], ['map']]),
    'PROOF_PARALLEL_WRITERS',
    'make it "each"',
  ],
];

describe.each([
  ['names', references],
  ['contracts', contracts],
  ['scopes', scopes],
  ['fan-outs and writers', fanOuts],
])('faults of %s', (_, faults) => {
  it.each(faults)('%s', (_name, workflow, code, words) => {
    const found = prove(workflow).problems.filter((problem) => problem.code === code);
    expect(found.map((problem) => problem.message).join('\n')).toContain(words);
  });
});
