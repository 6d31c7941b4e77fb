// What an attestation says of work that nobody measured, from the run to the program that checks it without Baton.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/model/attestation.ts';
import { runVerifier } from './attestation-verifier.ts';
import { openBundle } from './forged-bundle.ts';
import { honestExecutor, makeH3aProject, PROJECT, playH3a, validatorFiles } from './h3a-world.ts';
import { baton, readJournal, runState, type Scratch, scratch } from './scratch.ts';

const COVERAGE = PROJECT['baton.yaml']!.toString()
  .split('\n')
  .find((line) => line.includes('coverage:'))!;
const WAIVER = { why: 'a little project has none', by: 'ada', on: '2026-01-31' };
const waivedLines = (...commands: readonly string[]): string =>
  commands.map((name) => `  ${name}: { why: ${WAIVER.why}, by: ada, on: ${WAIVER.on} }\n`).join('');

const WITHOUT = `commands:\n  test: npm test\nwaived:\n${waivedLines('coverage', 'lint', 'types', 'mutation', 'security')}`;
const WITH = `commands:\n  test: npm test\n${COVERAGE}\n  lint: node --check src/add.js\n  types: node --check src/other.js\nwaived:\n${waivedLines('mutation', 'security')}`;

const MEASURABLE = ['coverage-kept', 'lint-green', 'types-green'];

const played = async (config: string, results = {}): Promise<Scratch> => {
  const world = scratch();
  makeH3aProject(world, { ...PROJECT, 'baton.yaml': config });
  const { course, said, stderr } = await playH3a(world, 'r', {
    executor: honestExecutor(),
    validator: [{ write: validatorFiles({}, results) }],
  });
  expect(course, `${said}\n${stderr}`).toEqual([
    'planner accepted ready',
    'executor accepted done',
    'validator accepted pass',
  ]);
  return world;
};

const attested = async (world: Scratch): Promise<{ statements: Statement[]; words: string }> => {
  const { exit, stdout, stderr } = await baton(world, ['attest', 'r', '--json', '--out', 'bundle.json']);
  expect(exit, stdout + stderr).toBe(0);
  const verified = runVerifier(join(world.project, 'bundle.json'));
  expect(verified.exit, verified.stdout).toBe(0);
  return { statements: openBundle(stdout).statements, words: verified.stdout };
};

const ofContract = (statements: readonly Statement[], contract: string) => {
  const { clauses, facts } = statements.find(
    ({ predicate }) => predicate.handoff.contract === contract,
  )!.predicate;
  return {
    clauses: Object.fromEntries(clauses.map(({ name, basis }) => [name, basis])),
    facts: Object.fromEntries(facts.map(({ fact, basis }) => [fact.split('/')[0]!, basis])),
  };
};

describe('an attestation', () => {
  it('of work without coverage, lint and types commands says waived, and never measured', async () => {
    const world = await played(WITHOUT);
    const { statements, words } = await attested(world);
    for (const contract of ['H2', 'H3']) {
      const { clauses } = ofContract(statements, contract);
      for (const name of MEASURABLE)
        expect([contract, name, clauses[name]]).toEqual([contract, name, 'waived']);
    }
    expect(ofContract(statements, 'H2').facts).toMatchObject({
      ...{ 'coverage.kept': 'waived', 'tests.green': 'measured', 'scope.kept': 'measured' },
    });
    const waivers = statements
      .flatMap(({ predicate }) => predicate.clauses)
      .filter(({ basis }) => basis === 'waived');
    expect(waivers.length).toBeGreaterThan(MEASURABLE.length);
    for (const { waiver, evidence } of waivers) expect([waiver, evidence]).toEqual([WAIVER, []]);
    expect(words).toMatch(/fact coverage\.kept\S*: waived/);
    for (const name of MEASURABLE)
      expect(words).toContain(`clause ${name}: waived: ${WAIVER.why}, by ada, on ${WAIVER.on}`);
    expect(words).not.toMatch(/(coverage|lint|types)\S*: measured/);
    expect(words).toMatch(/fact tests\.green\S*: measured/);
    const verified = await baton(world, ['verify', 'r']);
    expect(verified.stdout).toMatch(/^waived: .*coverage\.kept/m);
    expect(verified.stdout).toMatch(/^measured: .*tests\.green/m);
  });

  it('of work with these commands says measured', async () => {
    const world = await played(WITH, {
      lint: { status: 'pass', notes: 'clean' },
      type_check: { status: 'pass', notes: 'clean' },
    });
    const { statements, words } = await attested(world);
    const { clauses, facts } = ofContract(statements, 'H2');
    expect(MEASURABLE.map((name) => clauses[name])).toEqual(['measured', 'measured', 'measured']);
    expect(facts).toMatchObject({ 'coverage.kept': 'measured', 'tests.green': 'measured' });
    expect(words).toMatch(/fact coverage\.kept\S*: measured/);
  });
});

describe('a project that names no command and waives none', () => {
  it('has its plan refused, with what to write', async () => {
    const world = scratch();
    makeH3aProject(world, { ...PROJECT, 'baton.yaml': 'commands:\n  test: npm test\n' });
    const { course, said } = await playH3a(world, 'r', { executor: honestExecutor() });
    expect(course).toEqual(['planner rejected commands-known']);
    for (const name of ['coverage', 'lint', 'types'])
      expect(said).toContain(`the project has no \`${name}\` command and does not waive it`);
  });
});

describe('the approval of a person', () => {
  it('counts for the bytes that were looked at', async () => {
    const world = await played(WITHOUT);
    const { waiting } = JSON.parse((await baton(world, ['inbox', '--json'])).stdout) as {
      waiting: { id: string; kind: string; about: Record<string, string> }[];
    };
    const { id, about } = waiting.find(({ kind }) => kind === 'approval')!;
    const stale = await baton(world, ['approve', id, '--about', `git-tree:${'0'.repeat(40)}`]);
    expect([stale.exit, stale.stderr]).toEqual([1, expect.stringContaining('CONTENT_CHANGED')]);
    const seen = Object.entries(about).find(([key]) => key.startsWith('tree'))![1];
    const done = await baton(world, ['approve', id, '--about', seen, '--text', 'All eight points.']);
    expect(done.exit, done.stderr).toBe(0);
    const decided = readJournal(runState(world, 'r'))
      .flatMap(({ events }) => events)
      .find((event) => event.kind === 'submission-accepted' && event.assignment === id);
    expect(decided).toMatchObject({ judged: [{ clause: 'decision', basis: 'stated', about }] });
  });
});
