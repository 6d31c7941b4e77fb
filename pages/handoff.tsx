// One handoff: the verdict in a sentence, then clause by clause what was claimed beside what was measured.
import type { JSX } from 'preact';
import type { HandoffDocument, ShownEvidence } from '../src/model/dashboard/documents.ts';
import { getJson } from './api.ts';
import { Counts, DiffLines, useDiff } from './diff.tsx';
import { Clauses } from './handoff-clauses.tsx';
import { FormProblems, isForm, MarkedFile } from './handoff-form.tsx';
import { useKeys } from './keys.ts';
import {
  Crumbs,
  clock,
  Digest,
  Icon,
  Loading,
  many,
  nth,
  Problem,
  short,
  T,
  times,
  took,
  useLoaded,
} from './parts.tsx';
import { api, filePath, go, handoffPath, logPath, runApi, runPath } from './places.ts';
import { RowIcon, whoOf } from './run-rows.tsx';

const BLAME: Readonly<Record<string, string>> = {
  sender: 'It goes back to the sender.',
  contract: 'Nobody who hands in can meet it: what is asked for must change.',
  environment: 'This is not the agent’s fault.',
  receiver: 'Whoever received it decides.',
};

/** What came of a rejection. */
const againOf = ({ row, times: all }: HandoffDocument): string => {
  const next = all[all.findIndex(({ submission }) => submission === row.submission) + 1];
  return next === undefined
    ? ''
    : ` It was handed in again${next.status === 'judging' ? ', and is being judged' : `: ${WAS[next.status]}`}.`;
};

const formVerdict = (document: HandoffDocument): readonly [string, string, string] => {
  const { problems, evidence } = document;
  const files = [...new Set(problems.flatMap(({ file }) => file ?? []))];
  const where = files.length === 0 ? '' : ` in ${files.slice(0, 3).join(', ')}`;
  return [
    'unmet',
    'Rejected: it is not what the contract asks for',
    `${many(problems.length, 'problem')}${where}, all told at once.${evidence.length === 0 ? ' No command was run.' : ''}${againOf(document)}`,
  ];
};

const verdictOf = (document: HandoffDocument): readonly [string, string, string] => {
  const { row, clauses, blame } = document;
  const broken = clauses.filter(({ status }) => status !== 'met').length || row.broken;
  const total = Math.max(clauses.length, broken);
  if (row.kind === 'human')
    return ['person', `${row.person ?? 'A person'} decided: ${row.outcome ?? ''}`, row.said ?? ''];
  if (row.status === 'judging') return ['judging', 'Being judged', 'Evidence is being gathered.'];
  if (row.status === 'accepted')
    return [
      'met',
      `Accepted: ${row.reviews === true ? 'says ' : ''}${row.outcome ?? ''}`,
      `${many(total, 'clause')} ${total === 1 ? 'is' : 'are'} met${row.judgedMs ? `, judged in ${took(row.judgedMs)}` : ''}.`,
    ];
  if (isForm(document)) return formVerdict(document);
  const word = row.status === 'unproven' ? 'Not proven' : 'Rejected';
  return [
    row.status === 'unproven' ? 'unproven' : 'unmet',
    `${word}: ${broken} of ${many(total, 'clause')} ${broken === 1 ? 'is' : 'are'} not met`,
    `${BLAME[blame ?? ''] ?? ''}${againOf(document)}`.trim(),
  ];
};

const WAS: Readonly<Record<HandoffDocument['row']['status'], string>> = {
  ...{ judging: 'being judged', accepted: 'accepted', rejected: 'rejected', unproven: 'not proven' },
};

const Said = ({ said }: { readonly said: HandoffDocument['said'] }): JSX.Element | null =>
  said.length === 0 ? null : (
    <section class="card">
      <header>
        <Icon name="said" tone="muted" />
        <h2>Said with it</h2>
        <span class="dim">nobody measured this</span>
      </header>
      <dl class="said">
        {said.map(({ name, value }) => (
          <div key={name}>
            <dt>
              <T>{name}</T>
            </dt>
            <dd>
              <T>{value}</T>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );

const Times = ({
  document: { times: all, row, project, run },
}: {
  readonly document: HandoffDocument;
}): JSX.Element => (
  <section class="card">
    <header>
      <h2>Handed in</h2>
      <span class="dim">{times(all.length)}</span>
    </header>
    <div class="steps-v">
      {all.map((one, at) => (
        <div
          class={`stepv ${at === 0 ? 'first' : ''}`}
          {...(one.submission === row.submission ? { 'aria-current': 'true' } : {})}
          key={one.submission}
        >
          <RowIcon row={one} />
          <div>
            <h3>
              <a href={handoffPath(project, run, one.seq)}>
                {nth(at + 1)}: {WAS[one.status]}
              </a>
            </h3>
            <p class="muted small">
              {many(one.clauses, 'clause')}
              {one.problems > 0 ? ` · ${many(one.problems, 'problem')}` : ''} · {clock(one.at)}
            </p>
          </div>
        </div>
      ))}
    </div>
  </section>
);

const Fix = ({ document }: { readonly document: HandoffDocument }): JSX.Element | null => {
  const loaded = useDiff(document.project, document.run, document.fix);
  if (document.fix === undefined) return null;
  const files = loaded.value?.files ?? [];
  return (
    <section class="card file" id="fix">
      <header>
        <h2>What changed until the next</h2>
        <span class="right">
          <Counts
            added={files.reduce((sum, one) => sum + one.added, 0)}
            removed={files.reduce((sum, one) => sum + one.removed, 0)}
          />
        </span>
      </header>
      {loaded.cause !== undefined && (
        <p class="pad muted">
          {loaded.cause instanceof Error ? <T>{loaded.cause.message}</T> : 'It cannot be shown.'}
        </p>
      )}
      {files.slice(0, 6).map((file) => (
        <div key={file.path}>
          <ul class="files">
            <li>
              <Icon name="file" tone="none" small />
              <code class="cut">
                <T>{file.path}</T>
              </code>
            </li>
          </ul>
          <DiffLines file={file} wrap />
        </div>
      ))}
    </section>
  );
};

const Evidence = ({ evidence }: { readonly evidence: readonly ShownEvidence[] }): JSX.Element | null =>
  evidence.length === 0 ? null : (
    <section class="card" id="evidence">
      <header>
        <h2>Evidence</h2>
        <span class="dim">gathered by Baton</span>
      </header>
      <ul class="list">
        {evidence.map((one) => (
          <li key={one.key}>
            <Icon name="term" tone="none" />
            <details class="ev">
              <summary>
                <code>
                  <T>{one.title}</T>
                </code>
                <span class={one.ok === false ? 'unmet' : 'muted'}>
                  {' '}
                  <T>{one.result}</T>
                </span>
                <br />
                <span class="dim">
                  {one.tree === undefined ? '' : `tree ${short(one.tree)}`}
                  {one.ms === undefined ? '' : ` · ${took(one.ms)}`}
                  {one.sandbox === undefined ? '' : ` · sandbox: ${one.sandbox}`}
                </span>
              </summary>
              <pre class="cmd">
                <T>{one.output === undefined || one.output === '' ? 'It printed nothing.' : one.output}</T>
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );

const Sealed = ({
  document: { sealed, project, run, logs },
}: {
  readonly document: HandoffDocument;
}): JSX.Element | null =>
  sealed.length + logs.length === 0 ? null : (
    <section class="card">
      <header>
        <h2>Sealed</h2>
        <span class="dim num">{sealed.length}</span>
      </header>
      <ul class="files">
        {sealed.map(({ path, digest }) => (
          <li key={path + digest}>
            <Icon name="file" tone="none" />
            <code class="cut">
              {digest.startsWith('git-tree:') ? (
                'working tree'
              ) : (
                <a href={filePath(project, run, digest, path)}>
                  <T>{path}</T>
                </a>
              )}
            </code>
            <Digest of={digest} end />
          </li>
        ))}
        {logs.map(({ assignment, attempt }) => (
          <li key={assignment}>
            <Icon name="term" tone="none" />
            <a href={logPath(project, run, assignment, attempt)}>What the agent printed</a>
          </li>
        ))}
      </ul>
    </section>
  );

export const HandoffPage = ({ project, run, seq, at }: HandoffProps): JSX.Element => {
  const { value, cause } = useLoaded(
    (signal) => getJson<HandoffDocument>(api(runApi(run, `/handoffs/${seq}`), project, { at }), signal),
    [project, run, seq, at],
  );
  useKeys({
    '[': () => value?.previous !== undefined && go(handoffPath(project, run, value.previous, at)),
    ']': () => value?.next !== undefined && go(handoffPath(project, run, value.next, at)),
    e: () => document.getElementById('evidence')?.scrollIntoView(),
    d: () => document.getElementById('fix')?.scrollIntoView(),
    Escape: () => go(runPath(project, run, at)),
  });
  if (cause !== undefined) return <Problem cause={cause} alone />;
  if (value === undefined) return <Loading alone />;
  const { row } = value;
  const [tone, title, words] = verdictOf(value);
  return (
    <>
      <div class="top">
        <Crumbs project={project} run={run} at={at} name={row.contract} />
        <div class="right">
          <span class="dim no-phone">
            <kbd>[</kbd> <kbd>]</kbd> handoff before, next
          </span>
        </div>
      </div>
      <div class="head">
        <h1>
          <T>{`${row.contract}: ${whoOf(row)}`}</T>
        </h1>
        <div class="chips">
          <span>
            <T>{row.assignment}</T>
            {row.attempt > 0 ? `, attempt ${row.attempt}` : ''}
          </span>
          <span class="dot">{clock(row.at)}</span>
          <span class="dot">entry {row.seq}</span>
        </div>
      </div>
      <section class={`verdict ${tone}`}>
        <Icon name={tone} tone={tone} />
        <h2>
          <T>{title}</T>
        </h2>
        <p>
          <T>{words}</T>
        </p>
      </section>
      <div class="cols">
        <div class="rail-col">
          {isForm(value) ? <FormProblems problems={value.problems} /> : <Clauses document={value} />}
          <Said said={value.said} />
        </div>
        <aside class="rail-col" aria-label="About this handoff">
          <Times document={value} />
          <Fix document={value} />
          {isForm(value) && <MarkedFile document={value} />}
          <Evidence evidence={value.evidence} />
          <Sealed document={value} />
        </aside>
      </div>
    </>
  );
};

interface HandoffProps {
  readonly project: string | undefined;
  readonly run: string;
  readonly seq: number;
  readonly at: number | undefined;
}
