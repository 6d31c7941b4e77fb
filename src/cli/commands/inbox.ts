import type { Register } from '../register.ts';
export const inboxCommand: Register = () => {};
