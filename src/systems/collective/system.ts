import type { ForeignSystem } from '../../handoffs/foreign-system.ts';
import { collectiveDialect } from './handoff/collective.ts';
import { collectiveInspector } from './inspect/inspector.ts';

export const system: ForeignSystem = {
  name: 'collective',
  dialect: collectiveDialect,
  inspector: collectiveInspector,
};
