import type { ForeignSystem } from '../../handoffs/foreign-system.ts';
import { collectiveFactory } from './collective-config.ts';
import { collectiveDialect } from './handoff/collective.ts';
import { collectiveInspector } from './inspect/inspector.ts';
import { collective } from './workflow/collective.ts';

export const system: ForeignSystem = {
  name: 'collective',
  dialect: collectiveDialect,
  inspector: collectiveInspector,
  workflow: collective,
  factory: collectiveFactory,
};
