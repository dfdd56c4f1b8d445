/**
 * Reads the texts and values of a schema that restrict nothing.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { ShapeDocs } from './shape.js';

/** Returns the description (else the title is left to the name), the default, one example and whether it is deprecated. */
export function readDocs(schema: JsonObject): ShapeDocs {
  const example = schema.example ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined);
  return {
    ...(typeof schema.description === 'string' &&
      schema.description.trim() !== '' && { description: schema.description }),
    ...(schema.deprecated === true && { isDeprecated: true }),
    ...(schema.default !== undefined && { default: schema.default satisfies JsonValue }),
    ...(example !== undefined && { example }),
  };
}
