/**
 * The replacement of one build by another while the server ran, for its page.
 */

/** The levels of `sigil diff`. */
export interface ShownChange {
  readonly level: 'breaking' | 'minor' | 'patch';
  readonly component: string;
  /** The part of the component. */
  readonly path?: string | undefined;
  /** The change as a sentence. */
  readonly says: string;
}

/** The swap of one build for another. */
export interface BuildChange {
  /** Counts from 1; a page that knows a lower number is out of date. */
  readonly number: number;
  readonly at: Date;
  /** A summary in a few words. */
  readonly headline: string;
  /** The changes, most severe first. */
  readonly changes: readonly ShownChange[];
}
