// `npm run probe`: every change of the table, live.
import { CASES } from './cases.ts';
import { faultOf, isInstalled, playCase } from './play.ts';

export const main = async (words: readonly string[]): Promise<number> => {
  const wanted = CASES.filter(({ name }) => words.every((word) => name.includes(word)));
  let [faults, missing] = [0, 0];
  const started = performance.now();
  for (const one of wanted) {
    if (!isInstalled(one.language)) {
      missing += 1;
      process.stdout.write(`absent  ${one.name}\n`);
      continue;
    }
    const found = await playCase(one);
    const fault = faultOf(one, found);
    if (fault !== undefined) faults += 1;
    const seconds = (found.durationMs / 1000).toFixed(1);
    process.stdout.write(
      `${fault === undefined ? 'ok    ' : 'WRONG '}  ${one.name} (${found.hunks.length} hunks, ${seconds} s)\n`,
    );
    if (fault !== undefined) process.stdout.write(`${fault}\n`);
  }
  const seeded = wanted.filter(({ untested }) => untested !== undefined).length;
  process.stdout.write(
    `${wanted.length} changes, ${seeded} with an untested hunk; ${faults} judged wrongly, ${missing} not played, ${Math.round((performance.now() - started) / 1000)} s\n`,
  );
  return faults === 0 && missing === 0 ? 0 : 1;
};
