/**
 * Finds problems of a command before its first call: a program or a folder that does not exist.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** The search path of a command, and the folder in which it runs. */
export interface CommandPlace {
  readonly command: string;
  readonly cwd: string | undefined;
  /** The `PATH` that the command sees; `undefined` when it sees none. */
  readonly path: string | undefined;
}

// The folders that the system searches by default.
const systemPath = '/usr/local/bin:/bin:/usr/bin';

/** @returns `undefined` when the command can be started, as far as its file shows */
export function findCommandProblem({ command, cwd, path = systemPath }: CommandPlace): string | undefined {
  if (cwd !== undefined && !isFolder(cwd)) return `shell: the folder "${cwd}" of the command "${command}" is not there`;
  const from = cwd ?? process.cwd();
  const places = command.includes('/')
    ? [resolve(from, command)]
    : path.split(delimiter).map((it) => join(it, command));
  if (places.some((place) => isProgram(resolve(from, place)))) return undefined;
  return `shell: the command "${command}" is not there, or may not be run`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // A missing file and one that may not be run are both the answer.
    return false;
  }
}
