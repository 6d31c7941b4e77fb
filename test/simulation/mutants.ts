// Faults put into our own code, one at a time, where the bundle for the simulation is made. Each must be found.
// The text must occur exactly once in its file: whoever changes that line says here what the fault is now.
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'an entry is acknowledged before it is synced',
    file: 'src/stores/file/journal-file.ts',
    find: 'await this.#file.datasync();',
    replace: '',
  },
  {
    name: 'a short write counts as a whole one',
    file: 'src/std/atomic-file.ts',
    find: 'if (written !== bytes.byteLength) throw new ShortWrite(written, bytes.byteLength);',
    replace: '',
  },
  {
    name: 'a torn tail is not cut off',
    file: 'src/stores/file/recover-journal.ts',
    find: 'if (scan.tail.length > 0) await file.truncate(',
    replace: 'if (scan.tail.length < 0) await file.truncate(',
  },
  {
    name: 'a line that was read but never synced is trusted',
    file: 'src/stores/file/recover-journal.ts',
    find: '  await rewriteLastLine(file, end);',
    replace: '',
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
    file: 'src/runtime/replay.ts',
    find: 'store.read((state?.seq ?? 0) + 1)',
    replace: 'store.read(state?.seq ?? 0)',
  },
  {
    name: 'reduce applies what was accepted twice',
    file: 'src/engine/reduce.ts',
    find: '      next = reduce(next, event, changes);',
    replace: `      if (event.kind === 'submission-accepted') next = reduce(next, event, changes);
      next = reduce(next, event, changes);`,
  },
  {
    name: 'reduce keeps the old bytes when new ones are accepted',
    file: 'src/engine/reduce.ts',
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
    file: 'src/engine/rules/requests.ts',
    find: 'asked.some((r) => r.text === text) ||',
    replace: '',
  },
  {
    name: 'a decision of a person is taken twice',
    file: 'src/engine/rules/requests.ts',
    find: ' || !isActive(draft.state, work)',
    replace: '',
  },
  {
    name: 'a merge with its conflict marks is taken for work',
    file: 'src/engine/rules/submit.ts',
    find: '...unresolved(work, input)',
    replace: '',
  },
  {
    name: 'after a deadline nobody is started again',
    file: 'src/runtime/sessions.ts',
    find: '    this.reconcile(plan(this.#options.loop.state!), this.#options.ports.clock.now());',
    replace: '',
  },
];
