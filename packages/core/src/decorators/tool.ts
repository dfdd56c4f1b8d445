/**
 * `@Tool`: publishes a method as a tool. The decorator is only a marker; the build reads the signature and the doc comment.
 */
import type { FormerNames, Icon, TaskSupport } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import type { StandardSchema } from '../model/standard-schema.js';
import type { ToolVisibility } from '../model/view-metadata.js';
import { publicationMarker, schemaMarker, type MethodMarker } from './publication.js';

/**
 * All values but the schemas must be static (literals, `const` references, enum members): the build reads them from the source.
 */
export interface ToolOptions {
  /** Overrides the method's name; `^[A-Za-z0-9_.-]{1,64}$` together with the namespace. */
  readonly name?: string;
  /** A title for people; equivalent to the method's `@title` tag. */
  readonly title?: string;
  /** Overrides the doc comment's summary. */
  readonly description?: string;
  /** The tool changes nothing (`readOnlyHint`). */
  readonly readOnly?: boolean;
  /** The tool may destroy or overwrite (`destructiveHint`; clients assume true when it is not set). */
  readonly destructive?: boolean;
  /** Repeating a call with the same arguments has no further effect (`idempotentHint`). */
  readonly idempotent?: boolean;
  /** The tool reaches things outside this server (`openWorldHint`; clients assume true when it is not set). */
  readonly openWorld?: boolean;
  readonly icons?: readonly Icon[];
  /**
   * Lets a client leave long work running and fetch the outcome later. `optional`: the call becomes a task when the method calls
   * `context.beginTask()` or has run for the limit `taskAfterMs`, if the client supports tasks; otherwise it is an ordinary call.
   * `required`: the call is a task from the start, and clients without tasks are refused. Revisions without tasks run both as
   * ordinary calls.
   */
  readonly task?: TaskSupport;
  /**
   * A call that runs as a task may begin again from its start, on another server of the deployment, when its server stops or is lost
   * before it has ended. Declare it for methods whose repetition has no further effect; `context.step` does not remember steps of the
   * lost run. Needs `task`, and contradicts `idempotent: false`. Default: such a task fails.
   */
  readonly resumable?: boolean;
  /**
   * Converts an argument of another kind where it can mean only one value: `"5"` to a number, JSON text to an object, a single
   * value to an array of it. Default: true.
   */
  readonly coerce?: boolean;
  /**
   * Lists the tool on servers that list few tools and offer a search for the others (`"discovery": "search"`). For the few tools that a
   * client needs in most conversations.
   */
  readonly always?: boolean;
  /** Names under which clients with an older list may still call the tool for a while after the swap. */
  readonly formerly?: FormerNames;
  /**
   * Scopes the caller must hold, all of them: `['orders:write']`. They are enforced only where the server authenticates callers;
   * elsewhere every caller has every scope. Overrides the scopes of the class's `@Namespace`; an empty list requires none.
   */
  readonly scopes?: readonly string[];
  /** The address of a `@View` of the plugin, which hosts of MCP Apps show with the tool's result: `ui://dice/board`. */
  readonly view?: string;
  /**
   * The callers of the tool: the model, views, or both. Default: both. Only clients that show views list a tool that is for views alone, and
   * it is unknown to others.
   */
  readonly visibility?: readonly ToolVisibility[];
  /** The tool's `_meta`, for clients and gateways; keys follow the specification's grammar for `_meta`. */
  readonly meta?: JsonObject;
  /**
   * The schema of the whole input, from zod, valibot, ArkType or another library of Standard Schema, in place of the parameters' types.
   * The method takes its output as the only parameter beside the injected ones. The build evaluates the schema to read its JSON Schema.
   */
  readonly input?: StandardSchema;
  /** The schema of the result, in place of the method's return type. It validates what the method returns; its output is sent. */
  readonly output?: StandardSchema;
}

const marker = publicationMarker('tool');

/** Publishes the method as a tool. */
export function Tool({ input, output }: ToolOptions = {}): MethodMarker {
  return input || output ? schemaMarker(marker, { input, output }) : marker;
}
