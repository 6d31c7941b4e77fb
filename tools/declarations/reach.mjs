// Every declaration that some exports reach, with what each name in it stands for.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readModule, targetOf } from './read-module.mjs';
import { writeOut } from './written-out.mjs';

export const keyOf = ({ file, name }) => `${file}#${name}`;

/** Finds where a name that a module uses is declared: in a file, in a package, or nowhere here. */
export const createResolver = (directory) => {
  const modules = new Map();
  const moduleAt = (file) => {
    const known = modules.get(file) ?? readModule(file);
    modules.set(file, known);
    return known;
  };
  const local = (file, name) => {
    const { declarations, imports } = moduleAt(file);
    if (declarations.has(name)) return { file, name };
    const imported = imports.get(name);
    return imported === undefined ? { global: name } : from(file, imported.from, imported.name);
  };
  const from = (file, specifier, name) => {
    const target = targetOf(file, specifier);
    if (target === undefined) return { package: specifier, name };
    const exported = moduleAt(target).exports.get(name);
    if (exported === undefined) throw new Error(`${target} does not export ${name}`);
    return exported.from === undefined
      ? local(target, exported.name)
      : from(target, exported.from, exported.name);
  };
  const resolver = { moduleAt, local, from };
  return { ...resolver, typeOfSchema: namedSchemas(resolver, directory) };
};

const squeezed = (text) => text.replaceAll(/\s+/g, ' ');

/** The one type that is read by a schema of this text. Short ones are left out: what is equal there is so by chance. */
const namedSchemas = ({ moduleAt }, directory) => {
  const names = new Map();
  const files = readdirSync(directory, { recursive: true }).filter((name) => name.endsWith('.d.ts'));
  for (const file of files.sort().map((name) => join(directory, name))) {
    const { declarations, exports } = moduleAt(file);
    for (const [name, { schema }] of declarations) {
      const { source, type } = declarations.get(schema) ?? {};
      if (type === undefined || !exports.has(name)) continue;
      const text = squeezed(source.slice(type.start, type.end));
      if (/^z\.Zod(Object|DiscriminatedUnion|Union)</.test(text))
        names.set(text, names.has(text) ? undefined : `import("${file}").${name}`);
    }
  }
  return (text) => names.get(squeezed(text));
};

/** A type that is inferred from a schema, as the type that it is; any other as it stands. */
const plainly = ({ moduleAt, local, typeOfSchema }, { file, name }) => {
  const declaration = moduleAt(file).declarations.get(name);
  if (declaration.schema === undefined) return declaration;
  const from = local(file, declaration.schema);
  const { source, type, comment } = moduleAt(from.file).declarations.get(from.name);
  const text = writeOut(source, type, typeOfSchema);
  if (text === undefined) return declaration;
  const written = readModule(file, `export type ${name} = ${text};\n`).declarations.get(name);
  return { ...written, comment: declaration.comment === '' ? comment : declaration.comment };
};

/** From the roots on; what `isElsewhere` says of a declaration ends the way there. */
export const reach = (resolver, roots, isElsewhere) => {
  const found = new Map();
  const visit = (target) => {
    if (target.file === undefined || found.has(keyOf(target)) || isElsewhere(target)) return;
    const declaration = plainly(resolver, target);
    for (const name of declaration.parameters)
      if (resolver.local(target.file, name).global === undefined)
        throw new Error(`${keyOf(target)}: the type parameter ${name} hides what is declared outside`);
    const references = declaration.references.map((one) => ({
      ...one,
      target:
        one.from === undefined
          ? resolver.local(target.file, one.name)
          : resolver.from(target.file, one.from, one.name),
    }));
    found.set(keyOf(target), { ...declaration, ...target, references });
    for (const { target: next } of references) visit(next);
  };
  for (const root of roots) visit(root);
  return found;
};
