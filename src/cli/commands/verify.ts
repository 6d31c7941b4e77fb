import type { Register } from '../register.ts';
export const verifyCommand: Register = () => {};
