// Whoever lies is caught, by a clause with a name, on a real project whose tests really run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIARS } from './h3a-liars.ts';
import { honestExecutor, makeH3aProject, playH3a } from './h3a-world.ts';
import { makeScratch } from './scratch.ts';

describe('liars', () => {
  let world: ReturnType<typeof makeScratch>;
  beforeAll(() => {
    world = makeScratch();
    makeH3aProject(world);
  });
  afterAll(() => world.remove());

  it('are at least thirty, each with a lie of its own', () => {
    expect(new Set(LIARS.map(({ lie }) => lie)).size).toBe(LIARS.length);
    expect(LIARS.length).toBeGreaterThanOrEqual(30);
  });

  it('stand beside an honest executor and validator, who reach the last gate', async () => {
    const { course, exit, said } = await playH3a(world, 'honest', { executor: honestExecutor() });
    expect(said).toBe('');
    expect(course).toEqual(['planner accepted ready', 'executor accepted done', 'validator accepted pass']);
    expect(exit).toBe(4);
  });

  it.each(LIARS.map((liar, index) => [liar.role ?? 'executor', liar.lie, index] as const))(
    'the %s %s',
    async (role, _, index) => {
      const liar = LIARS[index]!;
      const { course, said, stderr } = await playH3a(world, `liar-${index}`, liar);
      const of = course.filter((one) => one.startsWith(role));
      expect(of, `${said}\n${stderr}`).toHaveLength(1);
      expect(of[0], said).toMatch(new RegExp(`^${role} rejected .*\\b${liar.caughtBy}\\b`));
    },
  );
});
