import type { Register } from '../register.ts';
export const mcpCommand: Register = () => {};
