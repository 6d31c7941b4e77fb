import type { Findings } from '../../../handoffs/findings.ts';
import type { QuestStatus } from './quest-contract.ts';
import { shown } from './values.ts';
import { canonicalRole, isAlwaysComplete, nextOf, QUEST_ROLES } from './vocabulary.ts';

/** What the sender's role may say. */
export const judgeRole = <P>(
  role: string | undefined,
  said: { readonly status: QuestStatus; readonly to: string | null | undefined; readonly at: P },
  findings: Findings<P>,
): void => {
  if (role === undefined) return;
  const name = canonicalRole(role);
  if (name === undefined) {
    const message = `the sender's role ${shown(role)} is none of ${QUEST_ROLES.join(', ')}; what it may name as NEXT is not known`;
    findings.warn('HANDOFF_AGENT_UNKNOWN', message, said.at, { field: 'next', hint: 'Check the name.' });
    return;
  }
  if (isAlwaysComplete(name) && said.status !== 'complete')
    findings.warn(
      'HANDOFF_CONTRADICTION',
      `the ${name} decides, so its status is complete; got ${said.status}`,
      said.at,
      {
        field: 'status',
        hint: 'Approve or iterate: NEXT says which.',
      },
    );
  const allowed = nextOf(name);
  if (allowed === undefined || said.to === undefined || allowed.includes(said.to)) return;
  if (said.to === null && said.status !== 'complete') return;
  const list = allowed.map((next) => next ?? 'null').join(' or ');
  const message = `NEXT: ${name} may name ${list}, got ${said.to ?? 'null'}`;
  findings.error('HANDOFF_NEXT_NOT_ALLOWED', message, said.at, { field: 'next', hint: `Write ${list}.` });
};
