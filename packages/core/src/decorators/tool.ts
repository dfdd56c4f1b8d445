/**
 * `@Tool`: publishes a method as a tool. A marker; the build reads the signature and the doc comment.
 */
import type { FormerNames, Icon, TaskSupport } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import { publicationMarker, type MethodMarker } from './publication.js';

/** All values must be static (literals, `const` references, enum members): the build reads them from the source. */
export interface ToolOptions {
  /** Instead of the method's name; `^[A-Za-z0-9_.-]{1,64}$` together with the namespace. */
  readonly name?: string;
  /** For people; the method's `@title` tag says the same. */
  readonly title?: string;
  /** Instead of the doc comment's summary. */
  readonly description?: string;
  /** The tool changes nothing (`readOnlyHint`). */
  readonly readOnly?: boolean;
  /** The tool may destroy or overwrite (`destructiveHint`; clients assume true when nothing is said). */
  readonly destructive?: boolean;
  /** Calling the tool again with the same arguments changes nothing more (`idempotentHint`). */
  readonly idempotent?: boolean;
  /** The tool reaches things outside this server (`openWorldHint`; clients assume true when nothing is said). */
  readonly openWorld?: boolean;
  readonly icons?: readonly Icon[];
  /**
   * Long work that a client may leave running and come back for. `optional`: a task where the client can have one, from when
   * the method calls `context.beginTask()` or has run for the limit `taskAfterMs`, else an ordinary call; `required`: a task
   * from its beginning, refused for clients that cannot. Revisions that know no tasks run both as ordinary calls.
   */
  readonly task?: TaskSupport;
  /**
   * Tells whether an argument of another kind is read as the only value it can mean: `"5"` as a number, JSON text as an
   * object, one value as an array of it. On unless this is false.
   */
  readonly coerce?: boolean;
  /** The names by which clients with an older list may still call the tool, for a while after the swap. */
  readonly formerly?: FormerNames;
  /**
   * Scopes that a caller must have been granted, all of them, to use it: `['orders:write']`. They hold where the server asks callers who
   * they are; elsewhere every caller has every scope. Instead of those of the class's `@Namespace`; an empty list asks for none.
   */
  readonly scopes?: readonly string[];
  /** For clients and gateways, beside the standard fields; keys follow the specification's grammar for `_meta`. */
  readonly meta?: JsonObject;
}

const marker = publicationMarker('tool');

/** Publishes the method as a tool. */
export function Tool(_options: ToolOptions = {}): MethodMarker {
  return marker;
}
