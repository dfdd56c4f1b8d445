/**
 * Runs a program to its end and keeps its output, for checks that use other tools.
 */
import { spawn } from 'node:child_process';

/** The end and the output of a program. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** Both streams in the order of arrival, for messages. */
  readonly output: string;
}

/**
 * Runs a program. Never throws for a failing one: check the exit code.
 *
 * @param command the program and its arguments
 * @param cwd the folder it runs in
 * @param env its variables; by default those of this process
 */
export function runProgram(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ProgramResult> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, NODE_OPTIONS: '' },
  });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, stdout, output }));
  });
}
