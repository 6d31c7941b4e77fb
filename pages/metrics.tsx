// Where work comes back, how long it takes, and which targets are met. All figures come from the server.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Metrics } from '../src/model/metrics.ts';
import { getJson, getText } from './api.ts';
import { Icon, Loading, Problem, T, took, useLoaded } from './parts.tsx';
import { api, go } from './places.ts';

/** Under this, "2 of 2" says more than a percentage. */
const RATE_FROM = 5;

const percent = (ratio: number | null): string => (ratio === null ? '–' : `${Math.round(ratio * 100)} %`);
const rate = (accepted: number, of: number): string =>
  of < RATE_FROM ? `${accepted} of ${of}` : percent(accepted / of);

const Target = ({ met, words }: { readonly met: boolean | null; readonly words: string }): JSX.Element =>
  met === null ? (
    <span class="t dim">no target</span>
  ) : (
    <span class={`t ${met ? 'met' : 'unmet'}`}>
      <Icon name={met ? 'met' : 'unmet'} />
      {words}
    </span>
  );

const Tile = ({ k, v, small, met = null, words = '' }: TileProps): JSX.Element => (
  <section class="card tile">
    <h2 class="k">{k}</h2>
    <span class="v">
      {v} <small>{small}</small>
    </span>
    <Target met={met} words={words} />
  </section>
);

interface TileProps {
  readonly k: string;
  readonly v: string;
  readonly small: string;
  readonly met?: boolean | null;
  readonly words?: string;
}

const Bar = ({
  value,
  target,
  met,
}: {
  readonly value: number;
  readonly target?: number | null;
  readonly met?: boolean | null;
}): JSX.Element => (
  <svg class="b" viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">
    <rect class="bg" y="3" width="200" height="8" rx="4" />
    <rect
      class={`v ${met === true ? 'ok' : met === false ? 'no' : ''}`}
      y="3"
      width={Math.max(0, Math.min(1, value)) * 200}
      height="8"
      rx="4"
    />
    {typeof target === 'number' && <rect class="tg" x={target * 200 - 1} width="2" height="14" />}
  </svg>
);

interface Line {
  readonly key: string;
  readonly name: string;
  readonly more: string;
  readonly accepted: number;
  readonly judged: number;
  readonly acceptRate: number | null;
  readonly atOnce: number | null;
  readonly rounds: number | null;
  readonly target: number | null;
  readonly met: boolean | null;
}

type By = 'contract' | 'role' | 'agent' | 'model';

const linesOf = (metrics: Metrics, by: By): readonly Line[] => {
  if (by === 'contract')
    return metrics.contracts.map((one) => ({
      ...{
        key: `${one.workflow} ${one.contract}`,
        name: one.contract,
        more: one.workflow,
        accepted: one.accepted,
        judged: one.accepted + one.rejected,
      },
      ...{
        acceptRate: one.acceptRate,
        atOnce: one.firstPassYield,
        rounds: one.rounds.mean,
        target: one.target,
        met: one.met,
      },
    }));
  return metrics.agents.map((one) => ({
    ...{
      key: `${one.role} ${one.agent} ${one.model ?? ''}`,
      accepted: one.accepted,
      judged: one.accepted + one.rejected,
    },
    name: by === 'role' ? one.role : by === 'agent' ? one.agent : (one.model ?? 'not reported'),
    more: by === 'role' ? one.agent : one.role,
    ...{
      acceptRate: one.acceptRate,
      atOnce: one.firstPassYield,
      rounds: one.rounds.mean,
      target: null,
      met: null,
    },
  }));
};

const WORDS: Readonly<Record<By, string>> = {
  contract: 'Contract',
  role: 'Role',
  agent: 'Agent',
  model: 'Model',
};

const Table = ({ lines, by }: { readonly lines: readonly Line[]; readonly by: By }): JSX.Element => {
  const shown = lines.filter(({ accepted, judged, target }) => accepted < judged || target !== null);
  const folded = lines.filter((line) => !shown.includes(line));
  return (
    <>
      <table class="bars w8">
        <thead>
          <tr>
            <th>{WORDS[by]}</th>
            <th class="hide">Of</th>
            <th>Accepted</th>
            <th>
              <span class="sr">Share</span>
            </th>
            <th class="hide">Target</th>
            <th class="hide">At once</th>
            <th class="hide">Rounds</th>
            <th>Judged</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={line.key}>
              <td>
                <b class="strong">
                  <T>{line.name}</T>
                </b>
              </td>
              <td class="hide muted cut">
                <T>{line.more}</T>
              </td>
              <td>
                <Bar value={line.acceptRate ?? 0} target={line.target} met={line.met} />
              </td>
              <td class="nowrap">{rate(line.accepted, line.judged)}</td>
              <td class="hide nowrap">
                {line.target === null ? (
                  <span class="dim">no target</span>
                ) : (
                  <Target met={line.met} words={`≥ ${percent(line.target)}`} />
                )}
              </td>
              <td class="hide">{percent(line.atOnce)}</td>
              <td class="hide">{line.rounds === null ? '–' : line.rounds.toFixed(1)}</td>
              <td>
                {line.accepted}/{line.judged}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {folded.length > 0 && (
        <div class="fold">
          <span class="cut">
            {folded.length} {shown.length === 0 ? '' : 'more '}without a rejection:{' '}
            <T>{[...new Set(folded.map(({ name }) => name))].join(', ')}</T>
          </span>
          <span class="num">{folded.reduce((sum, { accepted }) => sum + accepted, 0)}</span>
        </div>
      )}
    </>
  );
};

const Clauses = ({ metrics }: { readonly metrics: Metrics }): JSX.Element => {
  const found = new Map<string, { clause: string; contracts: Set<string>; count: number }>();
  for (const { contract, rejections } of metrics.contracts)
    for (const { clause, count } of rejections.clauses) {
      const one = found.get(clause) ?? { clause, contracts: new Set<string>(), count: 0 };
      one.contracts.add(contract);
      one.count += count;
      found.set(clause, one);
    }
  const rows = [...found.values()].sort((a, b) => b.count - a.count).slice(0, 12);
  const most = rows[0]?.count ?? 1;
  return (
    <section class="card">
      <header>
        <h2>Why work is sent back</h2>
        <span class="dim">rejections by clause</span>
      </header>
      {rows.length === 0 ? (
        <p class="pad muted">No rejection.</p>
      ) : (
        <table class="bars w4">
          <thead class="sr">
            <tr>
              <th>Clause</th>
              <th>Contracts</th>
              <th>Share</th>
              <th>Count</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ clause, contracts, count }) => (
              <tr key={clause}>
                <td class="cut">
                  <code>
                    <T>{clause}</T>
                  </code>
                </td>
                <td class="muted cut">
                  <T>{[...contracts].join(', ')}</T>
                </td>
                <td>
                  <Bar value={count / most} />
                </td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};

const Phases = ({ metrics }: { readonly metrics: Metrics }): JSX.Element => (
  <section class="card">
    <header>
      <h2>Time in phases</h2>
      <span class="dim">mean stay</span>
    </header>
    <table class="bars w7">
      <thead>
        <tr>
          <th>Phase</th>
          <th class="hide">Workflow</th>
          <th>Stays</th>
          <th>Mean</th>
          <th>Longest</th>
        </tr>
      </thead>
      <tbody>
        {[...metrics.phases]
          .sort((a, b) => b.timeMs.total - a.timeMs.total)
          .slice(0, 12)
          .map(({ workflow, phase, timeMs }) => (
            <tr key={`${workflow} ${phase}`}>
              <td class="cut">
                <T>{phase}</T>
              </td>
              <td class="hide muted">{workflow}</td>
              <td>{timeMs.count}</td>
              <td>{timeMs.mean === null ? '–' : took(timeMs.mean)}</td>
              <td>{timeMs.max === null ? '–' : took(timeMs.max)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  </section>
);

const Tiles = ({ metrics }: { readonly metrics: Metrics }): JSX.Element => {
  const accepted = metrics.contracts.reduce((sum, one) => sum + one.accepted, 0);
  const judged = metrics.contracts.reduce((sum, one) => sum + one.accepted + one.rejected, 0);
  const targets = metrics.contracts.filter(({ met }) => met !== null);
  const missed = targets.filter(({ met }) => met === false).length;
  const { validationMs, humanHandoffMs, questionMs } = metrics.latency;
  const tasks = metrics.escalations.reduce((sum, one) => sum + one.tasks, 0);
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
      {latency('Until people handed on, p95', humanHandoffMs, 'handed on')}
      {latency('Until questions were answered, p95', questionMs, 'answered')}
      <Tile
        k="Tasks that needed a ruling"
        v={rate(escalated, tasks)}
        small={`${escalated} of ${tasks}`}
        met={metrics.escalations.find(({ met }) => met !== null)?.met ?? null}
        words="of the target"
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
}: {
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
          <Tiles metrics={value} />
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
