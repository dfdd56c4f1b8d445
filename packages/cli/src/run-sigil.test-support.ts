/**
 * Runs a whole command line in this process.
 */
import type { ExitCode } from './failures/command-error.js';
import { runSigil } from './run-sigil.js';
import { CapturedTerminal, type CapturedOptions } from './terminal/captured-terminal.test-support.js';

/** The result of a command. */
export interface Ran {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export async function run(args: readonly string[], options?: CapturedOptions): Promise<Ran> {
  const { terminal, out, err } = new CapturedTerminal(options);
  const exitCode = await runSigil(args, terminal);
  return { exitCode, stdout: out.text, stderr: err.text };
}
