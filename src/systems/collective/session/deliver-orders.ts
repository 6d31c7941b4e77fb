// Orders reach the main agent after a subagent's tool call, or when it wants to stop. A retry is held until it is started,
// a few times; then a person is told.
import { STOP_BLOCKS_MAX } from '../../../model/limits/hook.ts';
import type { SessionState } from './session-state.ts';

export interface Delivered {
  readonly state: SessionState;
  /** For the main agent, which must act on it. */
  readonly block: string | undefined;
  /** For the main agent, to know. */
  readonly context: string | undefined;
  /** For the person. */
  readonly notices: readonly string[];
}

const lines = (texts: readonly string[]): string => ['Baton, for this collective:', ...texts].join('\n');

const NOTHING = { block: undefined, context: undefined } as const;

/** After a tool call: everything is told, and what must be followed stays. */
export const ordersAfterTool = (state: SessionState): Delivered => {
  const { orders, notices } = state;
  const next = { ...state, notices: [], orders: orders.filter(({ kind }) => kind === 'retry') };
  if (orders.length === 0) return { state: next, ...NOTHING, notices };
  const text = lines(orders.map((order) => order.text));
  const mustAct = orders.some(({ kind }) => kind !== 'next');
  return { state: next, notices, block: mustAct ? text : undefined, context: mustAct ? undefined : text };
};

/** The main agent wants to stop. `first`: the host says that it was not held in this turn. */
export const ordersAtStop = (state: SessionState, first: boolean): Delivered => {
  const { notices } = state;
  const orders = state.orders.filter(({ kind }) => kind !== 'next');
  if (orders.length === 0) return { state: { ...state, orders, notices: [], holds: 0 }, ...NOTHING, notices };
  const before = first ? 0 : state.holds;
  const kept = orders.filter(({ kind }) => kind === 'retry');
  if (before < STOP_BLOCKS_MAX)
    return {
      state: { ...state, notices: [], orders: kept, holds: before + 1 },
      ...{ block: lines(orders.map((order) => order.text)), context: undefined, notices },
    };
  const ignored = kept.map(
    ({ text }) => `The main agent was held back ${before} times and did not follow: ${text}`,
  );
  return {
    state: { ...state, orders: [], notices: [], holds: 0 },
    ...NOTHING,
    notices: [...notices, ...ignored],
  };
};
