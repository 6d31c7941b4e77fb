// At which level of isolation a run plays: what the command line or the project says, if this machine can keep it.
import { usableFence } from '../../agents/fence/usable-fence.ts';
import { BatonError } from '../../errors.ts';
import type { Config } from '../../model/config.ts';
import { type Isolation, toIsolation } from '../../model/isolation.ts';
import type { State } from '../../model/run/state.ts';
import type { Place } from '../../runners/commands/place.ts';
import { isRecord } from '../../std/is-record.ts';

/** The run's options under which its fence is kept, so that it is the same when the run is resumed. */
const FENCE = 'fence';

/** A level that is not kept must not be written into a journal, so the run does not start. */
const requirePossible = async (isolation: Isolation, place: Place): Promise<Isolation> => {
  if (isolation.level === 'none') return isolation;
  if (isolation.level === 'user')
    throw new BatonError('ISOLATION_UNAVAILABLE', 'isolation user (another user id) is not built yet', {
      hint: 'Use --isolation fenced.',
    });
  const usable = await usableFence(place.env['PATH'] ?? '');
  if (usable.ok) return isolation;
  throw new BatonError('ISOLATION_UNAVAILABLE', `isolation fenced cannot be had here: ${usable.why}`, {
    hint: `${usable.fix} Or run with --isolation none.`,
  });
};

export const isolationFor = (
  config: Config,
  asked: Isolation['level'] | undefined,
  place: Place,
): Promise<Isolation> => requirePossible(toIsolation(config.isolation, asked), place);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** That of a run which is there: the level is in its first entry. */
export const isolationOfRun = ({ run }: State, place: Place): Promise<Isolation> => {
  const kept = run.options[FENCE];
  const { hosts, read } = isRecord(kept) ? kept : {};
  return requirePossible({ level: run.isolation, hosts: textsOf(hosts), read: textsOf(read) }, place);
};

export const isolationOptions = ({ level, hosts, read }: Isolation): Record<string, unknown> =>
  level === 'none' || hosts.length + read.length === 0 ? {} : { [FENCE]: { hosts, read } };
