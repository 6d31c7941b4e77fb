import type { ForeignSystem } from '../../handoffs/foreign-system.ts';
import { questDialect } from './handoff/quest.ts';
import { questInspector } from './inspect/inspector.ts';
import { quest } from './workflow/quest.ts';

export const system: ForeignSystem = {
  name: 'quest',
  dialect: questDialect,
  inspector: questInspector,
  workflow: quest,
};
