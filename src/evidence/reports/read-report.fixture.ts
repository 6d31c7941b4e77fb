// Reads a report and tells what is wrong with it, in short.
import type { Parsed } from '../../model/problem.ts';
import { type Report, readReport } from './read-report.ts';

export const read = (text: string, file = 'report'): Parsed<Report> =>
  readReport(text, { file, root: '/project' });

export const told = (text: string, file?: string): string[] =>
  read(text, file).problems.map(({ code, severity, message }) => `${severity} ${code} ${message}`);

export const codes = (text: string, file?: string): string[] =>
  read(text, file)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

export const json = (value: unknown): string => JSON.stringify(value);
