import type { Register } from '../register.ts';
export const proveCommand: Register = () => {};
