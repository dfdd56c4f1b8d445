/**
 * Adapts arguments for an older form of a tool to its current form.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/**
 * Renames renamed arguments, and fills in the defaults of required arguments that are absent.
 *
 * @param schema the tool's current input schema
 * @returns `undefined` when there is nothing to adapt
 */
export function adaptArguments(
  input: JsonObject,
  schema: JsonObject,
  renames: ReadonlyMap<string, string>,
): JsonObject | undefined {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const renamed = renameArguments(input, properties, renames);
  const defaults = missingDefaults(renamed ?? input, schema, properties);
  if (!renamed && defaults.length === 0) return undefined;
  return Object.fromEntries([...Object.entries(renamed ?? input), ...defaults]);
}

function renameArguments(
  input: JsonObject,
  properties: JsonObject,
  renames: ReadonlyMap<string, string>,
): JsonObject | undefined {
  const nowOf = (name: string): string | undefined => {
    const now = renames.get(name);
    return now === undefined || Object.hasOwn(properties, name) || Object.hasOwn(input, now) ? undefined : now;
  };
  const names = Object.keys(input);
  if (!names.some((name) => nowOf(name) !== undefined)) return undefined;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [nowOf(name) ?? name, value]));
}

function missingDefaults(input: JsonObject, { required }: JsonObject, properties: JsonObject): [string, JsonValue][] {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return names.flatMap((name): [string, JsonValue][] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (Object.hasOwn(input, name) || !isJsonObject(property) || property['default'] === undefined) return [];
    return [[name, property['default']]];
  });
}
