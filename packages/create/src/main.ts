#!/usr/bin/env node
/**
 * The program of `npm create @sigil`: its streams, signals and exit code.
 */
import { Command, CommanderError } from 'commander';
import picocolors from 'picocolors';
import { addCreateOptions } from './create-command.js';
import { CreateError } from './create-error.js';
import type { CreateTerminal } from './create-terminal.js';
import { packageVersion } from './package-version.js';

const examples = `
Examples:
  npm create @sigil@latest dice                      a plugin with one tool, in the folder "dice"
  npm create @sigil@latest dice -- --template full   with a resource and a prompt too
  npm create @sigil@latest -- --server               a server for the plugins of many teams
`;

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
const { stdin, stdout, stderr, env } = process;
const terminal: CreateTerminal = {
  stdin,
  env,
  cwd: process.cwd(),
  interrupted: interruption.signal,
  out: { line: (text = '') => void stdout.write(`${text}\n`) },
  err: {
    line: (text = '') => void stderr.write(`${text}\n`),
    paint: picocolors,
    columns: stderr.isTTY ? stderr.columns : undefined,
  },
};

const command = new Command('npm create @sigil@latest --')
  .description(
    'Make a folder with a plugin, or with a server for plugins, that works as it is. Nothing is overwritten.',
  )
  .version(packageVersion(), '-V, --version', 'print the version')
  .helpOption('-h, --help', 'say how to use it')
  .showHelpAfterError('(npm create @sigil@latest -- --help says what there is)')
  .addHelpText('after', examples)
  .exitOverride();

try {
  await addCreateOptions(command, terminal).parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  // Commander has already printed the error, the help or the version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (!(error instanceof CreateError)) throw error;
  terminal.err.line(`${picocolors.red('error:')} ${error.message}`);
  return error.exitCode;
}
