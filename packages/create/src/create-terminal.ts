/**
 * The surroundings that the making of a folder may use; the `sigil` command hands in its own.
 */
import type { Readable } from 'node:stream';

/** Whole lines for people. */
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
