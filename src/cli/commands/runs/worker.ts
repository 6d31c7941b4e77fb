import { InvalidArgumentError } from 'commander';
import { BatonError } from '../../../errors.ts';
import { TAGS_MAX, WORKER_JOBS } from '../../../model/limits/store.ts';
import { TAG } from '../../../model/tag.ts';
import type { WorkerEvent } from '../../../operations/hosts/work-offers.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { onInterruption } from '../../interruption.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

interface Flags {
  readonly store?: string;
  readonly tags: readonly string[];
  readonly image?: string;
  readonly jobs: number;
}

const tagOf = (text: string): string => {
  if (TAG.test(text)) return text;
  throw new InvalidArgumentError('Expected words such as node20, separated by commas.');
};

const tagsOf = (text: string): readonly string[] => {
  const tags = text.split(',').map((tag) => tagOf(tag.trim()));
  if (tags.length <= TAGS_MAX) return tags;
  throw new InvalidArgumentError(`Expected at most ${TAGS_MAX} words.`);
};

const countOf = (text: string): number => {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1 to 99.');
};

const wordsOf = (event: WorkerEvent): string => {
  switch (event.kind) {
    case 'claimed':
      return `${event.run}: gathering ${event.evidence}${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`;
    case 'delivered':
      return `${event.run}: ${event.evidence} handed back`;
    case 'late':
      return `${event.run}: ${event.evidence} came too late: another worker has it, or it is not wanted any more`;
    case 'unfit':
      return `${event.run}: left to another worker: ${event.message} (${event.code})`;
    case 'away':
      return `${event.message} (${event.code}); asking again`;
    case 'back':
      return 'the store answers again';
  }
};

const worker = async (shell: Shell, flags: Flags): Promise<Exit> => {
  const [{ workOffers }, { withSharedStore }] = await Promise.all([
    import('../../../operations/hosts/work-offers.ts'),
    import('../../../operations/project/shared-store.ts'),
  ]);
  const system = await shell.system();
  const found = await shell.place();
  const place =
    flags.store === undefined
      ? found
      : await withSharedStore({ ...found, env: { ...found.env, BATON_STORE: flags.store } });
  if (place.store === undefined)
    throw new BatonError('CONFIG_INVALID', 'expected the address of a database, this project has none', {
      hint: 'Use --store, write `store: postgres://db.example/baton` into baton.yaml, or set BATON_STORE.',
    });
  const words = { tags: flags.tags, image: flags.image };
  const offered = await system.offeredJobs(place.store, words, place.env);
  const interruption = onInterruption((text) => shell.note(text));
  try {
    await workOffers({
      ...{ place, offered, jobs: flags.jobs, signal: interruption.signal },
      onEvent: (event) =>
        shell.json ? shell.write(`${JSON.stringify(event)}\n`) : shell.note(wordsOf(event)),
    });
  } finally {
    interruption.release();
  }
  return EXIT.interrupted;
};

export const workerCommand: Register = (program, act) => {
  program
    .command('worker')
    .summary('gather evidence for runs of other machines')
    .description(
      'Runs the commands that holders of this project on other machines offer, until it is interrupted. It needs a clone of the project and a ' +
        'login with the role baton_worker. With --json it prints one line per event.',
    )
    .option('--store <ADDRESS>', 'the database of the project, instead of that of baton.yaml')
    .option('--tags <TAGS>', 'what this machine has, separated by commas', tagsOf, [])
    .option('--image <NAME>', 'the image that this machine runs', tagOf)
    .option('--jobs <N>', 'how many at once', countOf, WORKER_JOBS)
    .addHelpText('after', examples('baton worker --store postgres://db.example/baton --tags node20'))
    .action(act((shell, flags: Flags) => worker(shell, flags)));
};
