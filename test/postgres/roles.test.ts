// Who may do what in the database, tried for real: every role at every table and every function.
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAddress } from '../../src/stores/postgres/address.ts';
import { Link } from '../../src/stores/postgres/link.ts';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { sampleDraft } from '../../src/stores/store.contract.ts';
import { HAS_SERVER, type Login, testDatabase } from './database.ts';

const DENIED = '42501';
/** An update needs a column that is there: otherwise that is found before the right is looked at. */
const COLUMNS: Readonly<Record<string, string>> = {
  host: 'name',
  version: 'version',
  run: 'name',
  worker: 'login',
};

const statementsFor = (name: string): readonly (readonly [verb: string, statement: string])[] => {
  const column = COLUMNS[name] ?? 'run';
  return [
    ['select', `select from baton.${name} limit 0`],
    ['insert', `insert into baton.${name} overriding system value select * from baton.${name} where false`],
    ['update', `update baton.${name} set ${column} = ${column} where false`],
    ['delete', `delete from baton.${name} where false`],
    ...(name === 'own_word' ? [] : [['truncate', `truncate baton.${name}`] as const]),
  ];
};

const LOGINS: readonly Login[] = ['holder', 'worker', 'person', 'reader'];

describe.skipIf(!HAS_SERVER)('the roles', () => {
  const database = testDatabase();
  const as = (login: Login): Link => {
    const link = new Link(parseAddress(database().url(login)), {});
    onTestFinished(() => link.close());
    return link;
  };
  /** Whether the database lets it through; what else it says does not matter. */
  const may = async (link: Link, statement: string): Promise<boolean> =>
    link.sql.unsafe(statement).then(
      () => true,
      (cause: { readonly code?: string }) => cause.code !== DENIED,
    );
  const listed = async (query: string): Promise<string[]> =>
    (await database().admin.sql.unsafe(query)).map((row) => String(row['name']));

  it('may do at each table and function what this says, and nothing else', async () => {
    const tables = await listed(
      "select relname as name from pg_class where relnamespace = 'baton'::regnamespace and relkind in ('r', 'v') order by 1",
    );
    const functions = await listed(
      "select proname || '(' || array_to_string(array(select 'null::' || format_type(t, null) from unnest(proargtypes) t), ', ') || ')' as name from pg_proc where pronamespace = 'baton'::regnamespace order by 1",
    );
    // Each of the statements is sound: the owner may.
    for (const name of tables)
      for (const [verb, statement] of statementsFor(name))
        if (verb !== 'truncate') await database().admin.sql.unsafe(statement);
    const table: Record<string, string> = {};
    for (const login of LOGINS) {
      const link = as(login);
      for (const name of tables) {
        const can: string[] = [];
        for (const [verb, statement] of statementsFor(name)) if (await may(link, statement)) can.push(verb);
        table[`${login} ${name}`] = can.join(' ');
      }
      const called: string[] = [];
      for (const call of functions)
        if (await may(link, `select baton.${call}`)) called.push(call.split('(')[0] ?? '');
      table[`${login} calls`] = called.join(' ');
    }
    const read = (login: Login): string[] =>
      Object.entries(table).flatMap(([key, can]) =>
        key.startsWith(`${login} `) && can === 'select' ? [key.split(' ')[1] ?? ''] : [],
      );
    const others = Object.entries(table).filter(
      ([key, can]) => !key.endsWith(' calls') && can !== '' && can !== 'select',
    );
    expect(others).toEqual([]);
    expect(read('holder')).toEqual(tables.filter((name) => name !== 'own_word'));
    expect(read('worker')).toEqual(['version']);
    expect(read('reader')).toEqual([
      'brief',
      'chunk',
      'entry',
      'host',
      'object',
      'run',
      'snapshot',
      'tree',
      'version',
    ]);
    expect(read('person')).toEqual([
      'brief',
      'chunk',
      'entry',
      'host',
      'object',
      'own_word',
      'run',
      'snapshot',
      'tree',
      'version',
    ]);
    const names = functions.map((call) => call.split('(')[0] ?? '');
    const ofWorkers = ['claim', 'claimed_pack', 'claimed_trees', 'deliver', 'give_back', 'renew_claim'];
    expect(table['holder calls']).toBe(
      names.filter((name) => name !== 'say' && !ofWorkers.includes(name)).join(' '),
    );
    expect(table['person calls']).toBe('say');
    expect([table['worker calls'], table['reader calls']]).toEqual([ofWorkers.join(' '), '']);
  });

  it('let a person speak in no name but their own, and hear nobody else', async () => {
    const home = openDatabase(database().url('holder'), {});
    onTestFinished(() => home.link.close());
    const hold = await postgresStores(home, 'project').take('spoken');
    const { store } = await hold.open();
    await store.append(sampleDraft(1), 0);
    const person = as('person');
    const [said] =
      await person.sql`select baton.say((select id from baton.run where name = 'spoken'), ${'{"person":"somebody else"}'}) as id`;
    const [kept] = await database().admin
      .sql`select person from baton.word where id = ${Number(said?.['id'])}`;
    expect(kept?.['person']).toBe('test_person');
    await database().admin
      .sql`insert into baton.word(run, person, body) select id, 'other', '' from baton.run where name = 'spoken'`;
    expect((await person.sql`select id from baton.own_word`).length).toBe(1);
    await expect(person.sql`select * from baton.word`).rejects.toMatchObject({ code: DENIED });
  });
});
