// Which of the holder's own variables an agent program gets. Everything else stays here: secrets of other tools,
// NODE_OPTIONS, the variables of an outer run.
export type Environment = Readonly<Record<string, string | undefined>>;

/** What any program needs to find its tools and its home. */
export const BASIC_VARIABLES = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SYSTEMROOT',
] as const;

export const passedEnvironment = (
  env: Environment,
  names: Iterable<string>,
  prefixes: readonly string[] = [],
): Record<string, string> => {
  const wanted = new Set(names);
  const passed = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && (wanted.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))
      ? [[name, value]]
      : [],
  );
  return Object.fromEntries(passed.filter(([name]) => !name.startsWith('BATON_')));
};
