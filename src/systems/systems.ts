// Every foreign system that Baton knows, in the order in which they are asked.
import type { ForeignSystem } from '../handoffs/foreign-system.ts';
import { system as agentmux } from './agentmux/system.ts';
import { system as collective } from './collective/system.ts';
import { system as h3a } from './h3a/system.ts';
import { system as quest } from './quest/system.ts';

export const SYSTEMS: readonly ForeignSystem[] = [agentmux, h3a, quest, collective];
