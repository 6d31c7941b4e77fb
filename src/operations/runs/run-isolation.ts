// At which level of isolation a run plays: what the command line or the project says, if this machine can keep it.
import { usableFence, usableUser } from '../../agents/fence/usable-fence.ts';
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
  const path = place.env['PATH'] ?? '';
  const usable = await (isolation.level === 'user' ? usableUser(path, place.project) : usableFence(path));
  if (usable.ok) return isolation;
  throw new BatonError(
    'ISOLATION_UNAVAILABLE',
    `isolation ${isolation.level} cannot be had here: ${usable.why}`,
    { hint: `${usable.fix} Or run with --isolation none.` },
  );
};

/** An agent that is not kept apart may do what its user may, and that user may write to the database of all. */
const requireSaid = ({ isolation }: Config, level: Isolation['level'], { store, env }: Place): void => {
  const said = toIsolation(isolation).level === 'none' && isolation !== undefined;
  if (store === undefined || level !== 'none' || said || env['BATON_ISOLATION'] === 'none') return;
  throw new BatonError(
    'CONFIG_INVALID',
    'the runs of this project are shared, and its agents would not be kept apart from the database (isolation none)',
    {
      hint: 'Use `isolation: fenced` in baton.yaml. Where the risk is acceptable, say so: `isolation: none` there, or BATON_ISOLATION=none.',
    },
  );
};

export const isolationFor = (
  config: Config,
  asked: Isolation['level'] | undefined,
  place: Place,
): Promise<Isolation> => {
  const isolation = toIsolation(config.isolation, asked);
  requireSaid(config, isolation.level, place);
  return requirePossible(isolation, place);
};

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
