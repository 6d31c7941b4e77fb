// JSON as people write it into settings: with comments, which are read as spaces so that places stay what they were.
const COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

export const withoutComments = (text: string): string =>
  text.replace(COMMENT, (found) => (found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, ' ')));
