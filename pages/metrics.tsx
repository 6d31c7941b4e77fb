// Where work comes back, how long it takes, and which targets are met. All figures come from the server.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Metrics } from '../src/model/metrics.ts';
import { getJson, getText } from './api.ts';
import { type By, Clauses, linesOf, Phases, percent, rate, Table, Target, WORDS } from './metrics-tables.tsx';
import { Icon, Loading, many, Problem, span, took, useLoaded, useNow } from './parts.tsx';
import { api, go } from './places.ts';

const Tile = ({ k, v, small, met = null, words, tone = '' }: TileProps): JSX.Element => (
  <section class="card tile">
    <h2 class="k">{k}</h2>
    <span class={`v ${tone}`}>
      {v} <small>{small}</small>
    </span>
    {words !== undefined && <Target met={met} words={words} />}
  </section>
);

interface TileProps {
  readonly k: string;
  readonly v: string;
  readonly small: string;
  readonly met?: boolean | null;
  readonly words?: string;
  readonly tone?: string;
}

interface Waits {
  readonly waits: number;
  readonly oldest: string | undefined;
}

const Tiles = ({ metrics, waits, oldest }: Waits & { readonly metrics: Metrics }): JSX.Element => {
  const now = useNow();
  const accepted = metrics.contracts.reduce((sum, one) => sum + one.accepted, 0);
  const judged = metrics.contracts.reduce((sum, one) => sum + one.accepted + one.rejected, 0);
  const targets = metrics.contracts.filter(({ met }) => met !== null);
  const missed = targets.filter(({ met }) => met === false).length;
  const { validationMs, humanHandoffMs, questionMs } = metrics.latency;
  const tasks = metrics.escalations.reduce((sum, one) => sum + one.tasks, 0);
  const ruled = metrics.escalations.find(({ met }) => met !== null);
  const escalated = metrics.escalations.reduce((sum, one) => sum + one.escalated, 0);
  const within = (target: number | null): string => (target === null ? '' : `target ${took(target)}`);
  const latency = (
    k: string,
    { p95, count, met, target }: typeof validationMs,
    unit: string,
  ): JSX.Element => (
    <Tile
      k={k}
      v={p95 === null ? '–' : took(p95)}
      small={`${count} ${unit}`}
      met={met}
      words={within(target)}
    />
  );
  return (
    <div class="tiles">
      <Tile
        k="Accepted by contracts"
        v={rate(accepted, judged)}
        small={`${accepted} of ${judged}`}
        met={targets.length === 0 ? null : missed === 0}
        words={`${missed} of ${targets.length} targets missed`}
      />
      {latency('Time to judge, p95', validationMs, 'judged')}
      <Tile
        k="Waits for you now"
        v={oldest === undefined ? '–' : span(now - Date.parse(oldest))}
        small={waits === 0 ? 'nothing waits' : `the longest of ${waits}`}
        tone={waits === 0 ? '' : 'person'}
      />
      {latency('People answered, p95', humanHandoffMs, 'answered')}
      {latency('Agents’ questions, p95', questionMs, 'answered')}
      <Tile
        k="Needed a ruling"
        v={rate(escalated, tasks)}
        small={`${escalated} of ${many(tasks, 'task')}`}
        met={ruled?.met ?? null}
        words={`target ${percent(ruled?.target ?? null)}`}
      />
    </div>
  );
};

const saveAs = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

const SINCE: readonly (readonly [string, string])[] = [
  ['7d', '7 d'],
  ['30d', '30 d'],
  ['', 'All time'],
];

export const MetricsPage = ({
  query,
  project,
  waits,
  oldest,
}: Waits & {
  readonly query: URLSearchParams;
  readonly project: string | undefined;
}): JSX.Element => {
  const [by, setBy] = useState<By>((query.get('by') as By | null) ?? 'contract');
  const since = query.get('since') ?? '';
  const asked = since === '' ? {} : { since };
  const { value, cause } = useLoaded(
    (signal) => getJson<Metrics>(api('/metrics', project, asked), signal),
    [since, project],
  );
  return (
    <>
      <div class="top">
        <div class="crumb">
          <b class="cut">Metrics</b>
        </div>
        <div class="right">
          <button
            class="btn quiet"
            type="button"
            onClick={() =>
              void getText(api('/metrics.csv', project, asked)).then((text) =>
                saveAs(text, 'baton-metrics.csv'),
              )
            }
          >
            <Icon name="download" />
            CSV
          </button>
        </div>
      </div>
      <div class="sect">
        <h1>Metrics</h1>
        {value !== undefined && (
          <span class="dim no-phone">{value.runs.counted} runs, from their journals alone</span>
        )}
        <div class="right">
          <div class="seg" role="group" aria-label="Since when">
            {SINCE.map(([key, word]) => (
              <button
                type="button"
                aria-pressed={key === since}
                onClick={() => go(key === '' ? '/metrics' : `/metrics?since=${key}`)}
                key={key}
              >
                {word}
              </button>
            ))}
          </div>
        </div>
      </div>
      {cause !== undefined && <Problem cause={cause} />}
      {value === undefined && cause === undefined && <Loading />}
      {value !== undefined && (
        <>
          <Tiles metrics={value} waits={waits} oldest={oldest} />
          <section class="card" id="c">
            <header>
              <h2>By {WORDS[by].toLowerCase()}</h2>
              <div class="right">
                <div class="seg" role="group" aria-label="By what">
                  {(['contract', 'role', 'agent', 'model'] as const).map((key) => (
                    <button type="button" aria-pressed={key === by} onClick={() => setBy(key)} key={key}>
                      {WORDS[key]}
                    </button>
                  ))}
                </div>
              </div>
            </header>
            <Table lines={linesOf(value, by)} by={by} />
          </section>
          <div class="two">
            <Clauses metrics={value} />
            <Phases metrics={value} />
          </div>
        </>
      )}
    </>
  );
};
