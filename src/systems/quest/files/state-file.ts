import { jsonText } from './json-file.ts';
export const stateText = (value: object): string => jsonText(value);
