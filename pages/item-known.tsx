// What is known about something that waits: clauses by what they rest on, files, findings, the change, and how it came about.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ItemDocument, Point } from '../src/model/dashboard/documents.ts';
import { currentSession } from './api.ts';
import { Counts, Diff, useDiff } from './diff.tsx';
import { useKeys } from './keys.ts';
import { Ago, clock, Digest, Icon, many, Note, Problem, T } from './parts.tsx';
import { handoffPath } from './places.ts';
import { RowIcon, RowText, whoOf } from './run-rows.tsx';

const BASIS: Readonly<Record<Point['basis'], readonly [string, string, string]>> = {
  measured: ['met', 'met', 'Measured'],
  'exit-code': ['met', 'met', 'Measured: its exit code alone'],
  stated: ['said', 'muted', 'Said, not measured'],
  waived: ['nocheck', 'none', 'The project does without'],
};

export const Points = ({ points }: { readonly points: readonly Point[] }): JSX.Element | null => {
  const order: readonly Point['basis'][] = ['measured', 'exit-code', 'stated', 'waived'];
  const sorted = [...points].sort((a, b) => order.indexOf(a.basis) - order.indexOf(b.basis));
  if (points.length === 0) return null;
  return (
    <section class="card">
      <header>
        <h2>Known about this</h2>
        <span class="right dim">{points.filter(({ basis }) => basis === 'measured').length} measured</span>
      </header>
      <ul class="list">
        {sorted.map((point) => {
          const [name, tone, title] = BASIS[point.basis];
          return (
            <li key={`${point.name} ${point.basis}`}>
              <Icon name={name} tone={tone} title={title} />
              <span class="wrap" title={point.says}>
                <T>{point.title}</T>
                <br />
                <span class="dim">
                  {title.toLowerCase()}
                  {point.why !== undefined && <T>{`: ${point.why}`}</T>}
                  {point.words !== undefined && <T>{`: “${point.words}”`}</T>}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

export const Files = ({ item, left, toggle }: FilesProps): JSX.Element | null => {
  if (item.files.length === 0) return null;
  const canLeave = item.exclude !== undefined && currentSession()?.readOnly !== true;
  return (
    <section class="card">
      <header>
        <h2>{canLeave ? 'In the commit' : 'Changed files'}</h2>
        <span class="dim num">{item.change?.files}</span>
        <span class="right">
          <Counts added={item.change?.added ?? 0} removed={item.change?.removed ?? 0} />
        </span>
      </header>
      <ul class="files">
        {item.files.map(({ path, added, removed }) => (
          <li key={path}>
            {canLeave ? (
              <label class="leave">
                <input type="checkbox" checked={!left.has(path)} onChange={() => toggle(path)} />
                <code class="cut">
                  <T>{path}</T>
                </code>
              </label>
            ) : (
              <code class="cut">
                <T>{path}</T>
              </code>
            )}
            <span class="end">
              <Counts added={added ?? 0} removed={removed ?? 0} />
            </span>
          </li>
        ))}
      </ul>
      {item.cut && <p class="pad muted">There are more.</p>}
    </section>
  );
};

interface FilesProps {
  readonly item: ItemDocument;
  readonly left: ReadonlySet<string>;
  readonly toggle: (path: string) => void;
}

export const Findings = ({ item }: { readonly item: ItemDocument }): JSX.Element | null => {
  const lines = [
    ...(item.tests ?? []).map(
      ({ name, fate, file }) => `${fate}: ${name}${file === undefined ? '' : ` (${file})`}`,
    ),
    ...item.untested.map(({ path, line, text }) => `no test misses ${path}:${line}: ${text}`),
    ...item.notes,
  ];
  if (lines.length === 0) return null;
  return (
    <section class="card">
      <header>
        <h2>Worth a look</h2>
        <span class="dim num">{lines.length}</span>
      </header>
      <ul class="list">
        {lines.map((line) => (
          <li key={line}>
            <Icon name="eye" tone="unproven" />
            <span class="wrap">
              <T>{line}</T>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

export const Changes = ({ item }: { readonly item: ItemDocument }): JSX.Element | null => {
  const before = item.before?.tree;
  const [since, setSince] = useState(before !== undefined && before !== item.trees?.to);
  const trees = item.trees;
  const shown =
    trees === undefined ? undefined : since && before !== undefined ? { from: before, to: trees.to } : trees;
  const loaded = useDiff(item.project, item.run, shown);
  useKeys({ s: () => before !== undefined && setSince((was) => !was) });
  if (trees === undefined) return null;
  return (
    <>
      {item.before !== undefined && before !== undefined && (
        <Note icon="eye" tone="person">
          <T>{item.before.by}</T> looked at <Digest of={before} /> <Ago at={item.before.at} /> ago and
          answered{' '}
          <b class="strong">
            <T>{item.before.choice}</T>
          </b>
          {item.before.text !== '' && <T>{`: “${item.before.text}”`}</T>}
        </Note>
      )}
      <div class="sect" id="d">
        <div class="seg" role="group" aria-label="Which changes">
          {before !== undefined && before !== trees.to && (
            <button type="button" aria-pressed={since} onClick={() => setSince(true)}>
              Since then{' '}
              {since && loaded.value !== undefined && (
                <span class="num">{many(loaded.value.files.length, 'file')}</span>
              )}
            </button>
          )}
          <button type="button" aria-pressed={!since} onClick={() => setSince(false)}>
            Whole change <span class="num">{many(item.change?.files ?? 0, 'file')}</span>
          </button>
        </div>
      </div>
      {item.changeProblem !== undefined && <Problem cause={new Error(item.changeProblem)} />}
      <Diff loaded={loaded} />
    </>
  );
};

export const Came = ({ item }: { readonly item: ItemDocument }): JSX.Element | null =>
  item.came.length === 0 ? null : (
    <section class="card">
      <header>
        <h2>How it came about</h2>
        <span class="dim">{many(item.came.length, 'handoff')}</span>
      </header>
      <ul class="list">
        {item.came.map((row) => (
          <li key={row.submission}>
            <RowIcon row={row} />
            <span class="nowrap">
              <T>{whoOf(row)}</T> <code class="dim">{row.contract}</code>
            </span>
            <a class="muted cut" href={handoffPath(item.project, item.run, row.seq)}>
              <RowText row={row} />
            </a>
            <span class="end dim num">{clock(row.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
