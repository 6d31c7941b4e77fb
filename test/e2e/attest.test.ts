// `baton attest`: signed statements about the accepted handoffs of real runs, from the base tree to the commit.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGE_CLAUSES } from '../../src/checks/change/change-clauses.ts';
import { bundleSchema, digestText, type Statement, statementSchema } from '../../src/model/attestation.ts';
import { loadVerifier, runVerifier, type VerifyBundle } from './attestation-verifier.ts';
import { openBundle } from './forged-bundle.ts';
import {
  baton,
  gitIn,
  makeRepository,
  makeScratch,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { makeSmallAgentmux } from './small-agentmux.ts';
import { makeSmallRelay, SMALL_PROJECT, smallScenario } from './small-relay.ts';

let verifyBundle: VerifyBundle;
let world: Scratch & { remove(): void };
let text: string;
let statements: Statement[];

const bundleFile = (at: Scratch): string => join(at.project, '.baton', 'runs', 'r', 'attestations.json');

beforeAll(async () => {
  verifyBundle = await loadVerifier();
  world = makeScratch();
  const spec = makeSmallRelay(world);
  const outcome = await baton(world, ['run', 'Two files', '--name', 'r', '--agent', spec, '--json']);
  expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
  const attested = await baton(world, ['attest', 'r']);
  expect(attested.exit, attested.stderr).toBe(0);
  // There was no key yet, and somebody wants to know.
  expect(attested.stderr).toContain(
    `a signing key was made: ${join(world.state, 'keys', 'attestation.pem')}`,
  );
  text = readFileSync(bundleFile(world), 'utf8');
  statements = openBundle(text).statements;
});
afterAll(() => world?.remove());

describe('baton attest', () => {
  it('writes what its schemas say, one statement for each accepted handoff, in their order', () => {
    const { bundle } = openBundle(text);
    expect(bundleSchema.parse(bundle)).toEqual(bundle);
    for (const statement of statements) expect(statementSchema.parse(statement)).toEqual(statement);
    const accepted = readJournal(runState(world, 'r')).flatMap(({ seq, at, events }) =>
      events.flatMap((event) =>
        event.kind === 'submission-accepted' ? [[seq, at, event.assignment, event.outcome]] : [],
      ),
    );
    expect(
      statements.map(({ predicate: { entry, handoff } }) => [
        entry.seq,
        entry.at,
        handoff.assignment,
        handoff.outcome,
      ]),
    ).toEqual(accepted);
    expect(accepted).toHaveLength(9);
  });

  it('names the lines of the journal by their digests', () => {
    const lines = readFileSync(join(runState(world, 'r'), 'journal.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const chainAt = (seq: number): string =>
      `sha256:${createHash('sha256')
        .update(lines[seq - 1]!)
        .digest('hex')}`;
    for (const { predicate } of statements) {
      expect(predicate.entry.chain).toBe(chainAt(predicate.entry.seq));
      expect(predicate.run.origin).toBe(chainAt(1));
    }
    expect(openBundle(text).bundle.chain).toBe(chainAt(lines.length));
    expect(statements.at(-1)!.predicate.last).toEqual({
      count: 9,
      entries: lines.length,
      chain: chainAt(lines.length),
      status: 'complete',
    });
  });

  it('leads from the base tree to the commit, each step made of what earlier ones made', () => {
    const makers = new Map(
      statements.flatMap(({ subject, predicate }) =>
        subject.map(({ digest }) => [digestText(digest), predicate] as const),
      ),
    );
    const commit = gitIn(world.project, 'rev-parse', 'baton/r').trim();
    const way: string[] = [];
    const reached = new Set<string>();
    const follow = (digest: string): void => {
      const maker = makers.get(digest);
      reached.add(digest);
      if (maker === undefined || way.includes(maker.handoff.assignment)) return;
      way.push(maker.handoff.assignment);
      for (const material of maker.materials) follow(digestText(material.digest));
    };
    follow(`gitCommit:${commit}`);
    expect(way.sort()).toEqual([
      'coding.coder.one.1',
      'coding.coder.two.1',
      'committing.engine.1',
      'fixing.coder.1',
      'merging.engine.1',
      'planning.planner.1',
      'reviewing.reviewer.1',
    ]);
    expect(reached).toContain(`gitTree:${gitIn(world.project, 'rev-parse', 'HEAD^{tree}').trim()}`);
    const tree = gitIn(world.project, 'rev-parse', 'baton/r^{tree}').trim();
    expect(statements.at(-1)!.predicate.materials.map(({ digest }) => digestText(digest))).toContain(
      `gitTree:${tree}`,
    );
  });

  it('says on what each verdict rests, who decided, and at which level of isolation', () => {
    const one = statements.find(({ predicate }) => predicate.handoff.assignment === 'coding.coder.one.1')!;
    const { clauses } = one.predicate;
    // No policy asked for probing, so nothing is said of it.
    expect(clauses.map(({ name }) => name)).toEqual(['form', ...CHANGE_CLAUSES, 'merges-cleanly']);
    const tests = clauses
      .find(({ name }) => name === 'tests-green')!
      .evidence.map((key) => one.predicate.evidence.find((e) => e.key === key)!.observed);
    expect(tests).toEqual([
      expect.objectContaining({
        kind: 'test-runs',
        line: 'sh test.sh',
        exit: 0,
        tests: { total: 2, passed: 2, failed: 0, skipped: 0 },
      }),
    ]);
    const approval = statements.find(({ predicate }) => predicate.handoff.decision !== null)!;
    expect(approval.predicate.handoff.decision).toEqual({ person: 'scenario', choice: 'approve', text: '' });
    expect(approval.predicate.facts.map(({ fact }) => fact)).toEqual(['tree.approved']);
    expect(new Set(statements.map(({ predicate }) => predicate.run.isolation))).toEqual(new Set(['none']));
  });

  it('gives the same bytes again, in the file and on stdout, also to a file of your own', async () => {
    const again = await baton(world, ['attest', 'r', '--json']);
    expect([again.exit, again.stdout]).toEqual([0, text]);
    expect(readFileSync(bundleFile(world), 'utf8')).toBe(text);
    const out = join(world.root, 'release', 'handoffs.json');
    const elsewhere = await baton(world, ['attest', 'r', '--out', out]);
    expect(elsewhere.exit, elsewhere.stderr).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(text);
    expect(elsewhere.stdout).toContain('isolation none');
  });

  it('replaces a link that an agent left in its place, and does not write through it', async () => {
    const target = join(world.root, 'precious.txt');
    writeFileSync(target, 'mine');
    rmSync(bundleFile(world));
    symlinkSync(target, bundleFile(world));
    expect((await baton(world, ['attest', 'r'])).exit).toBe(0);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(readFileSync(bundleFile(world), 'utf8')).toBe(text);
  });

  it('does not attest a run that does not verify', async () => {
    const journal = join(runState(world, 'r'), 'journal.jsonl');
    const original = readFileSync(journal);
    const changed = Buffer.from(original);
    changed[200]! ^= 1;
    writeFileSync(journal, changed);
    try {
      const { exit, stdout } = await baton(world, [
        'attest',
        'r',
        '--json',
        '--out',
        join(world.root, 'no.json'),
      ]);
      expect(exit).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        ok: false,
        run: 'r',
        problems: [{ code: 'JOURNAL_CORRUPT' }],
      });
      expect(existsSync(join(world.root, 'no.json'))).toBe(false);
    } finally {
      writeFileSync(journal, original);
    }
  });

  it('leaves nothing of a token, of arguments or of paths of this machine in the statements', () => {
    const all = JSON.stringify(statements);
    expect(all).not.toContain(world.root);
    expect(all).not.toMatch(/token/i);
  });
});

describe('baton attest, of other runs', () => {
  it('explains agentmux: requests of agents, derived files, what a person left out', async () => {
    const mine = scratch();
    const spec = makeSmallAgentmux(mine);
    const ran = await baton(mine, [
      'run',
      'Three files',
      '--name',
      'r',
      '--workflow',
      'agentmux',
      '--agent',
      spec,
    ]);
    expect(ran.exit, ran.stderr).toBe(0);
    const { exit, stdout, stderr } = await baton(mine, ['attest', 'r', '--json']);
    expect(exit, stderr).toBe(0);
    expect(verifyBundle(Buffer.from(stdout))).toMatchObject({ ok: true, problems: [] });
    const all = openBundle(stdout).statements.map(({ predicate }) => predicate);
    expect(all.flatMap(({ since }) => since.map(({ kind }) => kind))).toContain('request');
    expect(all.map(({ handoff }) => handoff.decision).filter((decision) => decision !== null)).toEqual([
      { person: 'scenario', choice: 'changes', text: 'Three is to be louder.' },
      { person: 'scenario', choice: 'exclude', text: '' },
      { person: 'scenario', choice: 'approve', text: '' },
    ]);
    const commit = gitIn(mine.project, 'rev-parse', 'feature/r').trim();
    const makes = openBundle(stdout).statements.flatMap(({ subject }) =>
      subject.map(({ digest }) => digestText(digest)),
    );
    expect(makes).toContain(`gitCommit:${commit}`);
  });

  it('explains a tree that Baton merged for work to start from', async () => {
    const mine = scratch();
    makeRepository(mine.project, SMALL_PROJECT);
    const until = (item: string) =>
      `run: "until grep -q coding.coder.${item}.1.,.outcome ${mine.state}/*/r/journal.jsonl; do sleep 0.05; done"`;
    const file = (name: string) => `write: { "project:${name}.txt": "${name}\\n" }`;
    writeFiles(mine.root, {
      'scenario.yaml': `roles:
  planner:
    - - write:
          plan.yaml: |
            version: 1
            summary: Four files
            items:
              - { key: a, title: A, task: First., kind: refactor }
              - { key: b, title: B, task: First., kind: refactor }
              - { key: c, title: C, task: Third., kind: refactor }
              - { key: d, title: D, task: Last., after: [a, c], kind: refactor }
      - submit: submit_plan
  coder:
    - [ { ${file('a')} }, { submit: submit_done } ]
    - [ { ${until('a')} }, { ${file('b')} }, { submit: submit_done } ]
    - [ { ${until('b')} }, { ${file('c')} }, { submit: submit_done } ]
    - [ { run: "cat a.txt c.txt > d.txt" }, { submit: submit_done } ]
  reviewer:
    - - write: { review.yaml: "verdict: pass\\nsummary: fine\\n" }
      - submit: submit_review
human:
  - approve: {}
`,
    });
    const spec = `scripted:${join(mine.root, 'scenario.yaml')}`;
    const ran = await baton(mine, ['run', 'Four files', '--name', 'r', '--agent', spec]);
    expect(ran.exit, ran.stderr).toBe(0);
    const { exit, stdout, stderr } = await baton(mine, ['attest', 'r', '--json']);
    expect(exit, stderr).toBe(0);
    expect(verifyBundle(Buffer.from(stdout))).toMatchObject({ ok: true, problems: [] });
    const last = openBundle(stdout).statements.find(
      ({ predicate }) => predicate.handoff.assignment === 'coding.coder.d.1',
    )!;
    const [merged] = last.predicate.since;
    expect(merged).toMatchObject({ kind: 'merge', name: 'start/coding.coder.d.1' });
    expect(last.predicate.materials.map(({ digest }) => digest)).toContainEqual(merged!.digest);
  });

  it('says that a run is not over', async () => {
    const mine = scratch();
    const spec = makeSmallRelay(mine, smallScenario().replace('  - approve: {}\n', ''));
    const ran = await baton(mine, ['run', 'Two files', '--name', 'r', '--agent', spec]);
    expect(ran.exit, ran.stderr).toBe(4);
    const { exit, stdout, stderr } = await baton(mine, ['attest', 'r', '--json']);
    expect(exit, stderr).toBe(0);
    expect(openBundle(stdout).statements.at(-1)!.predicate).toMatchObject({
      handoff: { assignment: 'reviewing.reviewer.2' },
      last: { count: 7, status: 'running' },
    });
    expect(verifyBundle(Buffer.from(stdout))).toMatchObject({ ok: true, statements: 7 });
  });

  it('has nothing to say of a run without an accepted handoff', async () => {
    const mine = scratch();
    const spec = makeSmallRelay(mine);
    const args = ['--name', 'r', '--role-agent', 'planner=human', '--agent', spec];
    const ran = await baton(mine, ['run', 'Two files', ...args]);
    expect(ran.exit, ran.stderr).toBe(4);
    const { exit, stdout } = await baton(mine, ['attest', 'r', '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      run: 'r',
      problems: [{ code: 'HANDOFF_MISSING' }],
    });
  });
});

describe('the key', () => {
  it('is made once by init, for its user alone, and its public half is there for others', async () => {
    const mine = scratch();
    const spec = makeSmallRelay(mine);
    const first = await baton(mine, ['init', '--yes', '--json']);
    expect(first.exit, first.stderr).toBe(0);
    const { key } = JSON.parse(first.stdout) as { key: { keyid: string; file: string; made: boolean } };
    expect(key).toMatchObject({ file: join(mine.state, 'keys', 'attestation.pem'), made: true });
    expect(statSync(key.file).mode & 0o777).toBe(0o600);
    expect(statSync(join(mine.state, 'keys')).mode & 0o777).toBe(0o700);
    const secret = readFileSync(key.file, 'utf8');
    const again = await baton(mine, ['init', '--yes']);
    expect(again.stdout).toContain(`signing key ${key.keyid} (there already`);
    expect(again.stdout).toContain('kept     baton.pub');
    expect(readFileSync(key.file, 'utf8')).toBe(secret);
    gitIn(mine.project, 'add', '--all');
    gitIn(mine.project, 'commit', '--quiet', '-m', 'init');
    expect((await baton(mine, ['run', 'Two files', '--name', 'r', '--agent', spec])).exit).toBe(0);
    const attested = await baton(mine, ['attest', 'r']);
    expect([attested.exit, attested.stderr]).toEqual([0, '']);
    const checked = runVerifier(bundleFile(mine), '--key', join(mine.project, 'baton.pub'));
    expect([checked.exit, checked.stdout]).toEqual([
      0,
      expect.stringContaining(`key ${key.keyid} (as asked for)`),
    ]);
  });

  it('named by baton.yaml may not lie inside of the project', async () => {
    writeFileSync(
      join(world.project, 'baton.yaml'),
      'commands:\n  test: sh test.sh\nkeys:\n  attestation: ./key.pem\n',
    );
    const { exit, stderr } = await baton(world, ['attest', 'r']);
    expect(exit).toBe(3);
    expect(stderr).toMatch(/KEY_INVALID.*expected a private key outside of the project/s);
  });
});
