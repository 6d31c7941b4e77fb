// One file of declarations as the roll-up sees it: what it declares, imports and exports, and what each declaration
// refers to.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { schemaOf } from './written-out.mjs';

const isOurs = (specifier) => /^[./]/.test(specifier);

/** Sources import each other as `.ts`; the compiler writes `.d.ts` beside them. */
export const targetOf = (file, specifier) =>
  isOurs(specifier) ? resolve(dirname(file), specifier).replace(/(\.d)?\.[jt]s$/, '.d.ts') : undefined;

const nameOf = (node) => node.name ?? node.value;

const importsOf = ({ specifiers, source }) =>
  specifiers.map((one) => [
    one.local.name,
    {
      from: source.value,
      name: one.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(one.imported ?? { name: 'default' }),
    },
  ]);

const idsOf = (declaration) =>
  declaration.type === 'VariableDeclaration'
    ? declaration.declarations.map(({ id }) => id)
    : [declaration.id];

const KINDS_OF_TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);

const leftmost = (node) => (node.type === 'TSQualifiedName' ? leftmost(node.left) : node);

/** Where a node names something that is declared elsewhere. */
const namedBy = (node) => {
  switch (node.type) {
    case 'TSTypeReference':
      return node.typeName;
    case 'TSTypeQuery':
      return node.exprName;
    case 'TSInterfaceHeritage':
    case 'TSClassImplements':
      return node.expression;
    case 'ClassDeclaration':
      return node.superClass;
    default:
      return node.computed === true ? node.key : undefined;
  }
};

const walk = (node, visit) => {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit);
    return;
  }
  if (typeof node.type === 'string') visit(node);
  for (const value of Object.values(node)) walk(value, visit);
};

/** Names of type parameters hide what is declared outside; one that hides something of ours is refused. */
const parametersIn = (declaration) => {
  const names = new Set();
  walk(declaration, (node) => {
    if (node.type === 'TSTypeParameter') names.add(node.name.name);
    if (node.type === 'TSMappedType') names.add(node.key.name);
  });
  return names;
};

const referencesIn = (declaration) => {
  const parameters = parametersIn(declaration);
  const found = [];
  walk(declaration, (node) => {
    if (node.type === 'TSImportType') {
      const { start, source, qualifier } = node;
      const first = leftmost(qualifier);
      found.push({ start, end: first.end, name: first.name, from: source.value });
      return;
    }
    const named = namedBy(node);
    if (named === undefined || named === null) return;
    const { type, name, start, end } = leftmost(named);
    if (type === 'Identifier' && !parameters.has(name)) found.push({ start, end, name });
  });
  return { references: found, parameters };
};

/** The comment that stands right before a declaration. */
const commentBefore = (source, comments, start) => {
  const last = comments.findLast(({ end }) => end <= start);
  const isDoc = last?.type === 'Block' && last.value.startsWith('*');
  return isDoc && source.slice(last.end, start).trim() === '' ? source.slice(last.start, last.end) : '';
};

/** `source` is what the compiler wrote there, where it is not given. */
export const readModule = (file, source = readFileSync(file, 'utf8')) => {
  const { program, comments, errors } = parseSync(file, source, { lang: 'dts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = { file, imports: new Map(), exports: new Map(), declarations: new Map() };
  const declare = (declaration, start) => {
    for (const id of idsOf(declaration)) {
      if (found.declarations.has(id.name)) throw new Error(`${file}: ${id.name} is declared twice`);
      found.declarations.set(id.name, {
        id: { start: id.start, end: id.start + id.name.length },
        isType: KINDS_OF_TYPES.has(declaration.type),
        comment: commentBefore(source, comments, start),
        start: declaration.start,
        end: declaration.end,
        source,
        /** The schema of which it is the type; and, of a schema, its own type. */
        schema: schemaOf(declaration),
        type: id.typeAnnotation?.typeAnnotation,
        ...referencesIn(declaration),
      });
    }
  };
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration')
      for (const [local, imported] of importsOf(node)) found.imports.set(local, imported);
    else if (node.type !== 'ExportNamedDeclaration') declare(node, node.start);
    else if (node.declaration !== null) {
      declare(node.declaration, node.start);
      for (const id of idsOf(node.declaration)) found.exports.set(id.name, { name: id.name });
    } else
      for (const { local, exported } of node.specifiers)
        found.exports.set(nameOf(exported), { name: nameOf(local), from: node.source?.value });
  }
  return found;
};
