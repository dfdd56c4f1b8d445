/**
 * Keeps plugins built until the command is interrupted, in the builder's process.
 */
import type { BuildOptions } from '@sigil/codegen/building';
import { openBuilderProcess, type BuildReport } from '@sigil/server/builder';
import { clockTime } from '../terminal/clock-time.js';
import type { Terminal } from '../terminal/terminal.js';
import { waitForInterrupt } from '../terminal/wait-for-interrupt.js';
import { builderCommand } from './builder-command.js';
import { printDiagnostics } from '../building/print-diagnostics.js';
import { requireFolder } from '../building/require-folder.js';

/** Builds what is not up to date now, and each plugin again after every change of what it was built from. */
export async function watchEach(
  folders: readonly string[],
  terminal: Terminal,
  options: BuildOptions = {},
): Promise<void> {
  for (const folder of folders) await requireFolder(folder);
  const { out, err, cwd } = terminal;
  const onReport = (report: BuildReport): void => {
    if (report.line !== undefined) out.line(`${clockTime()} ${report.line}`);
    if (report.diagnostics.length > 0) printDiagnostics(report, terminal);
  };
  const builder = openBuilderProcess({
    command: builderCommand(),
    folders,
    options,
    cwd,
    onReport,
    onFailure: (_, why) => err.line(`${err.paint.red('error:')} ${why}`),
    onEnded: (why) => err.line(`${err.paint.red('error:')} ${why}`),
  });
  const interrupted = waitForInterrupt(terminal.interrupted);
  await Promise.race([builder.watching, interrupted]);
  if (!terminal.interrupted.aborted) out.line(out.paint.dim('Watching for changes; Ctrl+C ends it.'));
  await interrupted;
  builder.close();
}
