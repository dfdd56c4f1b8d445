/**
 * Colours for text on a terminal; none for pipes and files, nor when `NO_COLOR` is set.
 *
 * Without a decision picocolors would colour the logs of every CI. The streams are not asked, since standard output may belong to the
 * protocol and is opened by its first use.
 */
import cluster from 'node:cluster';
import { isatty } from 'node:tty';
import picocolors from 'picocolors';

/** The primary of workers writes their lines to its terminal. */
const isColouredWorker = cluster.isWorker && process.env['FORCE_COLOR'] === '1';

type Colours = ReturnType<typeof picocolors.createColors>;

/** Colours for standard error. */
export const onStderr: Colours = coloursOf(2);

/** Colours for standard output. */
export const onStdout: Colours = coloursOf(1);

function coloursOf(descriptor: 1 | 2): Colours {
  return picocolors.createColors((isatty(descriptor) || isColouredWorker) && !process.env['NO_COLOR']);
}
