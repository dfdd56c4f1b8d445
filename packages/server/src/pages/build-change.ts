/**
 * One build that replaced another while the server ran, as its page tells of it.
 */

/** The levels of `sigil diff`. */
export interface ShownChange {
  readonly level: 'breaking' | 'minor' | 'patch';
  readonly component: string;
  /** The part of the component. */
  readonly path?: string | undefined;
  /** A sentence. */
  readonly says: string;
}

/** The swap of one build for another. */
export interface BuildChange {
  /** From 1 on; a page that knows a lower one is behind. */
  readonly number: number;
  readonly at: Date;
  /** All of it in a few words. */
  readonly headline: string;
  /** The gravest first. */
  readonly changes: readonly ShownChange[];
}
