/**
 * Runs a program to its end, without a shell.
 */
import { execFile } from 'node:child_process';
import { CommandError } from '../failures/command-error.js';

const maxOutputBytes = 64 * 1024 * 1024;

/** Options for running a program. */
export interface ProgramOptions {
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the program. */
  readonly signal: AbortSignal;
}

/** The program failed; `message` is the first line of its output. */
export class ProgramFailure extends Error {
  override readonly name = 'ProgramFailure';
}

/**
 * @returns what it wrote to standard output
 * @throws CommandError when there is no such program, ProgramFailure when it fails
 */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<string> {
  const { cwd, env, signal } = options;
  const settings = { cwd, env: { ...process.env, ...env }, signal, maxBuffer: maxOutputBytes };
  return new Promise((resolve, reject) => {
    execFile(program, args, settings, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      if (error.code === 'ENOENT') {
        return reject(new CommandError(`"${program}" is needed for this and was not found`, { cause: error }));
      }
      const said = stderr.split('\n').find((line) => line.trim() !== '') ?? error.message;
      reject(new ProgramFailure(said.trim(), { cause: error }));
    });
  });
}
