import { describe, expect, it } from 'vitest';
import { BatonError } from '../../errors.ts';
import { itemFor, loadScenario, parseScenario } from './scenario.ts';

const problemsOf = (yaml: string) => parseScenario(yaml, 'scenario.yaml').problems;
const step = (text: string) => `roles:\n  coder:\n    - - ${text}\n`;

describe('a scenario', () => {
  it('of the documentation is read whole', () => {
    const { value, problems } = parseScenario(
      `
roles:
  planner:
    - - write: { "04_planning/plan.yaml": "version: 2\\n" }
      - submit: submit_plan
      - write: { "project:src/add.js": "x" }
      - submit: { tool: submit_plan, args: { preferences: [] } }
      - run: "node --test"
      - say: "Looks fine."
      - print: "hello"
      - sleep: 2s
      - sleep: 500ms
      - exit: 3
      - crash: true
      - hang: true
human:
  - approve: {}
  - approve: { exclude: [a.txt], message: "feat: x" }
  - reject: { text: "no" }
  - answer: "Use OAuth."
`,
      'scenario.yaml',
    );
    expect(problems).toEqual([]);
    const planner = value?.roles['planner'];
    expect(Array.isArray(planner) ? planner[0] : undefined).toEqual([
      { act: 'write', files: { '04_planning/plan.yaml': 'version: 2\n' } },
      { act: 'submit', tool: 'submit_plan', args: {} },
      { act: 'write', files: { 'project:src/add.js': 'x' } },
      { act: 'submit', tool: 'submit_plan', args: { preferences: [] } },
      { act: 'run', command: 'node --test' },
      { act: 'say', text: 'Looks fine.' },
      { act: 'print', text: 'hello' },
      { act: 'sleep', ms: 2000 },
      { act: 'sleep', ms: 500 },
      { act: 'exit', code: 3 },
      { act: 'crash' },
      { act: 'hang' },
    ]);
    expect(value?.human).toHaveLength(4);
  });

  it.each([
    [step('wriet: { a: b }'), 'FIELD_UNKNOWN', 'Write "write".', 3],
    ['rolls: {}\n', 'FIELD_UNKNOWN', 'Write "roles".', 1],
    [step('submit: { tool: x, arg: {} }'), 'FIELD_UNKNOWN', 'Write "args".', 3],
    ['human:\n  - aprove: {}\n', 'FIELD_UNKNOWN', 'Write "approve".', 2],
  ])('with an unknown key is told the nearest right one: %j', (yaml, code, hint, line) => {
    expect(problemsOf(yaml)).toContainEqual(expect.objectContaining({ code, hint, line }));
  });

  it.each([
    [step('write: { "../x": y }'), 'no ".."'],
    [step('write: { "project:../x": y }'), 'no ".."'],
    [step('write: { "a/../../x": y }'), 'no ".."'],
    [step('write: { "/etc/passwd": y }'), 'relative to the run directory'],
    [step('write: { "project:/etc/passwd": y }'), 'relative to the run directory'],
    [step('write: { "": y }'), 'name of a file'],
    [step('sleep: 2'), '"2s"'],
    [step('sleep: 2 days'), '"2s"'],
    [step('exit: 300'), '255'],
    [step('crash: false'), 'true'],
    [step('{ write: { a: b }, submit: x }'), 'exactly one of'],
    [step('{}'), 'exactly one of'],
    [step('submit: ""'), 'name of a tool'],
    ['roles:\n  coder: []\n', 'at least one item'],
    ['roles:\n  ../x:\n    - - hang: true\n', 'letters, digits'],
    ['human:\n  - { approve: {}, answer: x }\n', 'exactly one of'],
  ])('is refused with words: %j', (yaml, words) => {
    const problems = problemsOf(yaml);
    expect(problems.map((p) => p.message).join('\n')).toContain(words);
    expect(problems.every((p) => p.file === 'scenario.yaml' && p.line !== undefined)).toBe(true);
  });

  it('that is missing or wrong is told with its file and every problem', () => {
    expect(() => loadScenario('/no/such/file.yaml')).toThrow(BatonError);
    expect(() => loadScenario('/no/such/file.yaml')).toThrow('ENOENT');
  });

  it('gives the n-th assignment of a role its n-th item; the last one repeats', () => {
    const { value } = parseScenario('roles:\n  a:\n    - - print: one\n    - - print: two\n', 's.yaml');
    const texts = [0, 1, 2, 9].map((n) =>
      itemFor(value!, { role: 'a', ordinal: n, assignment: 'x.a.1' }).map((s) => s.act === 'print' && s.text),
    );
    expect(texts).toEqual([['one'], ['two'], ['two'], ['two']]);
    expect(() => itemFor(value!, { role: 'b', ordinal: 0, assignment: 'x.b.1' })).toThrow(
      'no role "b"; its roles are: a',
    );
    expect(() => itemFor(value!, { role: 'constructor', ordinal: 0, assignment: 'x.constructor.1' })).toThrow(
      'no role',
    );
  });

  it('finds the steps of an item by its name, and the round of its own', () => {
    const { value } = parseScenario(
      'roles:\n  a:\n    one: [[{print: x}], [{print: y}]]\n    two: [[{print: z}]]\n',
      'x',
    );
    const said = (assignment: string) =>
      itemFor(value!, { role: 'a', ordinal: 7, assignment }).map((s) => s.act === 'print' && s.text);
    expect(['p.a.one.1', 'p.a.one.2', 'p.a.one.9', 'p.a.two.1'].map(said)).toEqual([
      ['x'],
      ['y'],
      ['y'],
      ['z'],
    ]);
    expect(() => said('p.a.three.1')).toThrow('no item "three" of role "a"; its items are: one, two');
    expect(() => said('p.a.1')).toThrow('no item "1"');
  });
});
