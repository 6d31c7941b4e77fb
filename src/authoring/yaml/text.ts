// Words with {{ expressions }} in them.
import { BatonError } from '../../errors.ts';
import { EXPRESSION_TEXT_CHARS_MAX } from '../../model/limits/workflow.ts';
import {
  type Expression,
  evaluationMessage,
  isExpression,
  type Local,
  parseExpression,
} from './expression.ts';
import { unplain } from './values.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Text {
  readonly expressions: readonly Expression[];
  /** `values` makes what an expression sees; undefined where something that may be missing is missing. */
  render(values: (expression: Expression) => Values | undefined): string;
}

/** Lists as lines, everything else as people would write it. */
const shown = (value: unknown): string => {
  const plain = unplain(value);
  if (plain === null || plain === undefined) return '';
  if (Array.isArray(plain)) return plain.map(shown).join('\n');
  return typeof plain === 'object' ? JSON.stringify(plain) : String(plain);
};

export const evaluated = (expression: Expression, values: Values): unknown => {
  try {
    return expression.evaluate(values);
  } catch (cause) {
    throw new BatonError(
      'WORKFLOW_INVALID',
      `an expression failed: ${evaluationMessage(expression.source, cause)}`,
      {
        hint: 'ask whether it is there: has(files.NAME)',
      },
    );
  }
};

/** The text, and what is wrong with its expressions, in words. */
export const parseText = (
  source: string,
  locals: readonly Local[] = [],
): { readonly text: Text; readonly problems: readonly string[] } => {
  const problems: string[] = [];
  const parts = source.split(/\{\{(.*?)\}\}/s).map((part, index): string | Expression => {
    if (index % 2 === 0) return part;
    const found = parseExpression(part.trim(), locals);
    if (isExpression(found)) return found;
    problems.push(...found.problems.map((message) => `{{ ${part.trim()} }}: ${message}`));
    return '';
  });
  if (source.replaceAll(/\{\{.*?\}\}/gs, '').includes('{{')) problems.push('expected }} behind {{');
  const expressions = parts.filter((part) => typeof part !== 'string');
  const render: Text['render'] = (values) => {
    const texts = parts.map((part) => {
      if (typeof part === 'string') return part;
      const seen = values(part);
      return seen === undefined ? '' : shown(evaluated(part, seen));
    });
    const made = texts.join('');
    if (made.length <= EXPRESSION_TEXT_CHARS_MAX) return made;
    throw new BatonError(
      'WORKFLOW_INVALID',
      `expected a text of at most ${EXPRESSION_TEXT_CHARS_MAX} characters, an expression made ${made.length}`,
    );
  };
  return { text: { expressions, render }, problems };
};
