// The reference of the commands, from the program itself.
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { ALL_EXITS, type ExitMeaning, exitsOf } from '../../src/cli/command-exits.ts';
import { buildProgram } from '../../src/cli/program.ts';
import type { Streams } from '../../src/cli/shell.ts';
import { cell, fenced, GENERATED, table } from './markdown.ts';

const helpOf = (command: Command): string => {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) });
  command.outputHelp();
  return text;
};

const examplesOf = (command: Command): string[] =>
  [...(/\nExamples?:\n((?: {2}\$ .*\n?)+)/.exec(helpOf(command))?.[1] ?? '').matchAll(/^ {2}\$ (.*)$/gm)].map(
    ([, line = '']) => line,
  );

const argumentRows = (command: Command): string[][] =>
  command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
    return [`\`${argument.required ? name : `[${name}]`}\``, cell(argument.description)];
  });

const optionRows = (command: Command): string[][] =>
  command.options
    .filter(({ hidden, long }) => !hidden && long !== '--help')
    .map(({ flags, description }) => [`\`${flags}\``, cell(description)]);

const exitRows = (exits: readonly ExitMeaning[]): string[][] =>
  exits.map(({ code, meaning }) => [String(code), cell(meaning)]);

const sectionOf = (command: Command): string => {
  const rows = [...argumentRows(command), ...optionRows(command)];
  return [
    `## baton ${command.name()}`,
    command.description(),
    fenced('sh', examplesOf(command).join('\n')),
    ...(rows.length === 0 ? [] : [table(['argument or option', 'what it is'], rows)]),
    table(['exit', 'when'], exitRows(exitsOf(command.name()) ?? ALL_EXITS)),
  ].join('\n\n');
};

/** No command is run here, so nothing of the machine is needed. */
const program = (): Command => {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  return buildProgram(
    {
      root: fileURLToPath(new URL('../..', import.meta.url)),
      env: {},
      streams: streams as unknown as Streams,
      compose: () => Promise.reject(new Error('no command is run')),
      pages: () => Promise.reject(new Error('not served')),
    },
    () => {},
  );
};

export const commandsReference = (): string => {
  const { commands, options } = program();
  const names = commands.map((command) => [
    `[${command.name()}](#baton-${command.name()})`,
    cell(command.summary() || command.description()),
  ]);
  const global = options.map(({ flags, description }) => [`\`${flags}\``, cell(description)]);
  return [
    '# Commands',
    GENERATED,
    table(['command', 'what it does'], names),
    'Every command takes these options. RUN is a name, the beginning of one, or a run directory; without it the run written to last is meant.',
    table(['option', 'what it does'], global),
    'Exit codes mean the same for every command:',
    table(['exit', 'meaning'], exitRows(ALL_EXITS)),
    ...commands.map(sectionOf),
    '',
  ].join('\n\n');
};
