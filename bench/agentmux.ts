// The agentmux workflow against figures of the system whose files and words it has.
import { pieceRows } from './agentmux-pieces.ts';
import { pipelineRows } from './agentmux-pipeline.ts';
import { recordRows } from './agentmux-records.ts';
import { agentmuxStartUpRows } from './agentmux-start-up.ts';
import { submitRows } from './agentmux-submit.ts';
import type { Bench } from './bench.ts';
import type { Row } from './measure.ts';

export const agentmuxRows = async (bench: Bench): Promise<Row[]> => [
  ...(await submitRows(bench)),
  ...(await pipelineRows(bench)),
  ...(await pieceRows()),
  ...(await recordRows(bench)),
  ...(await agentmuxStartUpRows(bench)),
];
