// Figures in tables: by contract, role, agent and model, the clauses that send work back, and phases.
import type { JSX } from 'preact';
import type { Metrics } from '../src/model/metrics.ts';
import { Icon, T, took } from './parts.tsx';

/** Under this, "2 of 2" says more than a percentage. */
const RATE_FROM = 5;

export const percent = (ratio: number | null): string =>
  ratio === null ? '–' : `${Math.round(ratio * 100)} %`;
export const rate = (accepted: number, of: number): string =>
  of < RATE_FROM ? `${accepted} of ${of}` : percent(accepted / of);

export const Target = ({
  met,
  words,
}: {
  readonly met: boolean | null;
  readonly words: string;
}): JSX.Element =>
  met === null ? (
    <span class="t dim">no target</span>
  ) : (
    <span class={`t ${met ? 'met' : 'unmet'}`}>
      <Icon name={met ? 'met' : 'unmet'} />
      {words}
    </span>
  );

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

export type By = 'contract' | 'role' | 'agent' | 'model';

export const linesOf = (metrics: Metrics, by: By): readonly Line[] => {
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

export const WORDS: Readonly<Record<By, string>> = {
  contract: 'Contract',
  role: 'Role',
  agent: 'Agent',
  model: 'Model',
};

export const Table = ({ lines, by }: { readonly lines: readonly Line[]; readonly by: By }): JSX.Element => {
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

export const Clauses = ({ metrics }: { readonly metrics: Metrics }): JSX.Element => {
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

export const Phases = ({ metrics }: { readonly metrics: Metrics }): JSX.Element => (
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
