/**
 * `@Prompt`: publishes a method as a prompt. Its parameters are the prompt's arguments, which are strings on the wire.
 */
import type { Icon } from '../model/definitions.js';
import { publicationMarker, type MethodMarker } from './publication.js';

/** All values must be static: the build reads them from the source. */
export interface PromptOptions {
  /** Overrides the method's name. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /**
   * Scopes the caller must hold, all of them: `['orders:write']`. They are enforced only where the server authenticates callers;
   * elsewhere every caller has every scope. Overrides the scopes of the class's `@Namespace`; an empty list requires none.
   */
  readonly scopes?: readonly string[];
}

const marker = publicationMarker('prompt');

/** Publishes the method as a prompt. */
export function Prompt(_options: PromptOptions = {}): MethodMarker {
  return marker;
}
