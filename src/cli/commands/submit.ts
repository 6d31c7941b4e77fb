import type { Register } from '../register.ts';
export const submitCommand: Register = () => {};
