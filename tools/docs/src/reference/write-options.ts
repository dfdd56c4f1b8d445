/**
 * Writes the options of a command of `sigil` as a table, from the command's own definition.
 */
import { Writable } from 'node:stream';
import { workspaceRoot } from '@sigil/checks/workspace';
import { buildProgram, openTerminal } from '@sigil/cli';
import type { Command } from 'commander';
import { cellOf } from './cell-of.ts';

/** @param subject the command with its program: `sigil config build` */
export function writeOptions(subject: string): string {
  const [, ...path] = subject.split(' ');
  const command = path.reduce(findCommand, openProgram());
  const rows = [
    ...command.registeredArguments.map((argument) => {
      const shown = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
      return `| \`${shown}\` | ${cellOf(argument.description)} |`;
    }),
    ...command.options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, description, defaultValue }) => {
        const standard =
          defaultValue === undefined || typeof defaultValue === 'boolean' ? '' : `; default \`${defaultValue}\``;
        return `| \`${cellOf(flags)}\` | ${cellOf(description)}${standard} |`;
      }),
  ];
  return rows.length === 0
    ? 'It has no options.'
    : ['| argument or option | means |', '| --- | --- |', ...rows].join('\n');
}

/** Every command that does something, with its program: `sigil config build`. */
export function listCommands(command: Command = openProgram()): string[] {
  if (command.commands.length === 0) return [''];
  return command.commands
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => listCommands(one).map((rest) => `${one.name()} ${rest}`.trim()));
}

function findCommand(command: Command, name: string): Command {
  const found = command.commands.find((one) => one.name() === name);
  if (!found) throw new Error(`sigil has no command "${name}"`);
  return found;
}

function openProgram(): Command {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { signal } = new AbortController();
  const streams = { stdin: process.stdin, stdout: nowhere, stderr: nowhere };
  return buildProgram(openTerminal({ ...streams, env: {}, cwd: workspaceRoot, interrupted: signal }));
}
