import type { Register } from '../register.ts';
export const stopCommand: Register = () => {};
