/**
 * Opens an output of this process once more, so that writing to it never waits: neither for a pipe that nobody reads nor for a
 * terminal that is held.
 */
import { constants, fstatSync, openSync } from 'node:fs';

/**
 * The descriptor itself where the system has no second way to it, as for sockets and files; of these, Node makes sockets and pipes
 * non-blocking when the process's stream is first used. A held terminal blocks on systems without `/proc`.
 */
export function openWithoutBlocking(descriptor: number): number {
  // Its first use sets the mode.
  void (descriptor === 1 ? process.stdout : process.stderr);
  try {
    // As numbers, the kind would stay in a buffer of Node in which `realpathSync` looks, which then resolves no links.
    const kind = fstatSync(descriptor, { bigint: true });
    // A file has a position that all who inherited the descriptor share; one of our own would write over theirs.
    if (!kind.isFIFO() && !kind.isCharacterDevice()) return descriptor;
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // It is closed, of another user, or there is no /proc: what there is has to do.
    return descriptor;
  }
}
