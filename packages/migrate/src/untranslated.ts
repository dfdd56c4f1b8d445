/**
 * The reason why a construct stays as old code in a comment.
 */
import type { Node } from 'ts-morph';

/** A construct that cannot be translated; the message says why. */
export class Untranslated extends Error {
  constructor(
    readonly at: Node,
    readonly construct: string,
    message: string,
  ) {
    super(message);
  }
}
