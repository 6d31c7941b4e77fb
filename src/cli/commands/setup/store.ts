import { BatonError } from '../../../errors.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

type Keeper = Awaited<ReturnType<Awaited<ReturnType<Shell['system']>>['storeKeeper']>>;

const keeperFor = async (shell: Shell): Promise<Keeper> => {
  const { addressOfStore } = await import('../../../operations/project/shared-store.ts');
  const address = await addressOfStore(await shell.project(), shell.env);
  if (address === undefined)
    throw new BatonError('CONFIG_INVALID', 'expected the address of a database, this project has none', {
      hint: 'Write `store: postgres://db.example/baton` into baton.yaml, or set BATON_STORE.',
    });
  return (await shell.system()).storeKeeper(address, shell.env);
};

const setUp = async (shell: Shell): Promise<Exit> => {
  const { requirePerson } = await import('../../../operations/people/require-person.ts');
  requirePerson({ env: shell.env, pid: process.pid });
  const version = await (await keeperFor(shell)).setUp();
  shell.print({ ok: true, version }, `The tables of Baton are there, version ${version}.`);
  return EXIT.yes;
};

const check = async (shell: Shell): Promise<Exit> => {
  const found = await (await keeperFor(shell)).check();
  const { server, version, user, roles, problems } = found;
  const words = [
    `PostgreSQL ${server}, tables version ${version ?? 'none'}`,
    `you are ${user}, ${roles.length === 0 ? 'in no role of Baton' : roles.join(', ')}`,
    ...problems.map((problem) => `wrong: ${problem}`),
    ...(problems.length === 0 ? ['It can be used.'] : []),
  ];
  shell.print({ ok: problems.length === 0, ...found }, words.join('\n'));
  return problems.length === 0 ? EXIT.yes : EXIT.no;
};

export const storeCommand: Register = (program, act) => {
  const store = program
    .command('store')
    .summary('set up and check the database that shares runs')
    .description('The database that `store:` of baton.yaml or BATON_STORE names.')
    .addHelpText('after', examples('baton store init', 'baton store check'));
  store
    .command('init')
    .description('Makes the tables, functions and roles of Baton, as the owner of the database.')
    .action(act((shell: Shell) => setUp(shell)));
  store
    .command('migrate')
    .description('Updates the tables to this version, as the owner of the database. This cannot be undone.')
    .action(act((shell: Shell) => setUp(shell)));
  store
    .command('check')
    .description('Says whether the database is safe for runs, and which login it sees.')
    .action(act((shell: Shell) => check(shell)));
};
