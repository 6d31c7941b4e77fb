// People at a terminal: they watch a run that another process holds, answer in place, and use their own pager and editor.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { baton, readJournal, runState, type Scratch, type Started, scratch, startBaton } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { HAS_TERMINAL, startOnTerminal } from './terminal.ts';

const PLAYED = `roles:
  planner:
    - - submit: { tool: ask, args: { question: "Which word?" } }
      - write:
          plan.yaml: |
            version: 1
            summary: One file
            items:
              - { key: one, title: One, task: "Write {answer}." }
      - submit: submit_plan
  coder:
    - - run: sleep 1
      - write:
          "project:one.txt": "one \\e[2J\\e]0;gone\\a two\\n"
          "project:checks/one.sh": "test -f one.txt\\n"
      - submit: submit_done
  reviewer:
    - - write: { review.yaml: "verdict: pass\\nsummary: Good.\\n" }
      - submit: submit_review
`;

/** Only a hang takes that long. */
const PATIENCE_MS = 300_000;

const untilShown = async ({ printed, child }: Started, text: string): Promise<void> => {
  for (let waited = 0; !printed().stdout.includes(text); waited += 50) {
    if (waited > PATIENCE_MS || child.exitCode !== null)
      throw new Error(`never shown: ${text}\n${printed().stdout}`);
    await sleep(50);
  }
};

const answersIn = (world: Scratch) =>
  readJournal(runState(world, 'r')).flatMap(({ input }) => (input.kind === 'answer' ? [input] : []));

describe.skipIf(!HAS_TERMINAL)('a person at a terminal', () => {
  it('answers in the inbox with an editor, watches, pages through the diff, and writes the message', async () => {
    const world = scratch();
    const spec = makeSmallRelay(world, PLAYED);
    const asked = await baton(world, ['run', 'One file', '--name', 'r', '--agent', spec, '--json']);
    expect(asked.exit, asked.stdout + asked.stderr).toBe(4);

    const writes = (words: string) => ({ EDITOR: `sh -c 'echo "${words}" > "$0"'` });
    const inbox = startOnTerminal(world, ['inbox'], { env: writes('The word is one.') });
    await untilShown(inbox, 'your answer > ');
    inbox.child.stdin?.write(':e\r');
    expect((await inbox.ended).stdout).toContain('Continue with: baton resume r');
    expect(answersIn(world).map(({ text }) => text)).toEqual(['The word is one.']);

    // Without a terminal: a line for each event, and one document at the end.
    const holder = startBaton(world, ['resume', 'r']);
    while (!holder.printed().stderr.includes('is held by')) await sleep(50);
    const watched = await baton(world, ['watch', 'r', '--json']);
    expect(watched.exit, watched.stderr).toBe(4);
    expect(JSON.parse(watched.stdout)).toMatchObject({ run: 'r', status: 'waiting', held: false });
    expect(watched.stderr).toMatch(/^run r at entry \d+$/m);
    expect(watched.stderr).toMatch(/^\d\d:\d\d:\d\d .*✓ coding\.coder\.one\.1 accepted/m);
    expect((await holder.ended).exit).toBe(4);

    // The pager gets colours of ours and nothing else that a terminal would obey.
    const paged = `${world.root}/paged`;
    const pager = { PAGER: `cat > ${paged}` };
    const shown = await startOnTerminal(world, ['diff', 'r'], { env: pager }).ended;
    expect(shown.stdout).toBe('');
    const text = readFileSync(paged, 'utf8').replaceAll(/\x1b\[\d+m/g, '');
    expect(text).toContain('+one ^[[2J^[]0;gone^G two');
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f]/);
    rmSync(paged);
    const piped = await baton(world, ['diff', 'r'], { env: pager });
    expect(piped.stdout).toContain('+one \x1b[2J');
    expect(existsSync(paged)).toBe(false);

    const blind = await baton(world, ['approve', 'approving.human.1', '--edit'], { env: writes('no') });
    expect([blind.exit, blind.stderr]).toEqual([2, expect.stringContaining('expected a terminal')]);
    const words = ['approve', 'approving.human.1', '--edit'];
    const approved = await startOnTerminal(world, words, { env: writes('Say one') }).ended;
    expect(approved.exit, approved.stdout).toBe(0);
    expect(answersIn(world).at(-1)).toMatchObject({ choice: 'approve', args: { message: 'Say one' } });
  });
});
