// plan.yaml, and the files that are made from it.
import { type Problem, problem } from '../../../model/problem.ts';
import { planFiles } from '../files/derived-plan.ts';
import { parseExecutionPlan } from '../files/execution-plan.ts';
import type { Plan } from '../files/plan-file.ts';
import { EXECUTION_PLAN_FILE, isPlanTaken, numbered, PLAN_FILE, type RunView } from './run-view.ts';

const FOLDER = '04_planning';
const DERIVED = /^04_planning\/(?:plan|tasks)_(\d{1,9})\.md$/;

const HINT = `Write it anew from ${PLAN_FILE}; what is to be changed is changed there.`;

/** Coders tick off their tasks; that is no change of the plan. */
const plainly = (text: string): string => text.replaceAll(/^- \[[xX]\] /gm, '- [ ] ');

/** The first line in which two texts differ, counted from 1. */
export const firstDifference = (a: string, b: string): number => {
  const [left, right] = [a.split('\n'), b.split('\n')];
  const length = Math.max(left.length, right.length);
  for (let line = 0; line < length; line += 1) if (left[line] !== right[line]) return line + 1;
  return length;
};

const missing = (file: string): Problem =>
  problem('FILE_MISSING', `expected ${file}, which ${PLAN_FILE} makes: there is none`, { file, hint: HINT });

const derivedProblem = (view: RunView, path: string, expected: string): Problem | undefined => {
  const text = view.files.get(path);
  if (text === undefined) return missing(path);
  if (path === EXECUTION_PLAN_FILE) return executionProblem(view, expected);
  const [found, wanted] = [plainly(text), plainly(expected)];
  if (found === wanted) return undefined;
  const line = firstDifference(found, wanted);
  const shown = wanted.split('\n')[line - 1];
  return problem(
    'PROJECTION_CHANGED',
    shown === undefined
      ? `not as it is made from ${PLAN_FILE}: expected the end of the file here`
      : `not as it is made from ${PLAN_FILE}: expected ${JSON.stringify(shown.slice(0, 120))} here`,
    { file: path, line, hint: HINT },
  );
};

/** The same plan may be written in several ways, so the meaning is compared. */
const executionProblem = (view: RunView, expected: string): Problem | undefined => {
  const wanted = parseExecutionPlan(expected, EXECUTION_PLAN_FILE).value;
  if (view.executionPlan === undefined || wanted === undefined) return undefined;
  if (JSON.stringify(view.executionPlan) === JSON.stringify(wanted)) return undefined;
  const text = view.files.get(EXECUTION_PLAN_FILE) ?? '';
  return problem('PROJECTION_CHANGED', `not the groups and sub-plans of ${PLAN_FILE}`, {
    file: EXECUTION_PLAN_FILE,
    line: firstDifference(text, expected),
    hint: HINT,
  });
};

const stale = (view: RunView, plan: Plan): Problem[] => {
  const known = new Set(plan.subplans.map(({ index }) => index));
  const left = [...new Set(numbered(view.files.keys(), DERIVED))].filter((index) => !known.has(index));
  return left.map((index) => {
    const files = [`${FOLDER}/plan_${index}.md`, `${FOLDER}/tasks_${index}.md`].filter((name) =>
      view.files.has(name),
    );
    return problem('PROJECTION_CHANGED', `${files.join(', ')}: the plan has no sub-plan ${index}`, {
      file: files[0] ?? `${FOLDER}/plan_${index}.md`,
      severity: 'warning',
      hint: 'Delete it: it is left from an earlier plan.',
    });
  });
};

export const planProblems = (view: RunView): Problem[] => {
  if (!isPlanTaken(view)) return [];
  if (!view.files.has(PLAN_FILE))
    return [
      problem('FILE_MISSING', `expected ${PLAN_FILE} in the phase ${view.phase}, there is none`, {
        file: PLAN_FILE,
        hint: 'The other files of the plan were made from it; restore it.',
      }),
    ];
  const { plan } = view;
  if (plan === undefined) return [];
  return [
    ...planFiles(plan).flatMap(({ path, text }) => {
      const found = derivedProblem(view, path, text);
      return found === undefined ? [] : [found];
    }),
    ...stale(view, plan),
  ];
};
