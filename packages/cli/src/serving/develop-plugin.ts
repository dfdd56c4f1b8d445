/**
 * Builds and serves a plugin, and after each save builds it again and swaps it in.
 */
import { watchPlugin } from '@sigil/codegen';
import { requireFolder } from '../building/require-folder.js';
import type { Terminal } from '../terminal/terminal.js';
import { untilInterrupted } from '../terminal/until-interrupted.js';
import { Development, type DevelopRequest } from './development.js';

/**
 * Ends when it is asked to, or when its client on standard input leaves.
 *
 * @throws ListenError when the port or the host cannot be used
 */
export async function developPlugin(request: DevelopRequest, terminal: Terminal): Promise<void> {
  const { folder } = request;
  await requireFolder(folder);
  const development = new Development(request, terminal);
  const watch = await watchPlugin(folder, {
    onBuild: (result) => development.take(result),
    onError: (cause) => development.tellOf(cause),
  });
  try {
    await Promise.race([development.ended, untilInterrupted(terminal.interrupted)]);
  } finally {
    await watch.close();
    await development.close();
  }
}
