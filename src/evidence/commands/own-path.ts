// Paths that reports name, as paths of the project. Tools write absolute ones, URIs, and either slash.

/** The folder that the tool ran on; several where one folder has several names. */
export type Roots = string | readonly string[];

const DRIVE = /^[A-Za-z]:\//;
const CONTROLS = /[\x00-\x1f\x7f]/;

const isAbsolute = (path: string): boolean => path.startsWith('/') || DRIVE.test(path);

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Without `.` and `..`; undefined when it leads out of where it begins. */
const partsOf = (path: string): string[] | undefined => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts;
};

const below = (parts: readonly string[], root: string): readonly string[] | undefined => {
  const above = partsOf(root.replaceAll('\\', '/'));
  if (above === undefined || !above.every((part, index) => part === parts[index])) return undefined;
  return parts.slice(above.length);
};

/** Relative to the project; undefined for what is not one of its own files. */
export const ownPath = (path: string, roots: Roots, base = ''): string | undefined => {
  const [text, folder] = [path.replaceAll('\\', '/'), base.replaceAll('\\', '/')];
  const whole = isAbsolute(text) || folder === '' ? text : `${folder}/${text}`;
  const parts = partsOf(whole);
  if (parts === undefined || CONTROLS.test(whole)) return undefined;
  const candidates = isAbsolute(whole)
    ? (typeof roots === 'string' ? [roots] : roots).map((root) => below(parts, root))
    : [parts];
  const own = candidates.find((found) => found !== undefined && found.length > 0);
  if (own === undefined || own.includes('node_modules') || own.includes('__proto__')) return undefined;
  return own.join('/');
};

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]+):/;

/** The same for a URI or a reference in one: percent signs, `file://`. */
export const ownUri = (uri: string, roots: Roots, base = ''): string | undefined => {
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'file') return undefined;
  const path = decoded(
    scheme === undefined ? uri : uri.slice('file:'.length).replace(/^\/\/(?:localhost)?/i, ''),
  );
  // `file:///C:/a` has one slash too many.
  return path === undefined ? undefined : ownPath(path.replace(/^\/(?=[A-Za-z]:\/)/, ''), roots, base);
};
