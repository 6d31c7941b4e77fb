import type { ForeignSystem } from '../../handoffs/foreign-system.ts';
import { agentmuxInspector } from './inspect/inspector.ts';
import { agentmux } from './workflow/agentmux.ts';

/** AgentMux hands over in files and tool calls: it has no dialect of its own. */
export const system: ForeignSystem = { name: 'agentmux', inspector: agentmuxInspector, workflow: agentmux };
