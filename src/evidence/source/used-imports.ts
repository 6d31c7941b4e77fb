// Import statements without the names that nothing below them uses. Go does not build with such a name, and elsewhere one
// that is not there keeps a whole file from loading.
import { wordsOf } from './source-words.ts';

type IsUsed = (name: string) => boolean;
type Prune = (text: string) => string;

const EVERYTHING = /(?:^|[\s{,:])\*(?!\s*as\b)/;

/** `a`, `a as b`, `type a`: the name that the file knows it by. */
const localName = (part: string): string => /(\S+)\s*$/.exec(part.trim())?.[1] ?? '';

const usedParts = (list: string, isUsed: IsUsed): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && isUsed(localName(part)));

const usedBy = (text: string): IsUsed => {
  const words = new Set(wordsOf(text));
  return (name) => words.has(name);
};

const GO_IMPORT = /^[ \t]*(?:import[ \t]+)?(?:(\w+|\.|_)[ \t]+)?"([^"\n]+)"[ \t]*\n/gm;

const inGo: Prune = (text) => {
  const end = /^(?:func|type|var|const) /m.exec(text)?.index ?? text.length;
  const code = text.slice(end);
  const head = text
    .slice(0, end)
    .replaceAll(GO_IMPORT, (line: string, alias: string | undefined, path: string) => {
      if (alias === '_' || alias === '.') return line;
      const last = path.split('/').findLast((part) => !/^v\d+$/.test(part)) ?? path;
      const name = alias ?? last.replace(/^go-|\.v\d+$|-go$/g, '');
      return new RegExp(`\\b${name.replaceAll(/\W/g, '')}\\.`).test(code) ? line : '';
    });
  return `${head}${code}`;
};

const SCRIPT_IMPORT = /^import\s+(?!type\b)([^'"();]*?)\s*from\s*(['"][^'"\n]+['"])[ \t]*;?[ \t]*$/gm;

const inScript: Prune = (text) => {
  const isUsed = usedBy(text.replace(SCRIPT_IMPORT, ''));
  return text.replace(SCRIPT_IMPORT, (_, clause: string, source: string) => {
    const list = /\{([^}]*)\}/.exec(clause)?.[1];
    const named = list === undefined ? [] : usedParts(list, isUsed);
    const others = usedParts(clause.replace(/\{[^}]*\}/, ''), isUsed);
    const left = [...others, ...(named.length === 0 ? [] : [`{ ${named.join(', ')} }`])];
    return left.length === 0 ? '' : `import ${left.join(', ')} from ${source};`;
  });
};

const PYTHON_FROM = /^([ \t]*)from[ \t]+(\S+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#(]+)/gm;

const inPython: Prune = (text) => {
  const isUsed = usedBy(text.replace(PYTHON_FROM, ''));
  return text.replace(PYTHON_FROM, (line: string, indent: string, source: string, names: string) => {
    if (source === '__future__' || EVERYTHING.test(names)) return line;
    const left = usedParts(names.replace(/#[^\n]*/g, '').replace(/[()\\]/g, ' '), isUsed);
    return left.length === 0 ? `${indent}pass` : `${indent}from ${source} import ${left.join(', ')}`;
  });
};

const RUST_USE = /^([ \t]*)use[ \t]+([^;{}]+?)(?:::\{([^{}]*)\})?;/gm;

const inRust: Prune = (text) => {
  const isUsed = usedBy(text.replace(RUST_USE, ''));
  return text.replace(RUST_USE, (line: string, indent: string, path: string, names: string | undefined) => {
    if (EVERYTHING.test(names ?? path)) return line;
    if (names === undefined) return isUsed(localName(path.replaceAll('::', ' '))) ? line : '';
    const left = usedParts(names, isUsed);
    return left.length === 0 ? '' : `${indent}use ${path}::{${left.join(', ')}};`;
  });
};

const PRUNERS: readonly (readonly [RegExp, Prune])[] = [
  [/\.go$/i, inGo],
  [/\.(?:[cm]?[jt]s|[jt]sx)$/i, inScript],
  [/\.py$/i, inPython],
  [/\.rs$/i, inRust],
];

/** What an import loads beside its names is not kept: a file that nothing is used of is not loaded either. */
export const withUsedImports = (path: string, text: string): string =>
  PRUNERS.find(([extension]) => extension.test(path))?.[1](text) ?? text;
