// tool_events.jsonl: one line for each call that was accepted, with the payload that this file has for its tool.
import type { AcceptedCall } from '../../../model/workflow/workflow-texts.ts';
import { normalResearch, researchArgs } from './research-args.ts';

const payloadOf = ({ tool, args }: AcceptedCall): Readonly<Record<string, unknown>> => {
  switch (tool) {
    case 'research_dispatch_code':
    case 'research_dispatch_web':
      return {
        ...normalResearch(researchArgs.parse(args)),
        research_type: tool === 'research_dispatch_web' ? 'web' : 'code',
      };
    case 'submit_architecture':
      return args['reviewers'] === undefined ? {} : { reviewers: args['reviewers'] };
    case 'submit_done':
      return { subplan_index: args['subplan_index'] };
    case 'submit_research_done':
      return { topic: args['topic'], type: args['type'], role_type: args['type'] };
    case 'submit_review':
      return args['role'] === undefined ? {} : { role: args['role'] };
    default:
      return {};
  }
};

/** As the files of this workflow have it: a space after each comma and colon, and nothing but ASCII. */
const spacedJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, inner]) => `${spacedJson(key)}: ${spacedJson(inner)}`)
      .join(', ')}}`;
  return (JSON.stringify(value) ?? 'null').replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

/** Seconds, with the offset: `2026-11-15T02:49:12+00:00`. */
export const isoSeconds = (at: string): string => `${at.slice(0, 19)}+00:00`;

export const recordLine = (call: AcceptedCall): string =>
  `${spacedJson({ tool: call.tool, timestamp: isoSeconds(call.at), payload: payloadOf(call) })}\n`;
