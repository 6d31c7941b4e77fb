// Beside a run: the facts that hold, loops, notices, and what was used.
import type { JSX } from 'preact';
import type { RunView } from '../src/model/dashboard/documents.ts';
import { clock, Digest, Icon, T } from './parts.tsx';

export const Side = ({ view }: { readonly view: RunView }): JSX.Element => (
  <aside class="rail-col" aria-label="About this run">
    <section class="card">
      <header>
        <h2>Facts that hold</h2>
        <span class="dim num">{view.facts.length}</span>
      </header>
      <ul class="list">
        {view.facts.map(({ fact, about, basis }) => (
          <li key={fact}>
            <Icon
              name={basis === 'measured' ? 'met' : 'said'}
              tone={basis === 'measured' ? 'met' : 'muted'}
              title={basis === 'measured' ? 'Measured' : `Rests on what was ${basis ?? 'said'}`}
            />
            <span class="wrap">
              <T>{fact}</T>
            </span>
            {about[0] !== undefined && <Digest of={about[0].digest} end />}
          </li>
        ))}
        {view.facts.length === 0 && <li class="muted">None yet.</li>}
      </ul>
    </section>
    {view.loops.length > 0 && (
      <section class="card">
        <header>
          <h2>Loops</h2>
        </header>
        <ul class="list">
          {view.loops.slice(0, 20).map(({ name, count, max }) => (
            <li key={name}>
              <Icon name="loop" tone="none" />
              <span class="wrap">
                <T>{name.replaceAll('_', ' ')}</T>
              </span>
              <span class="end num nowrap">
                {count}
                {max === undefined ? '' : ` of ${max}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
    )}
    {view.notices.length > 0 && (
      <section class="card">
        <header>
          <h2>Told to you</h2>
          <span class="dim num">{view.notices.length}</span>
        </header>
        <ul class="list">
          {view.notices.slice(-10).map(({ at, text }) => (
            <li key={at + text}>
              <span class="wrap">
                <T>{text}</T>
              </span>
              <span class="end dim num">{clock(at)}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
    <section class="card">
      <header>
        <h2>This run</h2>
      </header>
      <dl class="kv">
        <dt>Started</dt>
        <dd class="num">{clock(view.startedAt)}</dd>
        <dt>Agents</dt>
        <dd>
          <T>{[...new Set(Object.values(view.agents))].join(', ') || 'none'}</T>
        </dd>
        <dt>Held by</dt>
        <dd>{view.held ? 'a process' : 'nobody'}</dd>
        <dt>Base</dt>
        <dd>
          <Digest of={view.base.commit ?? view.base.tree} />
        </dd>
        {Object.entries(view.details).map(([name, value]) => (
          <>
            <dt>
              <T>{name}</T>
            </dt>
            <dd>
              <T>{/^[0-9a-f]{40}$/.test(value) ? value.slice(0, 7) : value}</T>
            </dd>
          </>
        ))}
        {view.usage.length === 0 && (
          <>
            <dt>Tokens, cost</dt>
            <dd class="dim">not reported</dd>
          </>
        )}
        {view.usage.map(({ model, inputTokens, outputTokens, costUsd }) => (
          <>
            <dt>
              <T>{model}</T>
            </dt>
            <dd class="num">
              {inputTokens ?? '?'} in, {outputTokens ?? '?'} out
              {costUsd === undefined ? '' : `, $${costUsd.toFixed(2)}`}
            </dd>
          </>
        ))}
      </dl>
    </section>
  </aside>
);
