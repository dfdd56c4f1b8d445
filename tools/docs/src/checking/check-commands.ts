/**
 * Refuses commands in the documentation that their program would not accept: `sigil` parses its own, scripts and files must exist.
 *
 * Nothing is run.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Problem } from '@sigil/checks/problem';
import { readFile, workspaceRoot } from '@sigil/checks/workspace';
import { buildProgram, openTerminal } from '@sigil/cli';
import { CommanderError, type Command } from 'commander';
import type { Fence } from '../fences/mark.ts';
import { readCommandLines } from './read-command-lines.ts';

type Scripts = Readonly<Record<string, string>>;
type Check = (words: readonly string[], scripts: Scripts) => string | undefined;

const { scripts: workspaceScripts } = JSON.parse(readFile('package.json').text) as { readonly scripts: Scripts };
const { generators } = JSON.parse(readFile('packages/nx/generators.json').text) as {
  readonly generators: Readonly<Record<string, unknown>>;
};

/** System programs that fences may call, whose arguments are not checked. */
const systemPrograms: ReadonlySet<string> = new Set([
  'cat',
  'cd',
  'curl',
  'docker',
  'git',
  'jq',
  'mkdir',
  'systemctl',
  'journalctl',
]);
const npmCommands: ReadonlySet<string> = new Set([
  'ci',
  'install',
  'create',
  'init',
  'test',
  'start',
  'publish',
  'pack',
  'exec',
]);

/** @param scripts those that `npm run` has; by default the workspace's */
export function checkCommands({ document, block }: Fence, scripts: Scripts = workspaceScripts): Problem[] {
  return readCommandLines(block.text).flatMap(({ words, line }) => {
    const message = problemOf(words, scripts);
    return message === undefined ? [] : [{ file: document, line: block.line + line, message }];
  });
}

/** Checks by program; each receives the words after it. */
const checks: Readonly<Record<string, Check>> = {
  sigil: readBySigil,
  npx: checkNpx,
  npm: checkNpm,
  node: ([file = '', ...rest], scripts) => (file.startsWith('-') ? checks['node']?.(rest, scripts) : requireFile(file)),
  bash: ([file = '']) => requireFile(file),
};

function problemOf([program = '', ...rest]: readonly string[], scripts: Scripts): string | undefined {
  const check = checks[program];
  if (check) return check(rest, scripts);
  return systemPrograms.has(program) ? undefined : `"${program}" is no program that a page may call`;
}

function checkNpx([name = '', ...rest]: readonly string[]): string | undefined {
  if (name.startsWith('-')) return checkNpx(rest);
  if (name === 'sigil' || name.replace(/@[\d.a-z-]+$/u, '') === '@sigil/cli') return readBySigil(rest);
  if (name === 'nx' && rest[0] === 'g') return checkGenerator(rest[1] ?? '');
  return existsSync(join(workspaceRoot, 'node_modules/.bin', name))
    ? undefined
    : `no package here has the command "${name}"`;
}

function checkGenerator(name: string): string | undefined {
  const known = name.replace(/^@sigil\/nx:/u, '');
  return known in generators ? undefined : `@sigil/nx has no generator "${known}"`;
}

function checkNpm([command = '', ...rest]: readonly string[], scripts: Scripts): string | undefined {
  if (command.startsWith('-')) return checkNpm(rest, scripts);
  if (npmCommands.has(command)) return undefined;
  if (command !== 'run') return `npm ${command} is not among the commands that pages use`;
  const script = rest.find((word) => !word.startsWith('-')) ?? '';
  return script in scripts ? undefined : `the package.json has no script "${script}"`;
}

/** Requires a file; one that `npm run build` writes may be missing if its source's folder exists. */
function requireFile(file: string): string | undefined {
  const isThere = existsSync(join(workspaceRoot, file.replace(/\/dist\/.*$/u, '')));
  return isThere || file === '' ? undefined : `there is no "${file}"`;
}

/** Parses a command line with the command itself, without its actions. */
function readBySigil(words: readonly string[]): string | undefined {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { stdin } = process;
  const interrupted = new AbortController().signal;
  const terminal = openTerminal({ stdin, stdout: nowhere, stderr: nowhere, env: {}, cwd: workspaceRoot, interrupted });
  const program = buildProgram(terminal);
  doNothing(program);
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return String(error);
    if (error.exitCode !== 0) return `sigil ${words.join(' ')}: ${error.message}`;
  }
  return undefined;
}

function doNothing(command: Command): void {
  for (const one of command.commands) doNothing(one);
  if (command.commands.length === 0) command.action(() => undefined);
}
