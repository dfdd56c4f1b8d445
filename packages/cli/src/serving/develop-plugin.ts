/**
 * Builds and serves a plugin, and after each save rebuilds it and swaps it in. Compilers run in the builder's process.
 */
import { basename, relative } from 'node:path';
import { openBuilderProcess, type BuildReport } from '@sigil/server/builder';
import { builderCommand } from '../builder/builder-command.js';
import { requireFolder } from '../building/require-folder.js';
import { showStep } from '../terminal/show-step.js';
import type { Terminal } from '../terminal/terminal.js';
import { waitForInterrupt } from '../terminal/wait-for-interrupt.js';
import { Development, type DevelopRequest } from './development.js';

/**
 * Runs until it is asked to end, or its client on standard input disconnects.
 *
 * @throws ListenError when the port or the host cannot be used
 */
export async function developPlugin(request: DevelopRequest, terminal: Terminal): Promise<void> {
  const { folder } = request;
  await requireFolder(folder);
  const development = new Development(request, terminal);
  // The build's messages are shown once the line of the step is gone.
  let show = (): void => undefined;
  const shown = new Promise<void>((resolve) => (show = resolve));
  const step = `Building ${relative(terminal.cwd, folder) || basename(folder)}`;
  const builder = openBuilderProcess({
    ...{ command: builderCommand(), folders: [folder], cwd: terminal.cwd },
    onReport: (report: BuildReport) => void shown.then(() => development.take(report)),
    onFailure: (_, why) => void shown.then(() => development.takeFailure(why)),
    onEnded: (why) => void shown.then(() => development.tellOf(new Error(why))),
  });
  const interrupted = waitForInterrupt(terminal.interrupted);
  try {
    await showStep(step, terminal, () => Promise.race([builder.watching, builder.stumbled, interrupted]));
    show();
    await Promise.race([development.ended, interrupted]);
  } finally {
    builder.close();
    await development.close();
  }
}
