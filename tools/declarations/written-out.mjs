// `z.infer<typeof schema>` written out as the type that it is. Schemas are printed with everything inside of them, so that
// a journal entry alone would take 2,800 lines; and nobody who uses the library wants to read a type in terms of zod.

const isNamed = (node, pattern) =>
  node?.type === 'TSTypeReference' &&
  node.typeName.type === 'TSQualifiedName' &&
  node.typeName.left.name === 'z' &&
  pattern.test(node.typeName.right.name);

/** The name of the schema, where a type is what the schema reads. */
export const schemaOf = (declaration) => {
  const { type, typeAnnotation: inferred } = declaration;
  if (type !== 'TSTypeAliasDeclaration' || !isNamed(inferred, /^infer$/)) return undefined;
  const [query] = inferred.typeArguments.params;
  return query.type === 'TSTypeQuery' ? query.exprName.name : undefined;
};

const UNIONS = /^Zod(Enum|Union|DiscriminatedUnion|Optional|Nullable)$/;

/** Thrown where a schema has something that is not written out here; the type stays as it was inferred then. */
class NotWritten extends Error {}

const membersOf = (literal) => {
  if (literal?.type !== 'TSTypeLiteral') throw new NotWritten();
  return literal.members.map((member) => {
    if (member.type !== 'TSPropertySignature') throw new NotWritten();
    return [member.key, member.typeAnnotation.typeAnnotation];
  });
};

const unionOf = (tuple, write) => {
  if (tuple?.type !== 'TSTupleType') throw new NotWritten();
  return tuple.elementTypes.map(write).join(' | ');
};

const indented = (text) => {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('}')) depth -= 1;
      const written = `${'    '.repeat(depth)}${line}`;
      if (line.endsWith('{')) depth += 1;
      return written;
    })
    .join('\n');
};

/**
 * `nameFor` answers with a type that is declared elsewhere for a schema that is the same to the letter, so that what has
 * a name is written once.
 */
export const writeOut = (source, schema, nameFor) => {
  const textOf = ({ start, end }) => source.slice(start, end);
  const property = ([key, type]) => {
    const isOptional = isNamed(type, /^ZodOptional$/);
    return `${textOf(key)}${isOptional ? '?' : ''}: ${write(type)};`;
  };
  const WRITERS = {
    ZodString: () => 'string',
    ZodNumber: () => 'number',
    ZodBoolean: () => 'boolean',
    ZodUnknown: () => 'unknown',
    ZodOptional: ([inner]) => `${write(inner)} | undefined`,
    ZodNullable: ([inner]) => `${write(inner)} | null`,
    ZodArray: ([inner]) => {
      const item = write(inner);
      return isNamed(inner, UNIONS) && item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    },
    ZodLiteral: ([value]) => textOf(value),
    ZodEnum: ([values]) =>
      membersOf(values)
        .map(([, value]) => textOf(value))
        .join(' | '),
    ZodRecord: ([key, value]) => {
      if (!isNamed(key, /^ZodString$/)) throw new NotWritten();
      return `Record<string, ${write(value)}>`;
    },
    ZodUnion: ([all]) => unionOf(all, write),
    ZodDiscriminatedUnion: ([all]) => unionOf(all, write),
    // A loose object has more than its members.
    ZodObject: ([members, config]) => {
      if (config === undefined || !/^z\.core\.\$(strip|strict)$/.test(textOf(config))) throw new NotWritten();
      return `{\n${membersOf(members).map(property).join('\n')}\n}`;
    },
  };
  const write = (type) => {
    const known = type === schema ? undefined : nameFor(textOf(type));
    if (known !== undefined) return known;
    const writer = isNamed(type, /^Zod/) ? WRITERS[type.typeName.right.name] : undefined;
    if (writer === undefined) throw new NotWritten();
    return writer(type.typeArguments?.params ?? []);
  };
  try {
    return indented(write(schema));
  } catch (cause) {
    if (cause instanceof NotWritten) return undefined;
    throw cause;
  }
};
