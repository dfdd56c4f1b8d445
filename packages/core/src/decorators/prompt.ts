/**
 * `@Prompt`: publishes a method as a prompt. Its parameters are the prompt's arguments, which are strings on the wire.
 */
import type { Icon } from '../model/definitions.js';
import { publicationMarker, type MethodMarker } from './publication.js';

/** All values must be static: the build reads them from the source. */
export interface PromptOptions {
  /** Instead of the method's name. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /**
   * Scopes that a caller must have been granted, all of them, to use it: `['orders:write']`. They hold where the server asks callers who
   * they are; elsewhere every caller has every scope. Instead of those of the class's `@Namespace`; an empty list asks for none.
   */
  readonly scopes?: readonly string[];
}

const marker = publicationMarker('prompt');

/** Publishes the method as a prompt. */
export function Prompt(_options: PromptOptions = {}): MethodMarker {
  return marker;
}
