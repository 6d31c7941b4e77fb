// Handoffs that say what is not so, and honest ones that look like them.
import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../testing/script.ts';
import { blockOf, codes, played, routesTo, type Said, tasksText } from './scripts.fixture.ts';

type Run = Awaited<ReturnType<typeof played>>;
const MODULES = 'module-development-agent';
const ofModules = tasksText({ id: 1, agent: MODULES });

const rejected = (run: Run): readonly string[] =>
  run.verdicts.flatMap(({ accepted, problems }) => (accepted ? [] : problems.map(({ message }) => message)));

/** Says one thing first, and is honest when it is told. */
const first = (said: Said & { readonly context?: object }) =>
  played({
    tasks: ofModules,
    agents: {
      [MODULES]: (scene: Scene) =>
        (codes(scene.attempt === 1 ? said : {}) as (s: Scene) => object)(scene) as never,
    },
  });

describe('complete', () => {
  it.each([
    [{ metrics: { tests_failed: ['one'] } }, 'status is complete, but tests_failed is 1'],
    [{ metrics: { failures: ['it breaks'] } }, 'status is complete, but failures is 1'],
    [{ metrics: { quality_gates_passed: false } }, 'status is complete, but quality_gates_passed is false'],
    [{ context: { final_validation: 'FAILED' } }, 'status is complete, but final_validation is FAILED'],
    [{ metrics: { tests_total: ['a', 'b'] } }, 'tests total: 2 was claimed, 5 was measured by `node --test`'],
    [{ metrics: { tests_skipped: 7 } }, 'tests skipped: 7 was claimed, 0 was measured by `node --test`'],
    [
      { metrics: { coverage: '100%' } },
      'coverage: 100% was claimed, and the project has no `coverage` command that measures it',
    ],
  ])('%o is refused', async (said, message) => {
    const run = await first(said);
    expect(rejected(run)).toEqual([message]);
    expect(run.status).toBe('complete');
  });

  it('tells what is left where somebody else goes on', async () => {
    const run = await played({
      tasks: ofModules,
      agents: {
        [MODULES]: (scene: Scene) =>
          (
            codes(
              scene.prompt.includes('handed over')
                ? {}
                : { to: '@routing-agent', metrics: { quality_gates_passed: false } },
            ) as (s: Scene) => object
          )(scene) as never,
        'routing-agent': routesTo(`@${MODULES}`),
      },
    });
    expect(rejected(run).filter((text) => text.includes('quality'))).toEqual([]);
  });
});

it('the block that the prompt shows is no handoff', async () => {
  const run = await played({
    tasks: ofModules,
    agents: {
      [MODULES]: (scene: Scene) => {
        const turn = (codes() as (s: Scene) => object)(scene);
        const shown = /```yaml\n[\s\S]*?```/.exec(scene.prompt)?.[0];
        return (scene.attempt === 1 ? { ...turn, say: `${shown}\n` } : turn) as never;
      },
    },
  });
  expect(run.verdicts.map(({ accepted }) => accepted).slice(0, 2)).toEqual([false, true]);
});

it('a block inside of another fence, with text behind it, is no handoff; a message in a fence is one', async () => {
  const says = (scene: Scene): string =>
    scene.attempt === 1
      ? `It will look so:\n\n\`\`\`\`markdown\n${blockOf(scene)}\`\`\`\`\n\nNot done yet.\n`
      : `\`\`\`\`markdown\n${blockOf(scene)}\`\`\`\`\n`;
  const run = await played({
    tasks: ofModules,
    agents: {
      [MODULES]: (scene: Scene) =>
        ({ ...(codes() as (s: Scene) => object)(scene), say: says(scene) }) as never,
    },
  });
  expect(rejected(run)).toEqual([
    'expected your last message to end with a yaml block, got one inside of another fence, which is an example',
  ]);
  expect(run.status).toBe('complete');
});

describe('a task is done', () => {
  const shown = async (options: Parameters<typeof played>[0]) => {
    const asked: string[] = [];
    const run = await played({
      ...options,
      people: {
        approving: ({ text }: { readonly text: string }) => {
          asked.push(text);
          return 'commit';
        },
      },
    });
    return { run, text: asked.join('\n') };
  };
  const documents = (phase: string) => (scene: Scene) => ({
    write: { 'project:docs/one.md': '# One\n' },
    say: blockOf(scene, { phase }),
  });
  const completes = (scene: Scene) => ({ say: blockOf(scene, { phase: 'Complete' }) });

  it('by nobody who calls documentation an implementation', async () => {
    const { run, text } = await shown({
      tasks: tasksText({ id: 1, agent: 'research-agent' }),
      agents: { 'research-agent': documents('Implementation'), 'routing-agent': completes },
    });
    expect(run.scenes.map(({ role }) => role)).toEqual(['research-agent', 'routing-agent']);
    expect(text).toContain('- 1: done, only docs, by @research-agent');
  });

  it('without a change on the word of a coordinator, which people are told', async () => {
    const { text } = await shown({ agents: { 'routing-agent': completes } });
    expect(text).toContain('- 1: done, without any change: @routing-agent says that it is complete');
  });

  it('not without a change where the task says which kind it is', async () => {
    let turns = 0;
    const { run, text } = await shown({
      tasks: tasksText({ id: 1, kind: 'feature' }),
      agents: {
        'routing-agent': (scene: Scene) => {
          turns += 1;
          return turns === 1
            ? completes(scene)
            : { say: blockOf(scene, { phase: 'Planning', to: `@${MODULES}` }) };
        },
      },
    });
    expect(rejected(run)).toEqual([
      'phase: task 1 is of the kind feature, and nobody has handed in a change for it',
    ]);
    expect(text).toContain('- 1: done\n');
  });
});
