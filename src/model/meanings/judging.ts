// What each code means, and what to do. Told by SARIF, and by the reference that is made from it.
import type { Meanings } from './meaning.ts';

export const JUDGING = {
  ARTIFACT_MISSING: ['A file that must be handed in is missing.', 'Write it, then call the tool again.'],
  SECRET_FOUND: [
    'A file that was handed in, or a setting of the run, contains a key or the value of a secret variable.',
    'Name the variable instead of its value.',
  ],
  ARTIFACT_UNCHANGED: [
    'A handoff lists a file that the work did not change.',
    'List only files that this work wrote.',
  ],
  TESTS_FAILED: ['The tests, re-run by Baton, fail.', 'Make them pass; the message names each one.'],
  TESTS_NOT_RUN: ['The test command ran no test.', 'Add a test, and let the command run it.'],
  TESTS_REMOVED: [
    'A test that passed before is gone, or fewer tests pass than before the change.',
    'Restore the missing tests; the owner of the tests can release them.',
  ],
  TESTS_SKIPPED: [
    'A test that ran before is skipped now, or an `only` skips all others.',
    'Remove the mark, and make the test pass.',
  ],
  TESTS_WEAKENED: [
    'A test asserts less than before, or nothing.',
    'Restore its assertions; the owner of the tests can release it.',
  ],
  TESTS_CANNOT_FAIL: [
    'The command passes whatever the code does, so it proves nothing.',
    'Name a command in `baton.yaml` that really checks the code.',
  ],
  TESTS_NOT_RED: [
    'The new tests do not fail on the old code, or fail for another reason.',
    'Write a test that fails because the change is missing.',
  ],
  TESTS_NOT_DISCRIMINATING: [
    'A test that should prove the change also passes without it.',
    'Test what the change adds, or do not name this test.',
  ],
  TESTS_HOLLOW: [
    'A test was weakened to pass: its old version fails on the new code, and its new version passes on old and new code.',
    'Restore the test and fix the code, or have the test released.',
  ],
  TESTS_CHANGED: [
    'A test changed together with the code, or its old and new versions cannot be compared.',
    'Ask the owner of the plan to release it, or restore it.',
  ],
  CHANGE_UNTESTED: [
    'All tests still pass without a part of the change, or not all parts could be tried.',
    'Test what that part does, or remove it.',
  ],
  NOTHING_CHANGED: [
    'The work that was handed in changes no file.',
    'Do the work, then submit again; if there is nothing to do, ask.',
  ],
  KIND_EXCEEDED: [
    'The change touches files that its kind of work must not touch.',
    'Restore them, or have the plan declare another kind.',
  ],
  RUNNER_UNSOUND: [
    'A test that must fail did not, or the tests did not run on the code that was handed in.',
    "Let the test command run the project's own code; the message says what was run.",
  ],
  EVIDENCE_UNAVAILABLE: [
    'Evidence could not be gathered. That is never a pass.',
    'Fix the cause; `baton doctor` helps.',
  ],
  REPORT_UNKNOWN: [
    'A file that should be a report has none of the formats that Baton reads.',
    'Let the tool write a format that the message lists.',
  ],
  REPORT_EMPTY: [
    'A report has no file of the project, or no mutant.',
    "Let the tool run on the project's own files.",
  ],
  REPORT_INCONSISTENT: [
    "A report's numbers contradict each other, or its end is missing.",
    'Let the tool write it again; do not edit it.',
  ],
  MERGE_CONFLICT: [
    'Work does not merge with work that was accepted before it.',
    'Resolve the marked conflicts, keep both changes, submit again.',
  ],
  MAIN_LINE_MOVED: [
    'Other items finished since this one started, so its work was merged with theirs before it was judged.',
    'The working tree has that merge now; continue from it.',
  ],
  FILES_NOT_OWNED: [
    'Work changed a file that does not belong to it.',
    'Undo that change; only the owner of the file may change it.',
  ],
  FILES_PROTECTED: [
    'Work changed a file that belongs to another role: a test, a lock file, a configuration.',
    'Restore it, or ask the role that owns it to release it.',
  ],
  CHANGE_TOO_LARGE: [
    'More files or lines were changed than one task may change.',
    'Split the task into smaller ones.',
  ],
  COMMAND_FAILED: [
    'A command of the project, re-run by Baton, fails.',
    'Make it pass; the message has the end of its output.',
  ],
  CHECKS_SILENCED: [
    'Work tells a linter or a type checker to ignore its code.',
    'Remove the comment and fix what the tool complains about, or ask the owner of the plan to release the file.',
  ],
  COMMAND_NOT_OF_PROJECT: [
    "A claim rests on a command that is not the project's own.",
    "Use the project's own commands, or let a person add this one to `baton.yaml`.",
  ],
  COVERAGE_TOO_LOW: [
    'Coverage is lower than before, or lower than the policy requires.',
    'Test the lines that are not covered.',
  ],
  MUTATION_TOO_LOW: [
    'Too many mutants survive the tests.',
    'Write tests that fail for them; the message says where they are.',
  ],
  FINDINGS_OPEN: [
    'A scan found something that must be fixed first.',
    'Fix what it found. Findings on the old code may not count.',
  ],
  CLAIM_DIFFERS: [
    'A claim differs from what Baton measured.',
    'Hand in what was measured; the message has both values.',
  ],
} as const satisfies Meanings;

export const PROOFS = {
  PROOF_UNREACHABLE: ['No path leads to a phase.', 'Add a route to it, or remove it.'],
  PROOF_NO_END: ['From a phase no path leads to an end.', 'Add a route that leads to an end.'],
  PROOF_FACT: [
    'A contract assumes a fact that does not hold on some path.',
    'Guarantee it on that path, or do not assume it.',
  ],
  PROOF_ARTIFACT: [
    'An artifact is read that was not made on some path.',
    'Make it on that path, or read it as optional.',
  ],
  PROOF_LOOP: ['A loop has no person and no limit that leads to one.', 'Add a limit to it.'],
  PROOF_FAN_OUT: [
    'A fan-out or scope can be empty, or its bounds are invalid.',
    'Say min ≥ 1 and max ≥ min.',
  ],
  PROOF_BLIND: [
    'Blind work could see what the others write, or there are no others.',
    'Do what the message says, or remove `blind`.',
  ],
  PROOF_PARALLEL_WRITERS: ['Parallel items write the same artifact.', 'Make it one per item (`each`).'],
  PROOF_OUTCOME: ['Some outcomes of a phase have no route.', 'Add a route for them.'],
  PROOF_OWNER: ['Nobody acts on a rejection or a limit.', 'Name who does.'],
  PROOF_ALIKE: [
    'Two roles that must have different vendors (`different_from`) could get the same one.',
    'Name other agents, or name the vendor: `{ agent: …, vendor: NAME }`.',
  ],
  PROOF_REFERENCE: [
    'A name is used that is not defined; the message names the nearest one.',
    'Correct the name.',
  ],
} as const satisfies Meanings;
