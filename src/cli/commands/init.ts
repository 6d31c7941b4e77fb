import type { Register } from '../register.ts';
export const initCommand: Register = () => {};
