/**
 * Builds and serves a plugin, and after each save rebuilds it and swaps it in.
 */
import { basename, relative } from 'node:path';
import { watchPlugin } from '@sigil/codegen';
import { requireFolder } from '../building/require-folder.js';
import { showStep } from '../terminal/show-step.js';
import type { Terminal } from '../terminal/terminal.js';
import { untilInterrupted } from '../terminal/until-interrupted.js';
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
  const { whileBlocked = (work) => work() } = terminal;
  const watch = await whileBlocked(() =>
    showStep(step, terminal, () =>
      watchPlugin(folder, {
        onBuild: (result) => void shown.then(() => development.take(result)),
        onError: (cause) => void shown.then(() => development.tellOf(cause)),
      }),
    ),
  );
  show();
  try {
    await Promise.race([development.ended, untilInterrupted(terminal.interrupted)]);
  } finally {
    await watch.close();
    await development.close();
  }
}
