// `baton serve`: the dashboard of one or several projects, until it is told to end.
import { BatonError } from '../../errors.ts';
import { PROJECTS_MAX } from '../../model/limits/dashboard.ts';
import type { Place } from '../../runners/commands/place.ts';
import { projectKey } from '../project/state-directory.ts';
import type { DashboardServing, System } from '../system.ts';
import type { HolderStart } from './answer.ts';
import { createDashboard, type Dashboard } from './dashboard.ts';
import {
  announceDashboard,
  killedDashboard,
  newDashboardKey,
  pageAddress,
  type ServedDashboard,
  withdrawDashboard,
} from './served-file.ts';

export type ServePages = (
  options: DashboardServing<Dashboard>,
) => Promise<{ readonly url: string; close(): Promise<void> }>;

export interface ServeOptions {
  readonly system: System;
  readonly serve: ServePages;
  readonly places: readonly Place[];
  readonly holder: HolderStart;
  readonly readOnly: boolean;
  readonly person: string;
  readonly port: number;
  readonly publicUrl?: string | undefined;
}

export interface Serving {
  readonly url: string;
  /** With a code that is good once. */
  address(path: string): string;
  close(): Promise<void>;
}

const publicUrlOf = (given: string | undefined): URL | undefined => {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.pathname === '/' &&
    url.search === ''
  )
    return url;
  throw new BatonError(
    'USAGE_INVALID',
    `--public-url: expected an address without a path, got ${JSON.stringify(given)}`,
    {
      hint: 'For example https://baton.example.org.',
    },
  );
};

/** Browsers look for a server that was killed at its old address; where that is taken, another one will do. */
const servedAt = async <S>(
  killed: ServedDashboard | undefined,
  port: number,
  serve: (port: number) => Promise<S>,
): Promise<S> => {
  if (port !== 0 || killed === undefined) return serve(port);
  return serve(Number(new URL(killed.url).port)).catch(() => serve(0));
};

export const serveProjects = async (options: ServeOptions): Promise<Serving> => {
  const { system, serve, places, holder, readOnly, person, port } = options;
  if (places.length > PROJECTS_MAX)
    throw new BatonError('LIMIT_REACHED', `expected at most ${PROJECTS_MAX} projects, got ${places.length}`);
  const publicUrl = publicUrlOf(options.publicUrl);
  const projects = places.map((place) => ({ key: projectKey(place.project), place }));
  const dashboard = createDashboard({ system, projects, holder });
  const [first] = places;
  const killed = first === undefined ? undefined : await killedDashboard(first);
  const secrets = { key: killed?.key ?? newDashboardKey(), boot: newDashboardKey() };
  const { url, close } = await servedAt(killed, port, (at) =>
    serve({ dashboard, ...secrets, readOnly, person, port: at, publicUrl }),
  );
  const served: ServedDashboard = { pid: process.pid, url, ...secrets, readOnly };
  for (const place of places) await announceDashboard(place, served);
  // A browser takes a moment to open: the first list is read meanwhile. What is wrong is said to whoever asks.
  dashboard.lists.list({}).catch(() => {});
  return {
    url,
    address: (path) => pageAddress({ url: publicUrl?.origin ?? url, ...secrets }, path),
    close: async () => {
      for (const place of places) await withdrawDashboard(place);
      await close();
      await dashboard.close();
    },
  };
};
