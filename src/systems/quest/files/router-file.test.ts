import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { arbitraryRouter, router } from './router.fixture.ts';
import { DIMENSIONS, parseRouter, ROUTER_SHAPE, type Router, routeOf, routerText } from './router-file.ts';

const FILE = 'router.json';
const parse = (value: unknown) => parseRouter(JSON.stringify(value, null, 2), FILE);
const found = (value: unknown) => parse(value).problems.map(({ code, field }) => [code, field]);

describe('the route', () => {
  it.each([
    ['low', 'trivial', 'manual'],
    ['low', 'moderate', 'solo'],
    ['low', 'substantial', 'workflow'],
    ['medium', 'trivial', 'solo'],
    ['medium', 'moderate', 'solo'],
    ['medium', 'substantial', 'workflow'],
    ['high', 'trivial', 'workflow'],
    ['high', 'moderate', 'workflow'],
    ['high', 'substantial', 'workflow'],
  ] as const)('of risk %s and complexity %s is %s', (risk_level, complexity, route) => {
    expect(routeOf({ confidence: 0.7, risk_level, complexity })).toBe(route);
    expect(routeOf({ confidence: 0.69, risk_level, complexity })).toBe('questioner');
  });
});

describe('what the router says', () => {
  it('is taken when it is consistent', () => {
    fc.assert(
      fc.property(arbitraryRouter, (value) => {
        expect(parse(value)).toEqual({ value, problems: [] });
      }),
    );
  });

  it.each(Object.keys(router()))('needs %s', (field) => {
    const { [field]: _, ...rest } = router() as Record<string, unknown>;
    expect(found(rest)).toEqual([['FIELD_MISSING', field]]);
  });

  it.each(DIMENSIONS)('needs the dimension %s', (name) => {
    const { [name]: _, ...dimensions } = router().dimensions;
    expect(found({ ...router(), dimensions })).toEqual([['FIELD_MISSING', `dimensions.${name}`]]);
  });

  it.each([
    ['ui_work', 'true'],
    ['ui_work', 1],
    ['ui_work', null],
    ['confidence', '0.9'],
    ['confidence', 1.5],
    ['confidence', true],
    ['risk_level', 'low | medium | high'],
    ['complexity', 'simple'],
    ['missing_information', null],
    ['missing_information', 'nothing'],
    ['reason', ' '],
    ['dimensions', []],
  ])('has no %s that is %j', (field, value) => {
    expect(found({ ...router(), [field]: value })).toEqual([['FIELD_INVALID', field]]);
    expect(parse({ ...router(), [field]: value }).value).toBeUndefined();
  });

  it('has no field that nobody knows', () => {
    expect(parse({ ...router(), complexty: 'trivial' }).problems).toMatchObject([
      { code: 'FIELD_UNKNOWN', hint: 'Write "complexity".' },
    ]);
  });

  it.each([
    [{ route: 'workflow' }, 'route: expected "solo" (risk low, complexity moderate), got "workflow"'],
    [{ route: 'questioner' }, 'route: expected "solo" (risk low, complexity moderate), got "questioner"'],
    [{ confidence: 0.6 }, 'route: expected "questioner" (confidence 0.6 is below 0.7), got "solo"'],
  ] as const)('names no other route than the one that follows: %j', (more, message) => {
    expect(parse(router(more)).problems).toMatchObject([{ field: 'route', message, line: 2 }]);
  });

  it.each([
    [{ deliverable: 'partial' }, ['with a partial deliverable']],
    [{ scope: 'missing' }, ['with a missing scope']],
    [{ scope: 'partial' }, []],
    [{ constraints: 'missing', input_artifacts: 'missing' }, []],
    [
      { constraints: 'missing', input_artifacts: 'missing', testing_expectations: 'missing' },
      ['with 3 dimensions missing (constraints, input_artifacts, testing_expectations)'],
    ],
    [
      { deliverable: 'missing', scope: 'missing', constraints: 'missing' },
      [
        'with 3 dimensions missing (deliverable, scope, constraints)',
        'with a missing deliverable',
        'with a missing scope',
      ],
    ],
  ] as const)('is not confident about %j', (more, doubts) => {
    const dimensions = { ...router().dimensions, ...more };
    expect(parse(router({ dimensions })).problems.map(({ message }) => message)).toEqual(
      doubts.map((doubt) => `confidence: expected less than 0.7 ${doubt}, got 0.85`),
    );
    expect(parse(router({ dimensions, confidence: 0.5, route: 'questioner' })).problems).toEqual([]);
  });

  it('is written with its fields in order', () => {
    const { dimensions, ...rest } = router();
    const turned = Object.fromEntries(Object.entries({ dimensions, ...rest }).reverse()) as Router;
    expect(routerText(turned)).toBe(`${JSON.stringify(router(), null, 2)}\n`);
  });

  it('is shown to agents by an example that is accepted', () => {
    const [json = ''] = ROUTER_SHAPE.split('\n\n');
    expect(parseRouter(json, FILE).problems).toEqual([]);
    expect(ROUTER_SHAPE).toContain('risk medium: trivial solo, moderate solo, substantial workflow');
  });

  it('may be anything without a crash', () => {
    const near = fc.dictionary(fc.constantFrom(...Object.keys(router()), 'x'), fc.jsonValue());
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          near.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          const { value, problems } = parseRouter(text, FILE);
          expect(value === undefined).toBe(problems.some(isError));
        },
      ),
    );
  });
});
