// What `baton check` knows about the files of AgentMux.
import type { Inspector } from '../../../handoffs/inspector.ts';
import { checkArtifact } from './check-artifact.ts';
import { checkRun, isReadInRun, isRunDirectory } from './check-run.ts';

export const agentmuxInspector: Inspector = {
  dialect: 'agentmux',
  says: 'plan.yaml, execution_plan.yaml, review_<role>.yaml and approval.json of AgentMux, and its run directories (.agentmux/.sessions/<run>)',
  artifact: checkArtifact,
  isRun: isRunDirectory,
  reads: isReadInRun,
  run: checkRun,
};
