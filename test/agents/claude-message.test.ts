// The real Claude Code on the scripted model, handing in by its last message alone: no tool of Baton's, no hook.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { builtLibrary } from '../e2e/built-library.ts';
import { claudeEnvironment, startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstallClaude } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';

const WORKFLOW = readFileSync(
  fileURLToPath(new URL('../../examples/message/message.mjs', import.meta.url)),
  'utf8',
);
const NOTE = '$' + '{cwd}/note.md';

const block = (status: string, artifacts: string, summary: string): string =>
  `---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: ${artifacts}\nNEXT: null\nSUMMARY: ${summary}\n`;

const SCRIPTS = {
  note: [
    { text: `Which language should it be in?\n\n${block('needs_human', 'none', 'One question.')}` },
    // A turn later, in the same session.
    { expect: 'Answer: English', text: 'It is as good as written. All tests pass.' },
    {
      expect: 'HANDOFF_MISSING[\\s\\S]*note\\.md',
      call: { write: { path: NOTE, content: 'Hello.\n' } },
    },
    { text: `Now it is written.\n\n${block('complete', 'note.md', 'The note is written.')}` },
  ],
};

let claude: string;
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  claude = await findOrInstallClaude();
  model = await startModelServer({ scripts: SCRIPTS });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

it('asks, is parked, goes on in the same session, is rejected with every problem, and is accepted', async () => {
  project = agentProject(claude, claudeEnvironment(model.url));
  project.write('message.mjs', WORKFLOW);
  mkdirSync(join(project.directory, 'node_modules'));
  symlinkSync(builtLibrary(), join(project.directory, 'node_modules', 'baton-relay'));
  const asked = await project.baton(
    ...['run', 'Write a note. [[script:note]]', '--name', 'note', '--workflow', './message.mjs'],
    ...['--agent', 'command:claude'],
  );
  expect(asked.exit, asked.stderr).toBe(4);
  expect(asked.stderr + asked.stdout).toContain('Which language should it be in?');
  const answered = await project.baton('answer', 'write.writer.1.question1', '--text', 'English');
  expect(answered.exit, answered.stderr).toBe(0);
  const resumed = await project.baton('resume', 'note');
  expect(resumed.exit, resumed.stderr).toBe(0);

  const { entries } = JSON.parse((await project.baton('log', 'note', '--json')).stdout) as {
    entries: { events: { kind: string; end?: string; session?: string }[] }[];
  };
  const events = entries.flatMap((entry) => entry.events);
  const verdicts = events.filter(({ kind }) => /^(request|submission)/.test(kind)).map(({ kind }) => kind);
  expect(verdicts).toEqual([
    ...['request-opened', 'request-answered', 'submission-received', 'submission-rejected'],
    ...['submission-received', 'submission-accepted'],
  ]);
  const ends = events.filter(({ kind }) => kind === 'attempt-ended');
  expect(ends.map(({ end }) => end)).toEqual(['finished', 'finished', 'finished']);
  expect((await project.baton('verify', 'note')).exit).toBe(0);
});
