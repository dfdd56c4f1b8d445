/**
 * Colours for text on a terminal; none for pipes and files, nor when `NO_COLOR` is set.
 *
 * A pipe's `isTTY` is undefined, in which case picocolors decides by itself and would colour the logs of every CI.
 */
import picocolors from 'picocolors';

/** Colours for standard output. */
export const onStdout: ReturnType<typeof picocolors.createColors> = picocolors.createColors(
  Boolean(process.stdout.isTTY) && !process.env['NO_COLOR'],
);
