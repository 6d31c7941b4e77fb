import type { ForeignSystem } from '../../handoffs/foreign-system.ts';
import { h3aDialect } from './handoff/h3a.ts';
import { h3aInspector } from './inspect/inspector.ts';
import { h3a } from './workflow/h3a.ts';

export const system: ForeignSystem = {
  name: 'h3a',
  dialect: h3aDialect,
  inspector: h3aInspector,
  workflow: h3a,
};
