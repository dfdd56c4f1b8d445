/**
 * Opens an output of this process again, so that writing never waits for an unread pipe or a stopped terminal.
 */
import { constants, fstatSync, openSync } from 'node:fs';

/**
 * Returns the descriptor itself if the system cannot open it again, as for sockets and files. Node makes sockets and pipes
 * non-blocking when the process's stream is first used. A stopped terminal blocks on systems without `/proc`.
 */
export function openWithoutBlocking(descriptor: number): number {
  // The first use sets the mode.
  void (descriptor === 1 ? process.stdout : process.stderr);
  try {
    // Without `bigint`, the numbers stay in a buffer that Node's `realpathSync` reads, which then resolves no links.
    const kind = fstatSync(descriptor, { bigint: true });
    // All who inherited the descriptor share a file's position; a position of our own would overwrite their output.
    if (!kind.isFIFO() && !kind.isCharacterDevice()) return descriptor;
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // The descriptor is closed or belongs to another user, or there is no /proc, so it is used as it is.
    return descriptor;
  }
}
