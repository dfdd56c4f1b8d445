/**
 * Colours for what people read on a terminal; none for pipes and files, nor where `NO_COLOR` is set.
 */
import picocolors from 'picocolors';

/** For what is written to standard output. */
export const onStdout: ReturnType<typeof picocolors.createColors> = picocolors.createColors(
  process.stdout.isTTY && !process.env['NO_COLOR'],
);
