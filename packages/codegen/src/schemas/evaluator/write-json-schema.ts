/**
 * The part of a Standard JSON Schema that is called here.
 *
 * Spec: https://standardschema.dev/json-schema, version 1
 */
import type { JsonObject } from '@sigil/core';

/** Writes the input or the output of a schema; the options of the library are its own. */
export type WriteJsonSchema = (options: {
  readonly target: 'draft-2020-12';
  readonly libraryOptions?: Readonly<Record<string, unknown>>;
}) => JsonObject;
