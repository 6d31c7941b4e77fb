// Two files of one role that state different contracts: whoever plays it gets both.
import { fieldText, type QuestField } from '../handoff/quest-contract.ts';
import { fieldFits, meaningOf } from './compare.ts';
import type { LintProblem } from './finding.ts';
import type { StatedContract, Statement } from './lint-text.ts';

interface Said extends Statement {
  readonly file: string;
  readonly meaning: string;
  /** As the contract has it. */
  readonly right: boolean;
}

/** SUMMARY is the writer's own. */
const COMPARED: readonly QuestField[] = ['STATUS', 'ARTIFACTS', 'NEXT'];

const where = ({ file, line }: Said): string => `${file}:${line}`;

/** Against the file that is right, or else the first one, every other that says something else. */
const differences = (field: string, role: string, said: readonly Said[], expected: string): LintProblem[] => {
  const [first] = said;
  if (first === undefined) return [];
  const measure = said.find(({ right }) => right) ?? first;
  return (
    said
      // One that leaves it to be filled in contradicts nobody.
      .filter(({ meaning }) => meaning !== '' && measure.meaning !== '' && meaning !== measure.meaning)
      .map((one) => ({
        code: 'LINT_FILES_DISAGREE',
        severity: 'error',
        message: `two contracts for the ${role}: ${field} is ${one.value} here, and ${measure.value} in ${where(measure)}`,
        file: one.file,
        field,
        line: one.line,
        column: one.column,
        hint: measure.right ? `Let both say ${measure.value}.` : `Let both say ${expected}.`,
        // What is wrong by itself is fixed by itself; between two that are right a person has to choose.
        fixable: !one.right,
      }))
  );
};

const formsOf = (group: readonly StatedContract[]): Said[] =>
  group.map(({ file, form: { json, line, column } }) => ({
    file,
    line,
    column,
    value: json ? 'a JSON object' : 'a text block',
    meaning: String(json),
    right: !json,
  }));

export const disagreements = (contracts: readonly StatedContract[]): LintProblem[] => {
  const groups = new Map<string, StatedContract[]>();
  for (const contract of contracts) {
    const group = groups.get(contract.role.name) ?? [];
    groups.set(contract.role.name, group);
    group.push(contract);
  }
  return [...groups.values()].flatMap((group) => {
    const { role } = group[0]!;
    const fields = COMPARED.flatMap((field) => {
      const said = group.flatMap(({ file, fields }): Said[] => {
        const stated = fields.get(field);
        if (stated === undefined) return [];
        const { value } = stated;
        const right = fieldFits(role, field, value);
        return [{ ...stated, file, meaning: meaningOf(role, field, value), right }];
      });
      return differences(field, role.name, said, fieldText(role, field));
    });
    return [...differences('the form', role.name, formsOf(group), 'a text block'), ...fields];
  });
};
