/**
 * The JSON Schema of a type for use in code; the build writes it into the call.
 */
import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

declare const described: unique symbol;

/** A JSON Schema that remembers, for the compiler alone, the type that it describes. */
export type SchemaOf<T> = JsonObject & { readonly [described]?: T };

/**
 * Returns the JSON Schema of `T`, as a tool that takes a `T` would have it.
 *
 * @param schema omit it: the build writes it here
 * @returns the schema, deeply frozen
 * @throws TypeError when the code was not built
 */
export function schemaOf<T>(schema?: JsonObject): SchemaOf<T> {
  if (!isJsonObject(schema)) throw notBuilt('schemaOf<T>()');
  return freeze<JsonObject>(schema) as SchemaOf<T>; // the mark is for the compiler
}

/** Makes the error for a call whose schema the build has not written in. */
export function notBuilt(call: string): TypeError {
  const remedy =
    'build the plugin or the extension (sigil build), or let its tests use the plugin of "@sigil/testing/vite"';
  return new TypeError(`${call} has no schema: the build writes it into the source; ${remedy}`);
}

function freeze<Json extends JsonValue>(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
