import type { Register } from '../register.ts';
export const logCommand: Register = () => {};
