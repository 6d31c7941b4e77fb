/** A file of the run that a prompt shows; an optional one is left out where it does not exist. */
export const givenFile = (path: string, include: 'include' | 'include-optional' = 'include'): string =>
  `<file path="${path}">\n[[${include}:${path}]]\n</file>`;
