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

const OWN: Readonly<Record<NonNullable<Clause['own']>, string>> = {
  form: 'read by Baton; what it says is not measured',
  decision: 'a person’s word',
  effect: 'done by Baton',
};

const clauseIcon = ({ status, basis }: Clause): readonly [string, string, string] => {
  if (status === 'unmet') return ['unmet', 'unmet', 'Not met'];
  if (status === 'unproven') return ['unproven', 'unproven', 'Not proven'];
  if (basis === 'waived') return ['nocheck', 'none', 'Waived'];
  return basis === 'stated' ? ['said', 'muted', 'Said, not measured'] : ['met', 'met', 'Met'];
};

/** 100 % is 100.0 %. */
const isSame = (claimed: string, measured: string): boolean => {
  const [a, b] = [claimed, measured].map((text) => /^(-?\d+(?:\.\d+)?)(\D*)$/.exec(text));
  return claimed === measured || (a != null && b != null && Number(a[1]) === Number(b[1]) && a[2] === b[2]);
};

/** What differs comes first; of what is as claimed, a few are named. */
const CLAIMS_SHOWN = 5;
const shownClaims = ({ claims }: Clause): Clause['claims'] =>
  [...claims]
    .sort((a, b) => Number(isSame(a.claimed, a.measured)) - Number(isSame(b.claimed, b.measured)))
    .slice(0, CLAIMS_SHOWN);

/** Each value that was claimed, beside the one that was measured. */
const Claims = ({ clause }: { readonly clause: Clause }): JSX.Element => (
  <div class="claims">
    {shownClaims(clause).map(({ name, claimed, measured }) => (
      <div class={isSame(claimed, measured) ? '' : 'strong'} key={name}>
        <span class="of">
          <T>{name}</T>
        </span>
        <span data-k="Claimed">
          <T>{claimed}</T>
        </span>
        <span data-k="Measured">
          <T>{measured}</T>
        </span>
      </div>
    ))}
  </div>
);

const Measured = ({ clause, seen }: MeasuredProps): JSX.Element => (
  <div>
    {seen.slice(0, 3).map((one) => (
      <div key={one.key}>
        <T>{`${one.title}: ${one.result}`}</T>
      </div>
    ))}
    <Basis clause={clause} />
  </div>
);

interface MeasuredProps {
  readonly clause: Clause;
  readonly seen: readonly ShownEvidence[];
}

const Basis = ({ clause: { basis, waiver, own } }: { readonly clause: Clause }): JSX.Element => (
  <span class="dim">
    {own === undefined ? BASIS[basis] : OWN[own]}
    {waiver !== undefined && <T>{`: ${waiver.why}`}</T>}
  </span>
);

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
        {clause.claims.length > 0 ? (
          <td class="c-two" colSpan={2}>
            <Claims clause={clause} />
            <Basis clause={clause} />
          </td>
        ) : (
          <>
            <td class="c-v" data-k="Claimed" />
            <td class="c-v" data-k="Measured">
              <Measured clause={clause} seen={seen} />
            </td>
          </>
        )}
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
