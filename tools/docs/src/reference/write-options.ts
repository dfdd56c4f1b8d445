/**
 * Writes the options of a command of `sigil` as a table, from the command's own definition.
 */
import { Writable } from 'node:stream';
import { workspaceRoot } from '@sigil/checks/workspace';
import { buildProgram, openTerminal } from '@sigil/cli';
import type { Argument, Command, Option } from 'commander';
import { cellOf } from './cell-of.ts';

/** @param subject the command with its program: `sigil config build` */
export function writeOptions(subject: string): string {
  const [, ...path] = subject.split(' ');
  return writeCommand(path.reduce(findCommand, openProgram()));
}

/** Writes the table of one command. */
export function writeCommand(command: Command): string {
  const rows = [
    ...command.registeredArguments.map((argument) => rowOf(shapeOf(argument), argument)),
    ...command.options
      .filter(({ hidden }) => !hidden)
      .map((option) => rowOf(option.flags, option, standardOf(option.defaultValue))),
  ];
  return rows.length === 0
    ? 'It has no options.'
    : ['| argument or option | means |', '| --- | --- |', ...rows].join('\n');
}

function rowOf(
  shape: string,
  { description, argChoices }: Pick<Option, 'description' | 'argChoices'>,
  more = '',
): string {
  const choices = argChoices ? `; one of ${argChoices.map((choice) => `\`${choice}\``).join(', ')}` : '';
  return `| \`${cellOf(shape)}\` | ${cellOf(description + choices + more)} |`;
}

function shapeOf(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Returns the default; nothing for an option that is off, or an empty list. */
function standardOf(value: unknown): string {
  const isSaid = typeof value === 'string' || typeof value === 'number';
  return isSaid ? `; default \`${value}\`` : '';
}

/** Lists every command with an action, with its program: `sigil config build`. */
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
