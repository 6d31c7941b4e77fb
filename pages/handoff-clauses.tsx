// The clauses of a handoff, broken ones first: what was claimed beside what was measured.
import type { JSX } from 'preact';
import type { Clause, HandoffDocument, ShownEvidence } from '../src/model/dashboard/documents.ts';
import { Icon, T } from './parts.tsx';

const BASIS: Readonly<Record<Clause['basis'], string>> = {
  measured: 'measured by Baton',
  'exit-code': 'measured: its exit code alone',
  stated: 'said, not measured',
  waived: 'the project does without',
};

const clauseIcon = ({ status, basis }: Clause): readonly [string, string, string] => {
  if (status === 'unmet') return ['unmet', 'unmet', 'Not met'];
  if (status === 'unproven') return ['unproven', 'unproven', 'Not proven'];
  if (basis === 'waived') return ['nocheck', 'none', 'Waived'];
  return basis === 'stated' ? ['said', 'muted', 'Said, not measured'] : ['met', 'met', 'Met'];
};

/** What differs comes first; of what is as claimed, a few are named. */
const CLAIMS_SHOWN = 5;
const shownClaims = ({ claims }: Clause): Clause['claims'] =>
  [...claims]
    .sort((a, b) => Number(a.claimed === a.measured) - Number(b.claimed === b.measured))
    .slice(0, CLAIMS_SHOWN);

const ClauseRows = ({
  clause,
  evidence,
}: {
  readonly clause: Clause;
  readonly evidence: readonly ShownEvidence[];
}): JSX.Element => {
  const [name, tone, title] = clauseIcon(clause);
  const bad = clause.status !== 'met';
  const seen = evidence.filter(({ key }) => clause.evidence.includes(key));
  return (
    <>
      <tr class={`${bad ? 'bad' : ''} ${clause.problems.length > 0 ? 'has' : ''}`}>
        <td class="c-i">
          <Icon name={name} tone={tone} title={title} />
        </td>
        <td class="c-c">
          <h3 title={clause.says}>
            <T>{clause.title}</T>
          </h3>
          <span class="name">
            <T>{clause.clause}</T>
          </span>
        </td>
        <td class="c-v" data-k="Claimed">
          {clause.claims.length > 0 && (
            <div>
              {shownClaims(clause).map(({ name: of, claimed }) => (
                <div key={of}>
                  <T>{`${of}: ${claimed}`}</T>
                </div>
              ))}
            </div>
          )}
        </td>
        <td class="c-v" data-k="Measured">
          <div>
            {shownClaims(clause).map(({ name: of, claimed, measured }) => (
              <div class={claimed === measured ? '' : 'strong'} key={of}>
                <T>{`${of}: ${measured}`}</T>
              </div>
            ))}
            {clause.claims.length === 0 &&
              seen.slice(0, 3).map((one) => (
                <div key={one.key}>
                  <T>{`${one.title}: ${one.result}`}</T>
                </div>
              ))}
            <span class="dim">
              {BASIS[clause.basis]}
              {clause.waiver !== undefined && <T>{`: ${clause.waiver.why}`}</T>}
            </span>
          </div>
        </td>
      </tr>
      {clause.problems.map((problem, at) => (
        <tr class={bad ? 'fix' : 'warn'} key={at}>
          <td />
          <td colSpan={3}>
            <div class="must">
              <span class="at">
                <T>
                  {[
                    problem.file === undefined
                      ? ''
                      : `${problem.file}${problem.line === undefined ? '' : `:${problem.line}`}`,
                    problem.code,
                  ]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </T>
              </span>
              <pre>
                <T>{problem.message}</T>
              </pre>
              {problem.hint !== undefined && (
                <span class="do">
                  <Icon name="arrow" tone={bad ? 'unmet' : 'none'} small />
                  <span>
                    <T>{problem.hint}</T>
                  </span>
                </span>
              )}
            </div>
          </td>
        </tr>
      ))}
    </>
  );
};

export const Clauses = ({
  document: { clauses, notChecked, problems, evidence, says },
}: {
  readonly document: HandoffDocument;
}): JSX.Element => (
  <section class="card">
    <header>
      <h2>Clauses</h2>
      <span class="dim no-phone cut">
        <T>{says}</T>
      </span>
    </header>
    <table class="clauses">
      <thead>
        <tr>
          <th class="c-i">
            <span class="sr">Verdict</span>
          </th>
          <th class="c-c">Clause</th>
          <th>Claimed</th>
          <th>Measured by Baton</th>
        </tr>
      </thead>
      <tbody>
        {clauses.map((clause) => (
          <ClauseRows clause={clause} evidence={evidence} key={clause.clause} />
        ))}
        {clauses.length === 0 &&
          problems.map((problem, at) => (
            <ClauseRows
              clause={{
                clause: problem.code,
                title: problem.code,
                says: problem.code,
                status: 'unmet',
                basis: 'measured',
                evidence: [],
                problems: [problem],
                claims: [],
              }}
              evidence={evidence}
              key={at}
            />
          ))}
        {notChecked.map(({ clause, title, says: asks }) => (
          <tr key={clause}>
            <td class="c-i">
              <Icon name="nocheck" tone="none" title="Not checked" />
            </td>
            <td class="c-c">
              <h3 title={asks}>
                <T>{title}</T>
              </h3>
              <span class="name">{clause}</span>
            </td>
            <td class="c-v" data-k="Claimed" />
            <td class="c-v" data-k="Measured">
              <div>
                <span class="dim">Not checked</span>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
