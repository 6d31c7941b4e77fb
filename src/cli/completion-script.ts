// Completion for shells, made from the commands and options that the program itself knows.

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly { readonly flag: string; readonly says: string }[];
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof SHELLS)[number];

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const flagsOf = ({ options }: CompletedCommand): string => options.map(({ flag }) => flag).join(' ');

const bash = (commands: readonly CompletedCommand[]): readonly string[] => [
  '# bash: source <(baton completion bash)',
  '_baton() {',
  '  local words="" current="${COMP_WORDS[COMP_CWORD]}"',
  '  if [ "$COMP_CWORD" -eq 1 ]; then',
  `    words=${quoted(commands.map(({ name }) => name).join(' '))}`,
  '  else',
  '    case "${COMP_WORDS[1]}" in',
  ...commands.map((command) => `      ${command.name}) words=${quoted(flagsOf(command))} ;;`),
  '    esac',
  '  fi',
  '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
  '}',
  // Where no word of ours fits, files are offered.
  'complete -o default -F _baton baton',
];

/** In zsh a colon ends the word and begins what is said of it. */
const described = (word: string, says: string): string => quoted(`${word.replaceAll(':', '\\:')}:${says}`);

const zsh = (commands: readonly CompletedCommand[]): readonly string[] => [
  '#compdef baton',
  '# zsh: baton completion zsh > "${fpath[1]}/_baton"',
  '_baton() {',
  '  local -a offered',
  '  if (( CURRENT == 2 )); then',
  `    offered=(${commands.map(({ name, summary }) => described(name, summary)).join(' ')})`,
  "    _describe 'command' offered",
  '    return',
  '  fi',
  '  case "$words[2]" in',
  ...commands.map(
    ({ name, options }) =>
      `    ${name}) offered=(${options.map(({ flag, says }) => described(flag, says)).join(' ')}) ;;`,
  ),
  '  esac',
  '  if [[ "$words[CURRENT]" == -* ]]; then _describe \'option\' offered; else _files; fi',
  '}',
  'compdef _baton baton',
];

const fish = (commands: readonly CompletedCommand[]): readonly string[] => [
  '# fish: baton completion fish > ~/.config/fish/completions/baton.fish',
  ...commands.map(
    ({ name, summary }) => `complete -c baton -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
  ),
  ...commands.flatMap(({ name, options }) =>
    options.map(
      ({ flag, says }) =>
        `complete -c baton -n '__fish_seen_subcommand_from ${name}' -l ${flag.replace(/^--/, '')} -d ${quoted(says)}`,
    ),
  ),
];

const SCRIPTS: Readonly<Record<ShellName, (commands: readonly CompletedCommand[]) => readonly string[]>> = {
  bash,
  zsh,
  fish,
};

export const completionScript = (shell: ShellName, commands: readonly CompletedCommand[]): string =>
  SCRIPTS[shell](commands).join('\n');
