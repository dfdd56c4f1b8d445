/**
 * Colours for what people read on a terminal; none for pipes and files, nor where `NO_COLOR` is set.
 *
 * The `isTTY` of a pipe is undefined, for which picocolors would decide by itself, and colour the logs of every CI.
 */
import picocolors from 'picocolors';

/** For what is written to standard output. */
export const onStdout: ReturnType<typeof picocolors.createColors> = picocolors.createColors(
  Boolean(process.stdout.isTTY) && !process.env['NO_COLOR'],
);
