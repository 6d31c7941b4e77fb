// A claim that rests on a command proves something only if the command is the project's own: whoever chooses the command
// chooses the answer.
import { problem } from '../../model/problem.ts';
import { MET, unproven } from '../../model/run/verdict.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import { type Asked, listed, onOutcomes } from '../observed.ts';

/** Scripts that package managers run without `run`. */
const SHORT = /^(npm|pnpm|yarn|bun) (?:(?:run|run-script) )?(test|start|stop|restart|t|tst)(?= |$)/;

/** One spelling of a command line: blanks do not count, `npm test`, `npm t` and `npm run test` are the same. */
export const normalCommand = (line: string): string =>
  line
    .trim()
    .replace(/\s+/g, ' ')
    .replace(
      SHORT,
      (_, manager: string, script: string) =>
        `${manager} run ${script === 't' || script === 'tst' ? 'test' : script}`,
    );

/** Where the program is, variables that Baton sets itself, where the output goes, and silence. */
const PROGRAM_FOLDER = /^\/(?:[^\s/]+\/)+(?=[^\s/]+(?:\s|$))/;
const VARIABLES = /^(?:env\s+)?(?:(?:CI|NO_COLOR|FORCE_COLOR|TERM)=\S*\s+)+/;
const REDIRECTIONS = /(?:\s+(?:\d|&)?>{1,2}\s*(?:&\d|[^\s|&;<>]+))+$/;
const SILENT = /^((?:npm|pnpm|yarn|bun)(?:\s+(?:run|run-script))?)\s+(?:-s|--silent)(?=\s)/;
const AT_END = /(?:\s+(?:--silent|-s|--))+$/;

/** A command without what people type around it and what does not change how it ends. A folder to go to is no such thing. */
export const plainCommand = (line: string): string =>
  normalCommand(
    line
      .trim()
      .replace(REDIRECTIONS, '')
      .replace(VARIABLES, '')
      .replace(PROGRAM_FOLDER, '')
      .replace(SILENT, '$1')
      .replace(AT_END, ''),
  );

/**
 * Claims rest on the project's own commands. A command that only the agent names proves nothing.
 *
 * @example
 * ```ts
 * const checks = [
 *   projectCommand({
 *     claims: ({ args }) => [{ cmd: String(args['command']), about: 'the tests' }],
 *     known: () => ['npm test'],
 *   }),
 * ];
 * ```
 */
export const projectCommand = <const O extends string = never>(options: {
  /** Command lines that claims rest on, and what each is about. */
  readonly claims: Asked<readonly { readonly cmd: string; readonly about: string }[]>;
  /** The project's own command lines, as a person has confirmed them. */
  readonly known: Asked<readonly string[]>;
  readonly on?: readonly O[];
}): Check<O> => ({
  name: 'project-command',
  title: "Claims rest on the project's own commands",
  says: "your claims rest on the project's own commands; any other command proves nothing",
  ...onOutcomes(options.on),
  needs: () => [],
  judge: (submission, _seen) => {
    const own = options.known(submission) ?? [];
    const lines = new Set(own.map(normalCommand));
    const foreign = (options.claims(submission) ?? []).filter(({ cmd }) => !lines.has(normalCommand(cmd)));
    if (foreign.length === 0) return MET;
    return unproven(
      ...foreign.map(({ cmd, about }) =>
        problem(
          'COMMAND_NOT_OF_PROJECT',
          `${about}: expected a command of the project (${listed(own.map((line) => `\`${line}\``))}), got \`${cmd}\``,
          { hint: "use the project's own command, or let a person add this one to baton.yaml" },
        ),
      ),
    );
  },
});
