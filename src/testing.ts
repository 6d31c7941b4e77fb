// Contract suites for stores and agents of one's own; each takes the test runner's functions as an argument.

export { agentContract } from './agents/agent.contract.ts';
export type { Agent, Session, Task } from './agents/agent.ts';
export { storeContract } from './stores/store.contract.ts';
export type { Store } from './stores/store.ts';
