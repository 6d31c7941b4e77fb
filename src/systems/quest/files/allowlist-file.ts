import type { Parsed } from '../../../model/problem.ts';
export interface Allowlist {
  readonly gates?: { readonly max_plan_iterations?: number; readonly max_fix_iterations?: number };
  readonly solo?: { readonly max_fix_iterations?: number };
  readonly auto_approve_phases?: Readonly<Record<string, boolean>>;
}
export const parseAllowlist = (text: string, _: string): Parsed<Allowlist> => ({
  value: text === '' ? {} : JSON.parse(text),
  problems: [],
});
