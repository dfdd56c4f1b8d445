/**
 * Reads the keywords of an object.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { partOf, type Place } from '../source/pointer.js';
import { readSchemas, type ShapeReading } from './shape-reading.js';
import { type Member, type ObjectShape, type Shape, unknownShape } from './shape.js';

/** Returns the object with its members in the document's order; after them, names that only `required` mentions. */
export function readObject(reading: ShapeReading, schema: JsonObject, place: Place): ObjectShape {
  const required = new Set(
    Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [],
  );
  const members: Member[] = readSchemas(schema.properties).map(([name, value]) => {
    const at = partOf(place, 'properties', name);
    const flags = isJsonObject(value) ? value : {};
    return {
      name,
      // Read when it is used: the member may contain the object.
      get shape() {
        return reading.read({ value, place: at });
      },
      // Before 3.1, `required: true` of a member is a common mistake that means nothing.
      isRequired: required.has(name),
      isReadOnly: flags.readOnly === true,
      isWriteOnly: flags.writeOnly === true,
      isDeclared: true,
      place: at,
    };
  });
  const declared = new Set(members.map(({ name }) => name));
  for (const name of required) {
    if (declared.has(name)) continue;
    const flags = { isRequired: true, isReadOnly: false, isWriteOnly: false, isDeclared: false };
    members.push({ name, shape: unknownShape, place: partOf(place, 'required'), ...flags });
  }
  const additional = readAdditional(reading, schema, place);
  return { kind: 'object', members, ...(additional && { additional }) };
}

/** Returns the shape of further members. An object without any keyword of its own is a free one. */
function readAdditional(reading: ShapeReading, schema: JsonObject, place: Place): Shape | undefined {
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined)
    return reading.read({ value: additionalProperties, place: partOf(place, 'additionalProperties') });
  const isFree = !isJsonObject(schema.properties) || Object.keys(schema.properties).length === 0;
  const isCombined = ['allOf', 'anyOf', 'oneOf', 'required'].some((keyword) => keyword in schema);
  return isFree && !isCombined && schema.type === 'object' ? unknownShape : undefined;
}
