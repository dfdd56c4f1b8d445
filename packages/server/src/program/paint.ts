/**
 * Colours for text on a terminal; none for pipes and files, nor when `NO_COLOR` is set.
 *
 * A pipe's `isTTY` is undefined, in which case picocolors decides by itself and would colour the logs of every CI.
 */
import cluster from 'node:cluster';
import picocolors from 'picocolors';

/** The primary of workers writes their lines to its terminal. */
const isColouredWorker = cluster.isWorker && process.env['FORCE_COLOR'] === '1';

/** Colours for standard output. */
export const onStdout: ReturnType<typeof picocolors.createColors> = picocolors.createColors(
  (Boolean(process.stdout.isTTY) || isColouredWorker) && !process.env['NO_COLOR'],
);
