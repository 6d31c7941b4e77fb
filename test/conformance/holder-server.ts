// A real holder for the conformance suite and the inspector: `baton run` in a scratch project whose planner tells where
// its door is and then waits. Prints one line of JSON; ends with its parent.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES_MAX = 600;
const TRY_MS = 50;

const SCENARIO = `roles:
  planner:
    - - run: 'printf "%s %s %s" "$BATON_URL" "$BATON_ASSIGNMENT" "$BATON_TOKEN" > ../door.txt && mv ../door.txt "{run}/door"'
      - hang: true
  coder: [[{ hang: true }]]
  reviewer: [[{ hang: true }]]
`;

const makeProject = (root: string): string => {
  const project = join(root, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "scripts": { "test": "node --test" } }\n');
  writeFileSync(join(root, 'scenario.yaml'), SCENARIO);
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd: project,
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'start');
  return project;
};

const doorOf = async (project: string): Promise<[string, string, string]> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      return readFileSync(join(project, '.baton/runs/mcp/door'), 'utf8').split(' ') as [
        string,
        string,
        string,
      ];
    } catch {
      await sleep(TRY_MS);
    }
  }
  throw new Error('the planner did not tell where its door is');
};

const main = async (): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), 'baton-holder-'));
  const project = makeProject(root);
  const args = ['run', 'Serve', '--name', 'mcp', '--agent', `scripted:${join(root, 'scenario.yaml')}`];
  const holder = spawn(process.execPath, [process.env['BATON_PROGRAM']!, ...args], {
    cwd: project,
    env: { ...process.env, BATON_STATE: join(root, 'state') },
    stdio: 'ignore',
  });
  process.on('SIGTERM', () => holder.kill('SIGTERM'));
  holder.on('exit', () => {
    rmSync(root, { recursive: true, force: true });
    process.exit(0);
  });
  const [url, assignment, token] = await doorOf(project);
  process.stdout.write(`${JSON.stringify({ url: `${url}/mcp/${assignment}`, token })}\n`);
};

await main();
