// Strikes out what must not be shown: secrets of whoever runs Baton, and those that the project names.
import type { Config } from '../../model/config.ts';
import type { Place } from '../../runners/commands/place.ts';
import { type Redact, redactor, secretsIn } from '../../std/redact.ts';
import { loadConfig } from './load-config.ts';

export const redactorOf = ({
  place,
  config,
}: {
  readonly place: Pick<Place, 'env'>;
  readonly config?: Pick<Config, 'environment'> | undefined;
}): Redact => redactor(secretsIn(place.env, config?.environment?.secret));

/** For whoever has no configuration at hand; one that cannot be read names no further secrets. */
export const redactorAt = async (place: Place): Promise<Redact> => {
  const { value: config } = await loadConfig(place.project, place.env);
  return redactorOf({ place, config });
};
