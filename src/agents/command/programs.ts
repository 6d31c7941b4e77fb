// The programs of `command:NAME`.
import type { AgentProgram } from './program.ts';
import { CLAUDE } from './programs/claude.ts';
import { CODEX } from './programs/codex.ts';
import { COPILOT } from './programs/copilot.ts';
import { GEMINI } from './programs/gemini.ts';
import { OPENCODE } from './programs/opencode.ts';
import { QWEN } from './programs/qwen.ts';

export const AGENT_PROGRAMS: readonly AgentProgram[] = [CLAUDE, CODEX, GEMINI, OPENCODE, QWEN, COPILOT];

export const programNamed = (name: string): AgentProgram | undefined =>
  AGENT_PROGRAMS.find((program) => program.name === name);
