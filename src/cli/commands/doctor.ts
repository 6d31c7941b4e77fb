import type { Register } from '../register.ts';
export const doctorCommand: Register = () => {};
