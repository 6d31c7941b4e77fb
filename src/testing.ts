// The testing kit: plays workflows in memory, and suites that a store or an agent of one's own must pass.
export { agentContract } from './agents/agent.contract.ts';
export type { Agent, Session, Task } from './agents/agent.ts';
export { storeContract } from './stores/store.contract.ts';
export type { Store } from './stores/store.ts';
export { type PlayOptions, play } from './testing/play.ts';
export type { MissingTurn, Played, PlayedVerdict } from './testing/played.ts';
export type { AgentScript, PersonScript, PersonTurn, Scene, Turn } from './testing/script.ts';
export { type TestEvidenceOptions, testEvidence } from './testing/test-evidence.ts';
export type { GiveEvidence } from './testing/world-in-memory.ts';
