/**
 * The limits of the process that evaluates the schemas of a plugin.
 */

/** The limits of one evaluation. */
export interface SchemaLimits {
  /** The longest evaluation of all schemas, in milliseconds. */
  readonly evaluationMs: number;
  /** The largest heap, in MiB; twice as much memory ends the process too, where the system tells how much it has. */
  readonly heapMib: number;
  /** The longest JSON Schema of one tool, in characters. */
  readonly maxLength: number;
}

export const defaultSchemaLimits: SchemaLimits = { evaluationMs: 30_000, heapMib: 256, maxLength: 1_048_576 };
