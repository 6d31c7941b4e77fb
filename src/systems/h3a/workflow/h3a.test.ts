// The workflow as data: it is proved, and what is wrong with a changed copy of it is found before any agent runs.
import { describe, expect, it } from 'vitest';
import { guarantees, isWay, route, seeded, work } from '../../../../test/fixtures/workflows/seeded.ts';
import { prove } from '../../../engine/prove.ts';
import type { ErrorCode } from '../../../errors.ts';
import type { Workflow } from '../../../model/workflow/workflow.ts';
import { h3a } from './h3a.ts';

const WAY_TO_G2 = ['G0', 'bridging', 'G1', 'bridgingH2', 'G2'];
const WAY_TO_GATES = [...WAY_TO_G2, 'bridgingH3', 'gates'];

interface Fault {
  readonly says: string;
  readonly workflow: Workflow;
  readonly code: ErrorCode;
  readonly path: readonly string[];
  /** Words of the message: the fact, the contract, the artifact that it is about. */
  readonly words: string;
}

const faults: readonly Fault[] = [
  {
    says: 'a pass that guarantees nothing is routed on',
    workflow: seeded(h3a, [guarantees('H3', 'pass'), []]),
    code: 'PROOF_FACT',
    path: [...WAY_TO_GATES, 'G3'],
    words: 'contract "G3" assumes "validated"',
  },
  {
    says: 'a verdict of fail goes on to the last gate',
    workflow: seeded(h3a, [route('G2', 3), { when: { any: 'fail' }, to: 'G3' }]),
    code: 'PROOF_FACT',
    path: [...WAY_TO_G2, 'G3'],
    words: 'contract "G3" assumes "validated"',
  },
  {
    says: 'nobody approves before the commit',
    workflow: seeded(h3a, [[...route('gates', 1), 'to'], 'committing']),
    code: 'PROOF_FACT',
    path: [...WAY_TO_GATES, 'committing'],
    words: 'contract "commit" assumes "approved"',
  },
  {
    says: 'an approval under conditions commits',
    workflow: seeded(h3a, [route('G3', 1), { when: { all: 'conditional' }, to: 'committing' }]),
    code: 'PROOF_FACT',
    path: [...WAY_TO_GATES, 'G3', 'committing'],
    words: 'contract "commit" assumes "approved"',
  },
  {
    says: 'the limit of remediations approves what was not validated',
    workflow: seeded(h3a, [['limits', 'remediations', 'atLimit'], 'G3']),
    code: 'PROOF_FACT',
    path: [...WAY_TO_G2, 'G3'],
    words: 'contract "G3" assumes "validated"',
  },
  {
    says: 'remediations have no limit',
    workflow: seeded(h3a, [[...route('G2', 2), 'counts'], undefined]),
    code: 'PROOF_LOOP',
    path: ['G1', 'bridgingH2', 'G2', 'G1'],
    words: 'G1 → bridgingH2 → G2 → G1',
  },
  {
    says: 'a gate of the project that fails sends back without a limit',
    workflow: seeded(h3a, [[...route('custom', 1), 'counts'], undefined]),
    code: 'PROOF_LOOP',
    path: ['G1', 'bridgingH2', 'G2', 'bridgingH3', 'gates', 'custom', 'G1'],
    words: 'G1 → bridgingH2 → G2 → bridgingH3 → gates → custom → G1',
  },
  {
    says: 'work is handed in without the tests having been seen to pass',
    workflow: seeded(h3a, [guarantees('H2', 'done'), ['red.discriminates', 'scope.kept', 'coverage.kept']]),
    code: 'PROOF_FACT',
    path: WAY_TO_G2,
    words: 'contract "H3" assumes "tests.green"',
  },
  {
    says: 'an escalation that is to be validated again goes to the last gate',
    workflow: seeded(h3a, [[...route('escalated', 2), 'to'], 'G3']),
    code: 'PROOF_FACT',
    path: [...WAY_TO_G2, 'escalated', 'G3'],
    words: 'contract "G3" assumes "validated"',
  },
  {
    says: 'the last gate does not ask for a validation, and a verdict of fail goes on to it',
    workflow: seeded(
      h3a,
      [['contracts', 'G3', 'assumes'], ['tests.green']],
      [route('G2', 3), { when: { any: 'fail' }, to: 'G3' }],
    ),
    code: 'PROOF_FACT',
    path: [...WAY_TO_G2, 'G3', 'committing'],
    words: 'contract "commit" assumes "validated"',
  },
  {
    says: 'a phase has no way out',
    workflow: seeded(h3a, [['phases', 'committing', 'routes'], []]),
    code: 'PROOF_OUTCOME',
    path: ['committing'],
    words: '"committed"',
  },
  {
    says: 'a verdict leads nowhere',
    workflow: seeded(h3a, [
      ['phases', 'G2', 'routes'],
      h3a.phases['G2']!.routes.filter(({ to }) => to !== 'escalated'),
    ]),
    code: 'PROOF_OUTCOME',
    path: ['G2'],
    words: '"escalation"',
  },
  {
    says: 'a validator reads an artifact that nobody is sure to have written',
    workflow: seeded(h3a, [['contracts', 'H3', 'reads', 'lintOutput'], 'required']),
    code: 'PROOF_ARTIFACT',
    path: WAY_TO_G2,
    words: 'contract "H3" reads "lintOutput"',
  },
  {
    says: 'a person reads the report of a gate that the project does not have',
    workflow: seeded(h3a, [['contracts', 'G3', 'reads', 'gateReport'], 'required']),
    code: 'PROOF_ARTIFACT',
    path: [...WAY_TO_GATES, 'G3'],
    words: 'contract "G3" reads "gateReport"',
  },
  {
    says: 'a validator may change the code that it validates',
    workflow: seeded(h3a, [
      ['contracts', 'H3', 'produces'],
      ['validatorReport', 'tree'],
    ]),
    code: 'PROOF_REFERENCE',
    path: ['contracts', 'H3'],
    words: 'which role "validator" may not write',
  },
  {
    says: 'no gate of the project would be a pass',
    workflow: seeded(h3a, [[...work('custom'), 'over', 'min'], 0]),
    code: 'PROOF_FAN_OUT',
    path: ['phases', 'custom', 'work', '0'],
    words: '"all passed" would be true of nobody',
  },
  {
    says: 'the count of remediations is set back by the executor',
    workflow: seeded(h3a, [[...route('G1'), 'resets'], ['remediations']]),
    code: 'PROOF_OWNER',
    path: ['phases', 'G1', 'routes', '0', 'resets'],
    words: 'remediations',
  },
];

describe('h3a', () => {
  it('is proved: every assumption is guaranteed, every loop ends, every path leads out', () => {
    expect(prove(h3a).problems).toEqual([]);
  });

  it.each(faults)('is not proved when $says', ({ workflow, code, path, words }) => {
    const found = prove(workflow).problems.filter((problem) => problem.code === code);
    expect(found).toContainEqual({ code, path, message: expect.stringContaining(words) });
    if (code === 'PROOF_FACT' || code === 'PROOF_LOOP') expect(isWay(workflow, path)).toBe(true);
  });
});
