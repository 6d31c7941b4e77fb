import type { Register } from '../register.ts';
export const approveCommand: Register = () => {};
export const rejectCommand: Register = () => {};
export const answerCommand: Register = () => {};
