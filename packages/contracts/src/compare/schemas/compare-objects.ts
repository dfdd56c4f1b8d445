/**
 * Compares two descriptions of objects, name by name, including the values allowed for a name that one of them does not mention.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import type { ChangeKind } from '../changes/manifest-change.js';
import { matches } from './admits.js';
import { compareCounts, propertyCounts } from './compare-limits.js';
import { compareProperties } from './compare-properties.js';
import { readObject, type ObjectSchema } from './object-schema.js';
import type { Schema } from '../../schema/schema.js';
import { joinEffects, type Effect, type Pair, type SchemaChange, type SchemaComparer } from './schema-change.js';
import { namesPath, othersPath, patternPath } from './schema-path.js';

/** Returns the differences between two objects; the schemas of the properties are left to `comparer`. */
export function compareObjects(pair: Pair<JsonObject>, path: string, comparer: SchemaComparer): SchemaChange[] {
  const objects = { before: readObject(pair.before), after: readObject(pair.after) };
  return [
    ...compareProperties(objects, path, comparer),
    ...comparePatterns(objects, path, comparer),
    ...compareOthers(objects, path, comparer),
    ...compareNames(pair, path, comparer),
    ...compareCounts(pair, path, propertyCounts),
  ];
}

function compareOthers({ before, after }: Pair<ObjectSchema>, path: string, comparer: SchemaComparer): SchemaChange[] {
  const at = othersPath(path);
  if (before.others === false && after.others === false) return [];
  if (before.others === false) {
    const fact = 'properties of any other name are allowed now';
    return [{ kind: 'other-properties-allowed', effect: 'widens', path: at, fact }];
  }
  if (after.others === false) {
    const fact = 'properties of other names are no longer allowed';
    return [{ kind: 'other-properties-refused', effect: 'narrows', path: at, fact }];
  }
  return comparer.compare({ before: before.others, after: after.others }, at);
}

function comparePatterns(pair: Pair<ObjectSchema>, path: string, comparer: SchemaComparer): SchemaChange[] {
  const { before, after } = pair;
  const patterns = new Set([...before.patterns.keys(), ...after.patterns.keys()]);
  return [...patterns].flatMap((pattern) => {
    const [older, newer] = [before.patterns.get(pattern), after.patterns.get(pattern)];
    const at = patternPath(path, pattern);
    if (older !== undefined && newer !== undefined) return comparer.compare({ before: older, after: newer }, at);
    return onePattern(pair, { pattern, schema: (newer ?? older)!, isNew: older === undefined, path: at }, comparer);
  });
}

interface OnePattern {
  readonly pattern: string;
  readonly schema: Schema;
  readonly isNew: boolean;
  readonly path: string;
}

/** Compares one pattern. A name covered by another pattern or a property too must satisfy both, so less is certain. */
function onePattern(
  { before, after }: Pair<ObjectSchema>,
  { pattern, schema, isNew, path }: OnePattern,
  comparer: SchemaComparer,
): SchemaChange[] {
  const values = isNew ? { before: before.others, after: schema } : { before: schema, after: after.others };
  const alone = joinEffects(comparer.compare(values, path));
  const names = [...before.properties.keys(), ...after.properties.keys()];
  const isAlone = before.patterns.size + after.patterns.size === 1 && !names.some((name) => matches(pattern, name));
  const fact = isNew
    ? 'properties whose names match are held to a type'
    : 'the pattern for names of properties is gone';
  const effect = isAlone ? alone : 'changes';
  return [{ kind: kindOf(effect), effect, path, fact }];
}

function kindOf(effect: Effect): ChangeKind {
  if (effect === 'widens') return 'other-properties-allowed';
  return effect === 'narrows' ? 'other-properties-refused' : 'type-changed';
}

function compareNames({ before, after }: Pair<JsonObject>, path: string, comparer: SchemaComparer): SchemaChange[] {
  const names = { before: namesOf(before['propertyNames']), after: namesOf(after['propertyNames']) };
  return comparer.compare(names, namesPath(path));
}

const saysType = ['type', 'enum', 'const', '$ref'];

/** Returns the schema of names; they are strings, so an empty schema accepts every string. */
function namesOf(schema: JsonValue | undefined): Schema {
  if (isJsonObject(schema))
    return saysType.some((keyword) => keyword in schema) ? schema : { ...schema, type: 'string' };
  return schema === false ? false : { type: 'string' };
}
