// The pieces that a call is made of, by themselves and warm. Most of them do more than what stands beside them.
import { decide } from '../src/engine/decide.ts';
import { viewOf } from '../src/engine/view.ts';
import { validateWith } from '../src/model/validate-with.ts';
import { renderPrompt } from '../src/prompts/templated-prompt.ts';
import { parsePlan, planSchema } from '../src/systems/agentmux/files/plan-file.ts';
import { checkReferences } from '../src/systems/agentmux/files/plan-references.ts';
import { type Mapping, planReport } from '../src/systems/agentmux/files/plan-report.ts';
import { checkFields, readGroups, readSubplans } from '../src/systems/agentmux/files/plan-rules.ts';
import { parseReview } from '../src/systems/agentmux/files/review-file.ts';
import { agentmux } from '../src/systems/agentmux/workflow/agentmux.ts';
import { parseYaml } from '../src/text/yaml.ts';
import { startInput } from './agentmux-run.ts';
import { failedReview, planText } from './agentmux-texts.ts';
import { pause, type Row, referenceRow, type Sample, sampleOf } from './measure.ts';

const ROUNDS = 30;
const WARM_UP = 10;
/** A stretch of this length is long against the clock's steps. */
const STRETCH_MS = 4;

const PLAN_FILE = '04_planning/plan.yaml';
const REVIEW_FILE = '07_review/review_reviewer_logic.yaml';
const RULES_REFERENCE_MS = { 1: 0.0091, 10: 0.0239, 100: 0.167 } as const;
const YAML_REFERENCE_MS = 76;
const REVIEW_REFERENCE_MS = 0.0037;
const PROMPT_REFERENCE_MS = 0.151;

/** Milliseconds of one turn, each the mean of a stretch. */
const samplesOfTurns = async (turn: () => unknown): Promise<Sample[]> => {
  let turns = 1;
  const stretch = (): number => {
    const start = performance.now();
    for (let done = 0; done < turns; done += 1) turn();
    return performance.now() - start;
  };
  for (let round = 0; round < WARM_UP; round += 1) if (stretch() < STRETCH_MS) turns *= 2;
  const samples: Sample[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause();
    samples.push(await sampleOf(() => stretch() / turns));
  }
  return samples;
};

/** What is left of the work when the YAML was read: every rule, then the schema. */
const rules = (subplans: number): (() => void) => {
  const text = planText(1, subplans);
  const document = parseYaml(text, { file: PLAN_FILE }).value!;
  const plan = document.value as Mapping;
  return () => {
    const report = planReport(document, text);
    checkFields(report, plan);
    checkReferences(report, readSubplans(report, plan), readGroups(report, plan));
    const { value } = validateWith(planSchema, plan);
    if (value === undefined || report.problems().length > 0) throw new Error('the plan is not valid');
  };
};

/** As the holder renders it; the files that it quotes are in memory. */
const architectPrompt = (): (() => void) => {
  const at = '2026-11-15T03:00:00.000Z';
  const contents = (): undefined => undefined;
  const { state } = decide(agentmux, undefined, startInput(), { at, contents });
  const work = Object.values(state.works).find(({ assignment }) => assignment.role === 'architect')!;
  const places = { runDirectory: '/run', workingDirectory: '/tree' };
  const files = new Map([
    ...Object.values(state.artifacts).map(({ path, text }) => [path, text] as const),
    ...agentmux.projections!(viewOf(agentmux, state, contents, '')).map(
      ({ path, text }) => [path, text] as const,
    ),
  ]);
  return () => {
    const view = viewOf(agentmux, state, contents, '');
    const spec = agentmux.contracts['architecture']!.prompt!(view, work.assignment);
    const { text } = renderPrompt({ workflow: agentmux, view, work }, spec, places, {
      read: (path, root) => (root === 'run' ? files.get(path) : undefined),
    });
    if (!text.includes('submit_architecture')) throw new Error('this is no prompt');
  };
};

const requireValid = ({ value }: { readonly value: unknown }): void => {
  if (value === undefined) throw new Error('it is not valid');
};

export const pieceRows = async (): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const subplans of [1, 10, 100] as const) {
    const what = `rules and schema of a parsed plan, ${subplans} (not the same: also places, paths, owners, types)`;
    rows.push(
      referenceRow(what, await samplesOfTurns(rules(subplans)), { ms: RULES_REFERENCE_MS[subplans] }),
    );
  }
  const [plan, review] = [planText(1, 100), failedReview(5)];
  const whole = await samplesOfTurns(() => requireValid(parsePlan(plan, PLAN_FILE)));
  const reviewed = await samplesOfTurns(() => requireValid(parseReview(review, REVIEW_FILE)));
  const prompt = await samplesOfTurns(architectPrompt());
  return [
    ...rows,
    referenceRow('plan of 100 from text to value, all checks (not the same: there safe_load alone)', whole, {
      ms: YAML_REFERENCE_MS,
    }),
    referenceRow('review, fail with 5 findings, from text (not the same: there parsed data)', reviewed, {
      ms: REVIEW_REFERENCE_MS,
    }),
    referenceRow('architect prompt (not the same: there its files are read)', prompt, {
      ms: PROMPT_REFERENCE_MS,
    }),
  ];
};
