import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundle } from '../../test/fixtures/bundle.ts';
import { scratchTask } from '../../test/fixtures/task.ts';
import { agentContract, type Behaviour } from './agent.contract.ts';
import { type Agent, taskEnvironment } from './agent.ts';
import { commandAgent } from './command/command-agent.ts';
import { humanAgent } from './human/human-agent.ts';
import { parseScenario } from './scripted/scenario.ts';
import { scriptedAgent } from './scripted/scripted-agent.ts';

const fixture = (behaviour: Behaviour): string =>
  fileURLToPath(new URL(`../../test/fixtures/agents/${behaviour}.mjs`, import.meta.url));

const api = { describe, it, expect };

let player: Bundle;
beforeAll(async () => {
  player = await bundle('src/agents/scripted/player.ts');
});
afterAll(() => player.remove());

agentContract(
  'made of a command',
  {
    task: () => scratchTask(),
    agentFor: (behaviour) =>
      commandAgent({
        name: 'fixture',
        launch: (task) => ({
          file: behaviour === 'is-missing' ? '/no/such/program' : process.execPath,
          args: [fixture(behaviour)],
          cwd: task.workingDirectory,
          env: taskEnvironment(task),
          stdin: task.prompt,
          graceMs: 200,
        }),
      }),
  },
  api,
);

/** The fixture as a command of the player, which ends as the fixture did. */
const SCRIPTED_STEPS: Record<Behaviour, string> = {
  finishes: '- say: done',
  hangs: '- hang: true',
  'crashes-halfway': '- crash: true',
  'floods-stdout': '- say: done',
  'ignores-sigterm': '- hang: true',
  'leaves-grandchild': '- say: done',
  'is-missing': '- hang: true',
};

const scripted = (behaviour: Behaviour): Agent => {
  const line = `"${process.execPath}" "${fixture(behaviour)}"`;
  const yaml = `roles:\n  coder:\n    - - run: ${JSON.stringify(line)}\n      ${SCRIPTED_STEPS[behaviour]}\n`;
  const { value: scenario } = parseScenario(yaml, 'scenario.yaml');
  const node = behaviour === 'is-missing' ? '/no/such/node' : process.execPath;
  return scriptedAgent({ scenario: scenario!, node, player: player.file });
};

agentContract('made of a scenario', { task: () => scratchTask(), agentFor: scripted }, api);

const noProgram = 'a person is no program';
agentContract(
  'that is a person',
  {
    task: () => scratchTask(),
    agentFor: () => humanAgent(),
    gaps: {
      finishes: noProgram,
      'crashes-halfway': noProgram,
      'floods-stdout': noProgram,
      'leaves-grandchild': noProgram,
      'is-missing': noProgram,
      'ignores-sigterm': noProgram,
    },
  },
  api,
);
