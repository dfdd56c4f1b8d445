/**
 * The lines that the process which evaluates schemas writes, one JSON text each.
 */
import type { JsonObject } from '@sigil/core';

/** The schemas to evaluate. */
export interface EvaluationRequest {
  /** The bundle: statements of an async function with the parameters `bundleParameters`. */
  readonly code: string;
  /** For each schema whether it describes an input or a result, in the order of the bundle. */
  readonly roles: readonly SchemaRole[];
  /** The longest JSON Schema, in characters. */
  readonly maxLength: number;
}

/** Whether a schema describes arguments, as a caller sends them, or a result, as a caller receives it. */
export type SchemaRole = 'input' | 'output';

/** The file name of the bundle in stacks. */
export const bundleName = 'sigil-schemas.js';

/** The names that the bundle's code refers to. */
export const bundleParameters = ['sigil$schemas', 'sigil$builtin', 'sigil$enter'] as const;

/** The export of each module with a schema. */
export const schemaExport = 'sigil$schema';

/** A part of a schema whose meaning JSON Schema has no word for. */
export interface SchemaNote {
  readonly construct: SchemaConstruct;
  /** The place in the value, such as `items[].price`; the empty string is the value itself. */
  readonly path: string;
}

/** The constructs of libraries that apply to calls only, as messages name them. */
export type SchemaConstruct =
  | 'a refinement'
  | 'a transform'
  | 'coercion'
  | 'a preprocess step'
  | 'a custom check'
  | 'a fallback for wrong values'
  | 'a limit'
  | 'a pattern'
  | 'a piped schema'
  | 'a branch that JSON has no value for';

/** A part of a schema that no JSON value fits, or that cannot be written as JSON. */
export interface SchemaProblem {
  readonly says: string;
  readonly path: string;
}

/** A schema as its own library writes it. */
export interface DescribedSchema {
  readonly schema: JsonObject;
  readonly notes: readonly SchemaNote[];
  readonly problems: readonly SchemaProblem[];
}

/** One line of the evaluating process. */
export type EvaluationEvent =
  /** A module of the author's begins to run, or a schema begins to be written; relative to the plugin's folder. */
  | { readonly kind: 'enter'; readonly file: string }
  /** Code reached for what it has no right to. */
  | { readonly kind: 'denied'; readonly reached: string; readonly stack: string }
  /** The schema of that number, in the first or the second run. */
  | ({ readonly kind: 'schema'; readonly index: number; readonly run: number } & DescribedSchema)
  /** A schema that could not be written. */
  | { readonly kind: 'refused'; readonly index: number; readonly says: string; readonly missing?: string }
  /** A module threw; without an index, after it was evaluated. */
  | { readonly kind: 'threw'; readonly index?: number; readonly says: string; readonly stack: string }
  | { readonly kind: 'done' };
