// What is handed over in relay, and what is known about it.
import { fact, file, tree } from '../../model/workflow/handles.ts';
import { PLAN_SHAPE, parsePlan } from './plan-file.ts';
import { parseReview, REVIEW_SHAPE } from './review-file.ts';

export const base = tree('base', { starts: 'project' });
export const plan = file('plan.yaml', { parse: parsePlan, example: PLAN_SHAPE });
export const work = tree('work', { each: true });
export const whole = tree('tree');
export const review = file('review.yaml', { parse: parseReview, example: REVIEW_SHAPE });

export const planned = fact('plan.valid', { about: [plan] });
export const done = fact('work.done', { about: [work] });
export const ready = fact('tree.ready', { about: [whole] });
export const passed = fact('review.passed', { about: [whole] });
export const approved = fact('tree.approved', { about: [whole] });
