import { Option } from 'commander';
import { BatonError } from '../../../errors.ts';
import { HANDOFF_STATUSES, type HandoffStatus } from '../../../model/handoff.ts';
import type { Checked } from '../../../operations/check/check-files.ts';
import { EXIT } from '../../exit-codes.ts';
import { readStdin } from '../../read-stdin.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
type Format = (typeof FORMATS)[number];

interface CheckFlags {
  readonly dialect?: string;
  readonly role?: string;
  readonly root?: string;
  readonly since?: string;
  readonly require?: HandoffStatus;
  readonly format?: Format;
  readonly sarif?: string;
}

const formatOf = (shell: Shell, { format }: CheckFlags): Format => {
  if (shell.json && format !== undefined && format !== 'json')
    throw new BatonError('USAGE_INVALID', `expected --json or --format ${format}, got both`, {
      hint: 'Leave one of them out.',
    });
  return shell.json ? 'json' : (format ?? 'text');
};

const print = async (shell: Shell, { document, sources }: Checked, format: Format): Promise<void> => {
  if (format === 'sarif') {
    const { checkSarif } = await import('../../../operations/check/check-sarif.ts');
    shell.print(checkSarif(document, (await shell.system()).version), '', true);
    return;
  }
  const { checkGithub } = await import('../../texts/check-github.ts');
  const { checkText } = await import('../../texts/check-text.ts');
  const words = format === 'github' ? checkGithub(document) : checkText(document, shell.paint, sources);
  shell.print(document, words, format === 'json');
};

/** What does not say what is required; where there is no handoff, nothing does. */
const otherThanRequired = ({ document }: Checked, status: HandoffStatus | undefined): string[] =>
  document.results
    .filter(({ handoff }) => status !== undefined && handoff?.status !== status)
    .map(({ path, handoff }) => {
      const came = handoff === null ? 'no handoff that can be read' : handoff.status;
      return `${path === '-' ? 'standard input' : path}: expected the status ${status}, got ${came}`;
    });

export const checkCommand: Register = (program, act) => {
  program
    .command('check')
    .summary('check handoffs, files and run directories that agents wrote')
    .description(
      'Checks handoffs, plans, reviews and whole run directories, and names every problem with its file, line and what to do. Needs no project, and changes nothing.',
    )
    .argument('<PATH...>', 'files, patterns (*, ?, **) or run directories; - reads standard input')
    .option(
      '--dialect <D>',
      'read everything as this dialect: quest, collective, h3a, agentmux (default: found by name and content)',
    )
    .option('--role <R>', 'the role that wrote a handoff; it must be allowed to name the NEXT')
    .option('--root <DIR>', 'the artifacts of a handoff must exist here and not be empty')
    .option(
      '--since <COMMIT>',
      'the artifacts must have changed since this git commit, in --root (default: the current directory)',
    )
    .addOption(
      new Option('--require <STATUS>', 'exit 1 unless every handoff has this status').choices(
        HANDOFF_STATUSES,
      ),
    )
    .addOption(
      new Option(
        '--format <F>',
        'how to print (default: text); github also writes the summary of the job',
      ).choices(FORMATS),
    )
    .option('--sarif <FILE>', 'write SARIF to this file, too')
    .addHelpText(
      'after',
      examples(
        'baton check last-message.md --root . --require complete',
        'baton check last-message.md --since HEAD',
        "baton check '.quest/*/phase_01_plan/handoff*.json' --role planner",
        'baton check .agentmux/.sessions/20261115-024911-login',
        'cat review.yaml | baton check - --json',
        'baton check SESSION_HANDOFF.json --format sarif',
      ),
    )
    .action(
      act(async (shell, paths: string[], flags: CheckFlags) => {
        const format = formatOf(shell, flags);
        const { checkFiles } = await import('../../../operations/check/check-files.ts');
        const { systems } = await shell.system();
        const { projectWords } = await import('../../../operations/people/project-words.ts');
        const words = await projectWords(await shell.project());
        const { dialect, role, root, since } = flags;
        const stdin = (bytesMax: number) => readStdin(shell, bytesMax);
        const checked = await checkFiles({ systems, paths, words, dialect, role, root, since, stdin });
        await print(shell, checked, format);
        const { reportToGithub } = await import('../../github-report.ts');
        const { document } = checked;
        const title = document.ok ? 'Handoffs are as agreed' : 'Handoffs are not as agreed';
        await reportToGithub(shell, { title, results: document.results }, { format, sarif: flags.sarif });
        if (checked.unreadable) return EXIT.usage;
        const others = otherThanRequired(checked, flags.require);
        if (others.length > 0) shell.note(others.join('\n'));
        return checked.document.ok && others.length === 0 ? EXIT.yes : EXIT.no;
      }),
    );
};
