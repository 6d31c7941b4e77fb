// Faults put into our own code, one at a time, where the bundle for the simulation is made. Each must be found by the
// simulation of the workflow that uses that code.
// The text must occur exactly once in its file: whoever changes that line says here what the fault is now.
export interface Mutant {
  readonly name: string;
  /** Whose simulation finds it; relay's where it is not said. */
  readonly play?: 'agentmux' | 'h3a' | 'quest' | 'collective';
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The first seed that found it, where many come before: it is tried first, and all others after it. */
  readonly foundBy?: number;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'an entry is acknowledged before it is synced',
    file: 'src/stores/file/journal-file.ts',
    find: 'await this.#file.datasync();',
    replace: '',
  },
  {
    name: 'the head is kept before its entry is durable',
    foundBy: 12,
    file: 'src/stores/file/file-store.ts',
    find: '      const { lines, head } = nextLines(drafts, this.#end.head, expectedSeq);',
    replace: `      const { lines, head } = nextLines(drafts, this.#end.head, expectedSeq);
      this.#heads?.keep(head);`,
  },
  {
    name: 'a short write counts as a whole one',
    foundBy: 6,
    file: 'src/std/disk/atomic-file.ts',
    find: 'if (written !== bytes.byteLength) throw new ShortWrite(written, bytes.byteLength);',
    replace: '',
  },
  {
    name: 'a torn tail is not cut off',
    foundBy: 5,
    file: 'src/stores/file/recover-journal.ts',
    find: 'if (scan.tail.length > 0) await file.truncate(',
    replace: 'if (scan.tail.length < 0) await file.truncate(',
  },
  {
    name: 'a line that was read but never synced is trusted',
    foundBy: 7,
    file: 'src/stores/file/recover-journal.ts',
    find: '  await rewriteEnd(file, Math.min(from.offset, end.start), end.offset);',
    replace: '',
  },
  {
    name: 'of entries that were written together only the last one is written again',
    play: 'agentmux',
    foundBy: 2,
    file: 'src/stores/file/recover-journal.ts',
    find: 'Math.min(from.offset, end.start)',
    replace: 'end.start',
  },
  {
    name: 'the name of the journal is not made durable',
    file: 'src/stores/file/file-store.ts',
    find: 'if (end.head.seq === 0) await syncAncestors(disk, directory);',
    replace: '',
  },
  {
    name: 'an object is named before it is durable',
    file: 'src/stores/file/object-files.ts',
    find: '{ durable: true }',
    replace: '{ durable: false }',
  },
  {
    name: 'a snapshot is trusted without its checksum',
    file: 'src/stores/file/snapshot-file.ts',
    find: "return 'its checksum is wrong';",
    replace: ';',
  },
  {
    name: 'the entry of the snapshot is applied once more',
    foundBy: 7,
    file: 'src/runtime/replay.ts',
    find: 'store.read((state?.seq ?? 0) + 1)',
    replace: 'store.read(state?.seq ?? 0)',
  },
  {
    name: 'reduce applies what was accepted twice',
    file: 'src/engine/reduce/reduce.ts',
    find: '      next = reduce(next, event, changes);',
    replace: `      if (event.kind === 'submission-accepted') next = reduce(next, event, changes);
      next = reduce(next, event, changes);`,
  },
  {
    name: 'reduce keeps the old bytes when new ones are accepted',
    file: 'src/engine/reduce/reduce.ts',
    find: '  for (const one of sealed) next.artifacts = ',
    replace: '  for (const one of sealed) if (next.artifacts[one.artifact] === undefined) next.artifacts = ',
  },
  {
    name: 'the same submission is judged again',
    file: 'src/engine/rules/submit.ts',
    find: 'if (isKnown(draft, input)) return;',
    replace: '',
  },
  {
    name: 'the same question is asked again',
    foundBy: 41,
    file: 'src/engine/rules/requests.ts',
    find: 'askedBy(draft.state, work).some((r) => r.text === asked.text) ||',
    replace: '',
  },
  {
    name: 'a decision of a person is taken twice',
    file: 'src/engine/rules/people.ts',
    find: ' || !isActive(draft.state, work)',
    replace: '',
  },
  {
    name: 'a merge with its conflict marks is taken for work',
    foundBy: 76,
    file: 'src/engine/rules/submit.ts',
    find: '...unresolved(work, input)',
    replace: '',
  },
  {
    name: 'an agent that failed is started again at once',
    file: 'src/engine/plan.ts',
    find: '    ...(!started && work.retryAt !== undefined ? { notBefore: work.retryAt } : {}),\n',
    replace: '',
  },
  {
    name: 'after a deadline nobody is started again',
    foundBy: 7,
    file: 'src/runtime/sessions.ts',
    find: '    this.#reconcileNow();',
    replace: '',
  },
  {
    name: 'a call for research that comes again is another request',
    play: 'agentmux',
    file: 'src/engine/rules/requests.ts',
    find: 'if (known && (words || isAnswered(draft, spec, asked))) return;',
    replace: 'if (known && words) return;',
  },
  {
    name: 'one topic is researched by two at once',
    play: 'agentmux',
    file: 'src/engine/rules/requests.ts',
    find: 'if (open === undefined) return undefined;',
    replace: 'if (open !== undefined) return undefined;',
  },
  {
    name: 'what was found out is asked for again',
    play: 'agentmux',
    file: 'src/engine/rules/requests.ts',
    find: 'const answered = isAnswered(draft, spec, asked);',
    replace: 'const answered = false;',
  },
  {
    name: 'a fix that left it untouched takes the pass of a reviewer away',
    play: 'agentmux',
    file: 'src/engine/rules/consequences.ts',
    find: 'written.get(artifact) ?? digest',
    replace: 'digest',
  },
  {
    name: 'whoever passed is asked again although nothing has changed',
    play: 'agentmux',
    file: 'src/engine/satisfied.ts',
    find: 'work.outcome === undefined &&',
    replace: "work.outcome === undefined && work.assignment.phase !== 'reviewing' &&",
  },
  {
    name: 'an effect counts as done before it is done',
    foundBy: 34,
    play: 'agentmux',
    file: 'src/runtime/jobs.ts',
    find: 'const result = await performSafely(this.#outside, this.#loop, job, whenOurs);',
    replace: `if (job.kind === 'side')
      await this.#loop.give({ kind: 'performed', effect: job.effect, problems: [] }, ENGINE);
    const result = await performSafely(this.#outside, this.#loop, job, whenOurs);`,
  },
  {
    name: 'a new holder forgets what is still to be done',
    foundBy: 20,
    play: 'agentmux',
    file: 'src/engine/reduce/reduce.ts',
    find: '({ ...state, epoch }),',
    replace: '({ ...state, epoch, effects: {} }),',
  },
  {
    name: 'files that are made of what was accepted are not kept',
    play: 'agentmux',
    file: 'src/engine/reduce/reduce.ts',
    find: ', ...(event.derived ?? [])]',
    replace: ']',
  },
  {
    name: 'a new holder forgets what led to the phase',
    foundBy: 20,
    play: 'agentmux',
    file: 'src/engine/reduce/reduce.ts',
    find: '({ ...state, epoch }),',
    replace: `({
        ...state,
        epoch,
        positions: Object.fromEntries(
          Object.entries(state.positions).map(([scope, { event: _, ...position }]) => [scope, position]),
        ),
      }),`,
  },
  {
    name: 'what is left out stays in',
    play: 'agentmux',
    file: 'src/systems/agentmux/workflow/completion-steps.ts',
    find: "view.maybe(approval) ?? ''",
    replace: "''",
  },
  {
    name: 'a request leaves no line in the record',
    play: 'agentmux',
    file: 'src/engine/reduce/reduce-requests.ts',
    find: `    next.artifacts = changes.set(next.artifacts, event.sealed.artifact, event.sealed);
  addLine(next, changes, event.line);`,
    replace: '    next.artifacts = changes.set(next.artifacts, event.sealed.artifact, event.sealed);',
  },
  {
    name: "a record that a power cut has torn is taken for somebody else's",
    foundBy: 132,
    play: 'agentmux',
    file: 'src/runtime/files/foreign-lines.ts',
    find: "text.startsWith(seen ?? '') ? [] : ",
    replace: '',
  },
  {
    name: 'a blocker that is told again is another one',
    play: 'h3a',
    file: 'src/engine/rules/requests.ts',
    find: 'const words = spec.item === undefined;',
    replace: 'const words = spec.args === undefined;',
  },
  {
    name: 'a new holder forgets the lines of the ledger',
    play: 'h3a',
    file: 'src/engine/reduce/reduce.ts',
    find: '({ ...state, epoch }),',
    replace: '({ ...state, epoch, lines: [] }),',
  },
  {
    name: 'a new holder forgets what the person wants fixed',
    play: 'h3a',
    file: 'src/engine/reduce/reduce.ts',
    find: '({ ...state, epoch }),',
    replace:
      '({ ...state, epoch, positions: Object.fromEntries(Object.entries(state.positions).map(([scope, { remark: _, ...at }]) => [scope, at])) }),',
  },
  {
    name: 'evidence that is missing is taken for a pass',
    play: 'h3a',
    file: 'src/engine/rules/judge.ts',
    find: 'if (missing.length > 0) return close(atOnce, missing);',
    replace: 'if (missing.length > 0) return close(atOnce, []);',
  },
  {
    name: 'the second task is committed beside the first one',
    play: 'h3a',
    file: 'src/systems/h3a/workflow/h3a.ts',
    find: "    after: 'last-commit',",
    replace: '',
  },
  {
    name: 'files outside of the scope are let through',
    play: 'h3a',
    file: 'src/systems/h3a/workflow/h2.ts',
    find: '  scopeKept({ base, head, declared }),',
    // Without the clause the workflow itself is refused: a fact rests on it.
    replace: '  scopeKept({ base, head: base, declared }),',
  },
  {
    name: 'a rejection leaves no line in the ledger',
    play: 'h3a',
    file: 'src/engine/rules/reject.ts',
    find: "draft.note(() => ({ kind: 'rejected', at, submission, rejection, times }));",
    replace: '',
  },
  {
    name: 'who waits for a verdict is told what a person said instead',
    foundBy: 18,
    play: 'h3a',
    file: 'src/runtime/door.ts',
    find: 'const heard = answersTo(work).at(-1);',
    replace: 'const heard = work?.answers.at(-1);',
  },
  {
    name: 'whoever says the same in its next attempt is not heard',
    play: 'quest',
    file: 'src/runtime/hand-over.ts',
    find: 'handOverId(attempt, ',
    replace: 'handOverId(0, ',
  },
  {
    name: 'whoever is blocked is asked to hand in its work',
    play: 'quest',
    file: 'src/engine/rules/hand-over.ts',
    find: 'else decline(draft, { ...input, args: { ...args } }, declines);',
    replace: 'else judge(draft, input, {}, problems);',
  },
  {
    name: 'an attempt that failed hands in what it left',
    play: 'quest',
    file: 'src/runtime/hand-over.ts',
    find: "if (end !== 'finished' || closedBecause",
    replace: 'if (closedBecause',
  },
  {
    name: 'the handoff file of an attempt is left for the next one',
    foundBy: 6,
    play: 'quest',
    file: 'src/runtime/files/ready-files.ts',
    find: 'if (left !== undefined) await remove(options.files, left);',
    replace: '',
  },
  {
    name: 'what an agent said counts as a failure',
    play: 'quest',
    file: 'src/engine/rules/attempts.ts',
    find: 'if (handedOver === true) return false;',
    replace: '',
  },
  {
    name: 'statuses of tasks are not written back',
    play: 'collective',
    file: 'src/systems/collective/workflow/collective.ts',
    find: 'onAccepted: { effects: writesBack(tasks) },',
    replace: '',
  },
  {
    name: 'a handoff of a collective is logged twice',
    play: 'collective',
    file: 'src/systems/collective/workflow/record.ts',
    find: 'return [recordLine(recordOf(happening, standing, tasks))];',
    replace: 'return [1, 2].map(() => recordLine(recordOf(happening, standing, tasks)));',
  },
  {
    name: 'a run that is complete forgets what it owes',
    play: 'collective',
    file: 'src/engine/plan.ts',
    find: "if (state.status === 'complete') return { ...NOTHING, jobs: sideJobsOf(state) };",
    replace: '',
  },
  {
    name: 'metrics of a run that has ended leave out the last handoffs',
    play: 'collective',
    file: 'src/systems/collective/workflow/record.ts',
    find: 'if (last !== undefined && isSame(lines)) return last.texts;',
    replace: 'if (last !== undefined) return last.texts;',
  },
];
