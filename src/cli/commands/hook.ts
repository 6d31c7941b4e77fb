import type { Register } from '../register.ts';
export const hookCommand: Register = () => {};
