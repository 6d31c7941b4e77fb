// Runs that earlier definitions of the workflows made: all that only reads still reads them. See test/histories/README.md.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Workflow } from '../../src/model/workflow/workflow.ts';
import { definitionDigest } from '../../src/operations/runs/start-run.ts';
import { agentmux } from '../../src/systems/agentmux/workflow/agentmux.ts';
import { h3a } from '../../src/systems/h3a/workflow/h3a.ts';
import { relay } from '../../src/workflows/relay/relay.ts';
import { runVerifier } from './attestation-verifier.ts';
import {
  baton,
  makeRepository,
  type Outcome,
  readJournal,
  runState,
  type Scratch,
  scratch,
} from './scratch.ts';

const WORKFLOWS: Readonly<Record<string, Workflow>> = { agentmux, h3a, relay };
const DIRECTORY = fileURLToPath(new URL('../histories', import.meta.url));
const workflowOf = (name: string): string => /--([a-z0-9]+)-/.exec(name)![1]!;

const textOf = (name: string): string => readFileSync(join(DIRECTORY, `${name}.jsonl`), 'utf8');

/** Nobody has changed the workflow since. */
const isCurrent = (name: string): boolean =>
  textOf(name).includes(definitionDigest(WORKFLOWS[workflowOf(name)]!));

/** Those of earlier definitions whose sealed trees were recorded with them. */
const names = readdirSync(DIRECTORY)
  .filter((name) => name.endsWith('.pack'))
  .map((name) => name.slice(0, -'.pack'.length))
  .filter((name) => !isCurrent(name));

/** Of the time when journals began to say what each clause rests on. */
const hasBasis = (name: string): boolean => textOf(name).includes('"judged":[');

/** The journal in its place, and the trees that it seals in the project's repository. */
const worldOf = (name: string): Scratch => {
  const world = scratch();
  makeRepository(world.project, { 'start.txt': 'start\n' });
  execFileSync('git', ['unpack-objects', '-q'], {
    cwd: world.project,
    input: readFileSync(join(DIRECTORY, `${name}.pack`)),
  });
  const directory = runState(world, 'demo');
  mkdirSync(directory, { recursive: true });
  cpSync(join(DIRECTORY, `${name}.jsonl`), join(directory, 'journal.jsonl'));
  const objects = join(DIRECTORY, `${name}.objects`);
  if (existsSync(objects)) cpSync(objects, join(directory, 'objects'), { recursive: true });
  return world;
};

const passed = ({ exit, stdout, stderr }: Outcome): string => {
  expect(exit, stdout + stderr).toBe(0);
  return stdout;
};

describe('a run of an older definition', () => {
  it('is there for every workflow', () => {
    expect([...new Set(names.map(workflowOf))].sort()).toEqual(['agentmux', 'h3a', 'relay']);
  });

  it.each(names)('%s is verified but not judged again', async (name) => {
    const world = worldOf(name);
    const words = passed(await baton(world, ['verify', 'demo']));
    expect(words).toContain('demo: verified');
    expect(words).toContain(
      `verdicts not recomputed: the run was made by another definition of ${workflowOf(name)}`,
    );
    const document = JSON.parse(passed(await baton(world, ['verify', 'demo', '--json'])));
    expect(document).toMatchObject({ ok: true, recomputed: false });
    // Nothing was kept of the head of these journals, which is said beside it.
    expect(document.problems.map(({ severity }: { severity: string }) => severity)).toEqual([
      'warning',
      'warning',
    ]);
  });

  it.each(names)('%s can be looked at in every way', async (name) => {
    const world = worldOf(name);
    const status = JSON.parse(passed(await baton(world, ['status', 'demo', '--json'])));
    expect(status).toMatchObject({ workflow: workflowOf(name), status: 'complete' });
    const { entries } = JSON.parse(passed(await baton(world, ['log', 'demo', '--json'])));
    expect(entries).toHaveLength(readJournal(runState(world, 'demo')).length);
    expect(passed(await baton(world, ['log', 'demo']))).toContain('accepted');
    const metrics = JSON.parse(passed(await baton(world, ['metrics', '--json'])));
    expect(metrics).toMatchObject({ runs: { counted: 1, complete: 1 }, problems: [] });
  });

  it.each(names)('%s is attested with what its journal says', async (name) => {
    const world = worldOf(name);
    expect(passed(await baton(world, ['attest', 'demo', '--out', 'bundle.json']))).toContain(
      'verdicts not recomputed',
    );
    const verified = runVerifier(join(world.project, 'bundle.json'));
    expect(verified.exit, verified.stdout).toBe(0);
    expect(verified.stdout).toContain('verdicts recorded');
    expect(verified.stdout.includes('basis not recorded')).toBe(!hasBasis(name));
    expect(/: (measured|stated|waived)/.test(verified.stdout)).toBe(hasBasis(name));
  });

  it('is not verified where a sealed tree is missing', async () => {
    const world = scratch();
    makeRepository(world.project, { 'start.txt': 'start\n' });
    mkdirSync(runState(world, 'demo'), { recursive: true });
    cpSync(join(DIRECTORY, `${names[0]}.jsonl`), join(runState(world, 'demo'), 'journal.jsonl'));
    const outcome = await baton(world, ['verify', 'demo', '--json']);
    expect(outcome.exit).toBe(1);
    const { problems } = JSON.parse(outcome.stdout) as { problems: { code: string }[] };
    expect(problems.map(({ code }) => code)).toContain('OBJECT_MISSING');
  });
});
