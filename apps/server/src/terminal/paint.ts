/**
 * Colours for what people read on a terminal; none for pipes and files, nor where `NO_COLOR` is set.
 */
import picocolors from 'picocolors';

type Palette = ReturnType<typeof picocolors.createColors>;

/** For what is written to standard output. */
export const onStdout: Palette = paletteOf(process.stdout);

/** For what is written to standard error. */
export const onStderr: Palette = paletteOf(process.stderr);

function paletteOf({ isTTY }: { readonly isTTY?: boolean }): Palette {
  return picocolors.createColors(isTTY === true && !process.env['NO_COLOR']);
}
