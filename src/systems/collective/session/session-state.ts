// What is remembered of a collective that lives inside of a host's session: counts, orders, and what to tell a person.
import * as z from 'zod';
import { EMPTY_LEDGER, failureLedgerSchema } from '../failure/failure-ledger.ts';
import { PHASES } from '../handoff/words.ts';
import { NEW_HUB } from '../hub/hub.ts';

const count = z.int().min(0);

const orderSchema = z.strictObject({
  /** `retry` is held until it is followed, `tell` is told once, `next` is only for those who want to know. */
  kind: z.enum(['retry', 'tell', 'next']),
  /** Who is to be started. */
  to: z.string().nullable(),
  /** The subagent whose message led to it. */
  by: z.string(),
  text: z.string(),
});
export type Order = z.infer<typeof orderSchema>;

export const sessionStateSchema = z.strictObject({
  v: z.literal(1),
  ledger: failureLedgerSchema,
  hub: z.strictObject({
    phases: z.record(z.string(), z.enum(PHASES)),
    ways: z.record(z.string(), count),
  }),
  /** By the host's name of a subagent: how often it was held in a row, and how many of its messages were taken. */
  agents: z.array(z.strictObject({ id: z.string(), holds: count, taken: count })),
  orders: z.array(orderSchema),
  notices: z.array(z.string()),
  /** How often the main agent was held in a row because of orders. */
  holds: count,
});
export type SessionState = z.infer<typeof sessionStateSchema>;

export const NEW_SESSION: SessionState = {
  v: 1,
  ledger: EMPTY_LEDGER,
  hub: { phases: { ...NEW_HUB.phases }, ways: { ...NEW_HUB.ways } },
  agents: [],
  orders: [],
  notices: [],
  holds: 0,
};
