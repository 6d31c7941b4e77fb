// Rolls the declarations that each entry point reaches up into one file: a reader of the package sees its whole interface
// there, and nothing else. TypeScript 7 has no API that the usual tools for this could use.
import { createResolver, keyOf, reach } from './reach.mjs';

const exportsOf = (resolver, entry) =>
  new Map(
    [...resolver.moduleAt(entry).exports].map(([name, { name: local, from }]) => [
      name,
      from === undefined ? resolver.local(entry, local) : resolver.from(entry, from, local),
    ]),
  );

const targetsIn = (found) =>
  [...found.values()].flatMap(({ references }) => references.map((one) => one.target));

/** Exported names stay as they are; of others with the same name all but the first get a number. */
const namesFor = (exported, outside, found) => {
  const globals = new Set(targetsIn(found).flatMap((target) => target.global ?? []));
  const names = new Map();
  const taken = new Set([...exported.keys(), ...globals]);
  for (const [name, target] of exported) {
    if (globals.has(name)) throw new Error(`the exported ${name} hides what is global`);
    if (names.has(keyOf(target))) throw new Error(`${keyOf(target)} is exported under two names`);
    names.set(keyOf(target), name);
  }
  for (const [key, { name }] of [...outside, ...found]) {
    if (names.has(key)) continue;
    let free = name;
    for (let number = 1; taken.has(free); number += 1) free = `${name}$${number}`;
    names.set(key, free);
    taken.add(free);
  }
  return names;
};

/** The one package whose types are part of the interface, under the one name that all our files give it. */
const nameInPackage = ({ package: specifier, name }) => {
  if (specifier !== 'zod')
    throw new Error(`expected declarations that need no package but zod, got ${specifier}`);
  return name === '*' ? 'z' : `z.${name}`;
};

const textOf = (declaration, nameFor) => {
  const { source, start, end, id, references, comment } = declaration;
  const places = [
    { ...id, text: nameFor(declaration) },
    ...references.map((one) => ({ ...one, text: nameFor(one.target) })),
  ].sort((a, b) => a.start - b.start);
  let text = '';
  let at = start;
  for (const place of places) {
    text += source.slice(at, place.start) + place.text;
    at = place.end;
  }
  text += source.slice(at, end);
  const declared = /^(declare|interface|type)\b/.test(text) ? text : `declare ${text}`;
  return `${comment === '' ? '' : `${comment}\n`}${declared}`;
};

const importLine = (specifier, outside, names) => {
  const list = [...outside].map(([key, { name }]) =>
    names.get(key) === name ? name : `${name} as ${names.get(key)}`,
  );
  return list.length === 0 ? [] : [`import type { ${list.sort().join(', ')} } from '${specifier}';`];
};

const rollUpOne = (resolver, exported, main) => {
  const known = new Map([...main.exported].map(([name, target]) => [keyOf(target), { name }]));
  const found = reach(resolver, exported.values(), (target) => known.has(keyOf(target)));
  const outside = new Map(
    targetsIn(found).flatMap((target) => {
      const one = known.get(keyOf(target));
      return one === undefined ? [] : [[keyOf(target), one]];
    }),
  );
  const names = namesFor(exported, outside, found);
  const nameFor = (target) =>
    target.global ?? (target.package === undefined ? names.get(keyOf(target)) : nameInPackage(target));
  const list = [...exported].map(([name, target]) =>
    found.get(keyOf(target)).isType ? `type ${name}` : name,
  );
  return [
    ...(targetsIn(found).some((target) => target.package === 'zod')
      ? ["import type * as z from 'zod';"]
      : []),
    ...importLine(main.specifier, outside, names),
    ...[...found.values()].map((one) => textOf(one, nameFor)),
    `export { ${list.sort().join(', ')} };\n`,
  ].join('\n');
};

/**
 * The declarations of each entry point as one text. `main` is the file of the first, with the specifier by which the
 * others find it: a type that it exports is declared there alone.
 */
export const rollUp = (directory, main, others) => {
  const resolver = createResolver(directory);
  const exported = exportsOf(resolver, main.file);
  const nothing = { specifier: main.specifier, exported: new Map() };
  return [
    rollUpOne(resolver, exported, nothing),
    ...others.map((file) =>
      rollUpOne(resolver, exportsOf(resolver, file), { specifier: main.specifier, exported }),
    ),
  ];
};
