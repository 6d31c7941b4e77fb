// Files as a prompt shows them: <file path="…">, the text, </file>.

// The wrapper's own tags only: other uses of the word, such as List<File>, stay as they are.
const WRAPPER_TAG = /<(?=\s*\/\s*file\b|\s*file\s+path\b)/gi;

/**
 * A text that held the wrapper's tags could end its block and pass off what follows as another file or as our
 * words. Their "<" becomes "&lt;": still readable, and no tag. Nothing else of a file changes.
 * The block is a mark for a reader, not a wall: what counts is judged by code, whatever a model believes.
 */
export const withoutFileTags = (text: string): string => text.replace(WRAPPER_TAG, '&lt;');

/** For values that hold whole files; templates write the wrapper themselves. */
export const fileBlock = (path: string, text: string): string =>
  `<file path="${path.replaceAll(/["<>\r\n]/g, '_')}">\n${withoutFileTags(text)}\n</file>`;
