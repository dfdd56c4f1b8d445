/**
 * Runs one command line and returns its exit code. The only place where errors become text.
 */
import { CreateError } from '@sigil/create';
import { CommanderError } from 'commander';
import { CommandError, type ExitCode } from './failures/command-error.js';
import { describeFailure } from './failures/describe-failure.js';
import { buildProgram } from './program.js';
import type { Terminal } from './terminal/terminal.js';

/**
 * @param args without the program's own name
 * @returns resolves, and never rejects, when the command has ended and closed everything it opened
 */
export async function runSigil(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  // Read here, since errors in parsing the command line should be verbose too.
  const isVerbose = terminal.isVerbose || args.includes('--verbose');
  const told: Terminal = { ...terminal, isVerbose };
  try {
    await buildProgram(told).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the error, the help or the version.
    if (error instanceof CommanderError) {
      if (error.code === 'commander.version') await printRevisions(told);
      return error.exitCode === 0 ? 0 : 2;
    }
    told.err.line(`${told.err.paint.red('error:')} ${describeFailure(error, told)}`);
    return error instanceof CommandError || error instanceof CreateError ? error.exitCode : 1;
  }
}

/** The engine is loaded only for this line. */
async function printRevisions({ out }: Terminal): Promise<void> {
  const { revisions } = await import('@sigil/core/engine');
  out.line(
    `MCP ${revisions
      .map(({ date }) => date)
      .toReversed()
      .join(', ')}`,
  );
}
