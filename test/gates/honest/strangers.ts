// Honest work in projects of other shapes than the little shop, as their own commits would be.
import type { Work } from '../case.ts';
import { strangersInGo } from './strangers-go.ts';
import { strangersInJavascript } from './strangers-javascript.ts';
import { strangersInPython } from './strangers-python.ts';
import { strangersInRust } from './strangers-rust.ts';

export const strangers: readonly Work[] = [
  ...strangersInPython,
  ...strangersInJavascript,
  ...strangersInGo,
  ...strangersInRust,
];
