/**
 * The terminal that the creation of a folder may use; the `sigil` command passes its own.
 */
import type { Readable } from 'node:stream';

/** Writes whole lines for people. */
interface Lines {
  line(text?: string): void;
  readonly paint: { bold(text: string): string };
  /** Width of the window; undefined when the text goes to a file or another program. */
  readonly columns: number | undefined;
}

export interface CreateTerminal {
  readonly stdin: Readable;
  readonly out: Pick<Lines, 'line'>;
  readonly err: Lines;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted when the user or the system asks the command to end. */
  readonly interrupted: AbortSignal;
}
