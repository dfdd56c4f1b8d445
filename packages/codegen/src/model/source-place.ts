/**
 * A place in the source of a plugin.
 */

/** A place in the plugin's source; lines and columns count from 1, `file` is relative to the plugin's folder, with `/`. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The number of characters from the column on; at least 1. */
  readonly length: number;
}
