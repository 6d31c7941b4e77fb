// What each code means, and what to do. Told by SARIF, and by the reference that is made from it.
import type { Meanings } from './meaning.ts';

export const JUDGING = {
  ARTIFACT_MISSING: ['A file that must be handed in is missing.', 'Write it, then call the tool again.'],
  SECRET_FOUND: [
    'A key, or the value of a secret variable, is in a file that was handed in, or in how a run is started.',
    'Name the variable instead of its value.',
  ],
  ARTIFACT_UNCHANGED: [
    'A file that a handoff lists is as it was before the work.',
    'List only files that this work wrote.',
  ],
  TESTS_FAILED: ['The tests, re-run by Baton, fail.', 'Make them pass; the message names each one.'],
  TESTS_NOT_RUN: ['The test command ran no test.', 'Add a test, and let the command run it.'],
  TESTS_REMOVED: [
    'A test that passed before is gone, or fewer tests pass than before the change.',
    'Restore the tests that are gone; the owner of the tests may release them.',
  ],
  TESTS_SKIPPED: [
    'A test that ran before is skipped now, or an `only` skips all others.',
    'Remove the mark, and make the test pass.',
  ],
  TESTS_WEAKENED: [
    'A test asserts less than before, or nothing.',
    'Restore its assertions; the owner of the tests may release it.',
  ],
  TESTS_CANNOT_FAIL: [
    'The command would pass whatever the code is, so it proves nothing.',
    'Let the project name a command that really checks the code.',
  ],
  TESTS_NOT_RED: [
    'With the new tests, the code before the change does not fail, or fails for another reason.',
    'Write a test that fails because the change is missing.',
  ],
  TESTS_NOT_DISCRIMINATING: [
    'A test that is said to show the change passes on the code before it.',
    'Test what the change brings, or do not name this test.',
  ],
  TESTS_HOLLOW: [
    'As it was, a test fails on the new code; its new version passes on the old and on the new code.',
    'Restore the test and fix the code, or have the test released.',
  ],
  TESTS_CHANGED: [
    'A test changed together with the code, or its old and new versions cannot be compared.',
    'Ask the owner of the plan to release it, or restore it.',
  ],
  CHANGE_UNTESTED: [
    'Without a piece of the change all tests still pass, or not all pieces could be tried.',
    'Test what that piece does, or remove it.',
  ],
  NOTHING_CHANGED: [
    'The work that was handed in changes no file.',
    'Do the work, then submit again; if nothing is to be done, ask.',
  ],
  KIND_EXCEEDED: [
    'The change touches files that its kind of work does not touch.',
    'Leave them as they were, or have the plan say another kind.',
  ],
  RUNNER_UNSOUND: [
    'A test that must fail did not, or the tests ran on other code than what was handed in.',
    "Let the test command run the project's own code; the message says what was run.",
  ],
  EVIDENCE_UNAVAILABLE: [
    'Evidence could not be gathered here; that is never a pass.',
    'Fix the cause; `baton doctor` helps.',
  ],
  REPORT_UNKNOWN: [
    'A file that should be a report has none of the formats that Baton reads.',
    'Let the tool write one of those that the message lists.',
  ],
  REPORT_EMPTY: [
    'A report measures nothing of the project: no file of it, no mutant.',
    "Let the tool run on the project's own files.",
  ],
  REPORT_INCONSISTENT: [
    "A report's numbers do not fit together, or its end is missing.",
    'Have the tool write it again; it must not be edited.',
  ],
  MERGE_CONFLICT: [
    'Work does not merge with work that was accepted before it.',
    'Resolve the marked conflicts, keep both changes, submit again.',
  ],
  MAIN_LINE_MOVED: [
    'Work of an item was judged merged with what other items have finished since it began.',
    'The working tree holds that merge now; go on from it.',
  ],
  FILES_NOT_OWNED: [
    'Work changed a file that is not among those it was given.',
    'Undo the change of that file; what must change there is work for its owner.',
  ],
  FILES_PROTECTED: [
    'Work changed a file that belongs to another role: a test, a lock file, a configuration.',
    'Put it back, or ask the role that owns it to release it.',
  ],
  CHANGE_TOO_LARGE: [
    'More files or lines were changed than one task may change.',
    'Cut the task into smaller ones.',
  ],
  COMMAND_FAILED: [
    'A command of the project, re-run by Baton, fails.',
    'Make it pass; the message has the end of what it printed.',
  ],
  CHECKS_SILENCED: [
    'Work tells a linter or a type checker to leave its code out.',
    'Remove the comment and fix what the tool complains about, or ask the owner of the plan to release the file.',
  ],
  COMMAND_NOT_OF_PROJECT: [
    'A claim rests on a command that only an agent named.',
    "Use the project's own commands, or let a person add this one to `baton.yaml`.",
  ],
  COVERAGE_TOO_LOW: [
    'Coverage is lower than before, or than the policy asks for.',
    'Test the lines that are not reached.',
  ],
  MUTATION_TOO_LOW: [
    'Too many mutants survive the tests.',
    'Write tests that notice them; the message names where they are.',
  ],
  FINDINGS_OPEN: [
    'A scan found something that must be fixed first.',
    'Fix what it found; findings of the code before may not count.',
  ],
  CLAIM_DIFFERS: [
    'A number that was claimed is not the one that Baton measured.',
    'Hand in what was measured; the message has both numbers.',
  ],
} as const satisfies Meanings;

export const PROOFS = {
  PROOF_UNREACHABLE: ['No path leads to a phase.', 'Add a route to it, or remove it.'],
  PROOF_NO_END: ['From a phase no path leads to an end.', 'Add a route that leads out.'],
  PROOF_FACT: [
    'A contract assumes a fact that does not hold on some path.',
    'Guarantee it on that path, or do not assume it.',
  ],
  PROOF_ARTIFACT: [
    'An artifact is read that was not made on some path.',
    'Make it on that path, or read it as optional.',
  ],
  PROOF_LOOP: ['A cycle passes no person and counts no limit that ends with one.', 'Count a limit on it.'],
  PROOF_FAN_OUT: ['A fan-out or scope may be empty, or has no sound bounds.', 'Say min ≥ 1 and max ≥ min.'],
  PROOF_BLIND: [
    'Work that is blind could see what the others of its phase wrote, or has no others.',
    'Do what the message says, or remove `blind`.',
  ],
  PROOF_PARALLEL_WRITERS: ['Parallel items write the same artifact.', 'Make it one per item (`each`).'],
  PROOF_OUTCOME: ['Some outcomes of a phase have no route.', 'Add a route for them.'],
  PROOF_OWNER: ['A rejection, or a limit, has nobody to act on it.', 'Name who does.'],
  PROOF_ALIKE: [
    'Two roles that must be played by different vendors (`different_from`) could be played by the same.',
    'Name other agents, or say whose model it is: `{ agent: …, vendor: NAME }`.',
  ],
  PROOF_REFERENCE: [
    'A name is used that is not defined; the message names the nearest one.',
    'Correct the name.',
  ],
} as const satisfies Meanings;
