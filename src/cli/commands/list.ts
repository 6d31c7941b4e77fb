import type { Register } from '../register.ts';
export const listCommand: Register = () => {};
