// `baton release`: what a person allows an agent that works alone under the hook. In a run, releases stand in the plan.
import { BatonError } from '../../errors.ts';
import type { Place } from '../../runners/commands/place.ts';
import { forgetHooks } from '../hook/expected-hooks.ts';
import { sealingIn } from '../hook/hook-place.ts';
import { addReleases, isActive, type Release, readReleases, requireWords } from '../hook/releases.ts';
import { releaseBase } from '../hook/session-base.ts';
import { requireConfig } from '../project/load-config.ts';

export interface ReleaseOptions {
  readonly place: Place;
  readonly tests: readonly string[];
  readonly base: boolean;
  readonly hook: boolean;
  readonly why: string | undefined;
  readonly by: string;
  readonly now: number;
  readonly runDirectories?: readonly string[];
}

/** Everything is checked before anything is written. */
export const release = async (options: ReleaseOptions): Promise<readonly Release[]> => {
  const { place, now } = options;
  if (options.tests.length === 0 && !options.base && !options.hook)
    throw new BatonError('USAGE_INVALID', 'expected a test, --base or --hook, got nothing to release', {
      hint: 'baton release "adds numbers" --why "the API was replaced"',
    });
  const why = requireWords('--why with a reason', options.why);
  const tests = options.tests.map((test) => requireWords('the name of a test, or of a test file,', test));
  const said = { by: options.by, at: new Date(now).toISOString(), why };
  const released: Release[] = tests.map((test) => ({ kind: 'test', test, ...said }));
  if (options.base) {
    // A base with a broken configuration would prove nothing from here on.
    await requireConfig(place.project);
    const { tree } = await releaseBase(await sealingIn(place, options.runDirectories), now);
    released.push({ kind: 'base', tree, ...said });
  }
  if (options.hook) {
    await forgetHooks(place);
    released.push({ kind: 'hook', ...said });
  }
  await addReleases(place, released);
  return released;
};

export interface ListedRelease {
  readonly release: Release;
  /** Whether it still allows something. */
  readonly active: boolean;
}

export const listReleases = async (place: Place, now: number): Promise<readonly ListedRelease[]> =>
  (await readReleases(place)).map((release) => ({ release, active: isActive(release, now) }));
