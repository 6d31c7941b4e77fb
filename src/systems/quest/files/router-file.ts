// What the router says about a request. Its judgement is its own; the route follows from it by code.
import * as z from 'zod';
import { boundedProblems, isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { type ValidateOptions, validateWith } from '../../../model/validate-with.ts';
import { recordOf } from '../../../std/record-of.ts';
import { jsonText, parseJson } from './json-file.ts';
import { ROUTER_CHARS_MAX, ROUTER_ENTRIES_MAX } from './limits.ts';

export const ROUTES = ['questioner', 'workflow', 'solo', 'manual'] as const;
export type Route = (typeof ROUTES)[number];
const RISKS = ['low', 'medium', 'high'] as const;
const COMPLEXITIES = ['trivial', 'moderate', 'substantial'] as const;
/** What a request should say. */
export const DIMENSIONS = [
  'deliverable',
  'scope',
  'success_criteria',
  'constraints',
  'input_artifacts',
  'testing_expectations',
  'deployment_expectations',
] as const;
const PRESENCES = ['present', 'partial', 'missing'] as const;

const text = z
  .string()
  .max(ROUTER_CHARS_MAX, `expected at most ${ROUTER_CHARS_MAX} characters`)
  .refine((value) => value.trim() !== '', 'expected some text');
const texts = z
  .array(text)
  .max(ROUTER_ENTRIES_MAX, `expected at most ${ROUTER_ENTRIES_MAX} entries`)
  .readonly();

const routerSchema = z.strictObject({
  route: z.enum(ROUTES),
  confidence: z.number().min(0, 'expected 0 to 1').max(1, 'expected 0 to 1'),
  risk_level: z.enum(RISKS),
  complexity: z.enum(COMPLEXITIES),
  reason: text,
  missing_information: texts,
  /** Only the boolean counts: the word "true" is an error. */
  ui_work: z.boolean(),
  ui_work_evidence: texts,
  dimensions: z.strictObject(recordOf(DIMENSIONS, () => z.enum(PRESENCES))),
});
export type Router = z.infer<typeof routerSchema>;

/** Below it the request is too thin to plan. */
const CONFIDENCE_MIN = 0.7;
/** With more dimensions missing nobody can be that confident. */
const MISSING_MAX = 2;

const MATRIX: Readonly<Record<Router['risk_level'], Readonly<Record<Router['complexity'], Route>>>> = {
  low: { trivial: 'manual', moderate: 'solo', substantial: 'workflow' },
  medium: { trivial: 'solo', moderate: 'solo', substantial: 'workflow' },
  high: { trivial: 'workflow', moderate: 'workflow', substantial: 'workflow' },
};

/** The route that follows from what the router says. Its own `route` is not asked. */
export const routeOf = ({
  confidence,
  risk_level,
  complexity,
}: Pick<Router, 'confidence' | 'risk_level' | 'complexity'>): Route =>
  confidence < CONFIDENCE_MIN ? 'questioner' : MATRIX[risk_level][complexity];

type Where = ValidateOptions;

const at = ({ file, locate }: Where, field: string): Partial<Problem> => ({
  ...(file === undefined ? {} : { file }),
  field,
  ...locate?.([field]),
});

/** Why a confidence of 0.70 or more cannot be. */
const doubtsOf = ({ dimensions }: Router): string[] => {
  const missing = DIMENSIONS.filter((name) => dimensions[name] === 'missing');
  return [
    ...(missing.length > MISSING_MAX
      ? [`with ${missing.length} dimensions missing (${missing.join(', ')})`]
      : []),
    ...(dimensions.deliverable === 'present' ? [] : [`with a ${dimensions.deliverable} deliverable`]),
    ...(dimensions.scope === 'missing' ? ['with a missing scope'] : []),
  ];
};

const confidenceProblems = (router: Router, where: Where): Problem[] =>
  router.confidence < CONFIDENCE_MIN
    ? []
    : doubtsOf(router).map((doubt) =>
        problem(
          'FIELD_INVALID',
          `confidence: expected less than ${CONFIDENCE_MIN} ${doubt}, got ${router.confidence}`,
          { ...at(where, 'confidence'), hint: 'Lower the confidence, or correct the dimensions.' },
        ),
      );

const routeProblems = (router: Router, where: Where): Problem[] => {
  const { route, confidence, risk_level, complexity } = router;
  const wanted = routeOf(router);
  if (route === wanted) return [];
  const why =
    wanted === 'questioner'
      ? `confidence ${confidence} is below ${CONFIDENCE_MIN}`
      : `risk ${risk_level}, complexity ${complexity}`;
  return [
    problem('FIELD_INVALID', `route: expected "${wanted}" (${why}), got "${route}"`, {
      ...at(where, 'route'),
      hint: 'Write the route that follows from confidence, risk_level and complexity.',
    }),
  ];
};

/** A value comes back only when no error was found. */
export const parseRouter = (source: string, file: string): Parsed<Router> => {
  const { value: document, problems: told } = parseJson(source, file);
  if (document === undefined) return { value: undefined, problems: told };
  const where = { file, locate: document.locate };
  const { value, problems: wrong } = validateWith(routerSchema, document.json, where);
  const problems = [
    ...told,
    ...wrong,
    ...(value === undefined ? [] : [...routeProblems(value, where), ...confidenceProblems(value, where)]),
  ];
  return { value: problems.some(isError) ? undefined : value, problems: boundedProblems(problems) };
};

/** Keys in the order of the shape, whatever order the router wrote them in. */
export const routerText = (router: Router): string => jsonText(routerSchema.parse(router));

const EXAMPLE: Router = {
  route: 'solo',
  confidence: 0.85,
  risk_level: 'low',
  complexity: 'moderate',
  reason: 'One module changes, and the request says how to see that it is done.',
  missing_information: ['how it is deployed'],
  ui_work: false,
  ui_work_evidence: [],
  dimensions: {
    deliverable: 'present',
    scope: 'present',
    success_criteria: 'present',
    constraints: 'partial',
    input_artifacts: 'partial',
    testing_expectations: 'partial',
    deployment_expectations: 'missing',
  },
};

const row = (risk: Router['risk_level']): string =>
  `  risk ${risk}: ${COMPLEXITIES.map((complexity) => `${complexity} ${MATRIX[risk][complexity]}`).join(', ')}`;

/** For prompts. What stands before the empty line is valid JSON. */
export const ROUTER_SHAPE = `${JSON.stringify(EXAMPLE, null, 2)}

Each of the seven dimensions is ${PRESENCES.join(', ')}: judge what the request says, never how long it is.
confidence: 0 to 1. It is below ${CONFIDENCE_MIN} when more than ${MISSING_MAX} dimensions are missing, when the deliverable is not present,
or when the scope is missing. Lower it as well for migrations, security, payments and possible loss of data.
risk_level: ${RISKS.join(', ')}. complexity: ${COMPLEXITIES.join(', ')}.
route: questioner when confidence is below ${CONFIDENCE_MIN}, otherwise
${RISKS.map(row).join('\n')}
ui_work: true or false without quotation marks; true when people see the result on a screen.
missing_information and ui_work_evidence are lists; write [] when there is nothing to say.
`;
