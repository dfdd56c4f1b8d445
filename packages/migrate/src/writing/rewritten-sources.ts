/**
 * The sources of a plugin, rewritten from those of a server.
 */
import type { ServerFacts } from '../readers/server-facts.js';

/** The modules of a plugin, and the facts of the server that they were. */
export interface RewrittenSources {
  /** Pairs of a path below `src` and a text. */
  readonly modules: readonly (readonly [path: string, text: string])[];
  readonly facts: ServerFacts;
}
