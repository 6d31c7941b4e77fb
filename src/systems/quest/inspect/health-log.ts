// logs/context_health.log: one line for each handoff that was read.
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { type Problem, problem } from '../../../model/problem.ts';

export const HEALTH_LOG = 'logs/context_health.log';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
const WORDS: Readonly<Record<string, readonly string[]>> = {
  handoff_json: ['found', 'missing', 'unparsable'],
  source: ['handoff_json', 'text_fallback', 'none'],
  status: ['complete', 'needs_human', 'blocked'],
};
/** Whatever program it is. */
const PROGRAM = /^[a-z][a-z0-9.-]{0,63}$/;
const NEEDED = ['phase', 'agent', 'handoff_json', 'source'];

const faultOf = (line: string): string | undefined => {
  const [time = '', ...pairs] = line.split('|').map((part) => part.trim());
  if (!TIME.test(time)) return 'expected a time first';
  const said = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) return `expected key=value, got ${JSON.stringify(pair.slice(0, 80))}`;
    said.set(pair.slice(0, at), pair.slice(at + 1));
  }
  const missing = NEEDED.filter((key) => !said.has(key));
  if (missing.length > 0) return `expected ${missing.join(', ')}`;
  for (const [key, words] of Object.entries(WORDS)) {
    const word = said.get(key);
    if (word !== undefined && !words.includes(word))
      return `${key}: expected one of ${words.join(', ')}, got ${JSON.stringify(word.slice(0, 80))}`;
  }
  const runtime = said.get('runtime');
  if (runtime !== undefined && !PROGRAM.test(runtime))
    return `runtime: expected a program such as claude, got ${JSON.stringify(runtime.slice(0, 80))}`;
  const iteration = said.get('iter');
  return iteration === undefined || /^\d{1,6}$/.test(iteration) ? undefined : 'iter: expected a number';
};

/** Nothing is decided by it, so what is wrong in it is a warning. */
export const healthLogProblems = (text: string): Problem[] => {
  const found: Problem[] = [];
  let line = 0;
  for (const content of text.split('\n')) {
    line += 1;
    const fault = content.trim() === '' ? undefined : faultOf(content);
    if (fault === undefined) continue;
    found.push(problem('FIELD_INVALID', fault, { file: HEALTH_LOG, severity: 'warning', line, column: 1 }));
    if (found.length === PROBLEMS_MAX) break;
  }
  return found;
};
