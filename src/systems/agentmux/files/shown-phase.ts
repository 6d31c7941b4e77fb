// The phases as the files of this workflow name them. What Baton does in a phase of its own belongs to one of those.
import type { Phase } from './state-file.ts';

const SHOWN: Readonly<Record<string, Phase>> = {
  product_management: 'product_management',
  architecting: 'architecting',
  planning: 'planning',
  designing: 'designing',
  implementing: 'implementing',
  merging: 'implementing',
  reviewing: 'reviewing',
  summarising: 'reviewing',
  stuck: 'reviewing',
  fixing: 'fixing',
  completing: 'completing',
  excluding: 'completing',
  approving_itself: 'completing',
  committing: 'completing',
  publishing: 'completing',
};

/** Undefined for what nobody sees: the fork that a run begins with. */
export const shownPhase = (phase: string): Phase | undefined => SHOWN[phase];
