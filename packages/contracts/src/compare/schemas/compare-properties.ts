/**
 * Compares the named properties of two descriptions of objects.
 */
import { matches } from './admits.js';
import type { ObjectSchema } from './object-schema.js';
import type { Schema } from '../../schema/schema.js';
import { joinEffects, type Effect, type Pair, type SchemaChange, type SchemaComparer } from './schema-change.js';
import { memberPath } from './schema-path.js';
import { textOfValues } from './schema-text.js';

/** Compares in the order of the older description, new properties last. */
export function compareProperties(pair: Pair<ObjectSchema>, path: string, comparer: SchemaComparer): SchemaChange[] {
  const renames = findRenames(pair);
  const names = new Set([...pair.before.properties.keys(), ...pair.after.properties.keys()]);
  return [...names].flatMap((name) => {
    const at = memberPath(path, name);
    const older = pair.before.properties.get(name);
    const newer = pair.after.properties.get(name);
    const spot = { name, path: at, renames };
    if (older === undefined) return [addedProperty(pair, { ...spot, schema: newer! }, comparer)];
    if (newer === undefined) return [removedProperty(pair, { ...spot, schema: older }, comparer)];
    return [...compareNeed(pair, name, at), ...comparer.compare({ before: older, after: newer }, at)];
  });
}

interface OneProperty {
  readonly name: string;
  readonly schema: Schema;
  readonly path: string;
  readonly renames: ReadonlyMap<string, string>;
}

function addedProperty(
  { before, after }: Pair<ObjectSchema>,
  { name, schema, path, renames }: OneProperty,
  comparer: SchemaComparer,
): SchemaChange {
  const isRequired = after.required.has(name);
  const values = comparer.compare({ before: before.others, after: schema }, path);
  const effect = joinPlain(
    before.others === false ? 'widens' : joinEffects(values),
    isRequired ? 'narrows' : 'declares',
  );
  return {
    kind: 'property-added',
    effect: isPatterned({ before, after }, name) ? 'changes' : effect,
    path,
    fact: isRequired ? 'a new property, which must be there' : 'a new optional property',
    ...hintOf(renames, name, 'from'),
  };
}

function removedProperty(
  { before, after }: Pair<ObjectSchema>,
  { name, schema, path, renames }: OneProperty,
  comparer: SchemaComparer,
): SchemaChange {
  const wasRequired = before.required.has(name);
  const values = comparer.compare({ before: schema, after: after.others }, path);
  const effect = joinPlain(
    after.others === false ? 'narrows' : joinEffects(values),
    wasRequired ? 'widens' : 'declares',
  );
  return {
    kind: 'property-removed',
    effect: isPatterned({ before, after }, name) ? 'changes' : effect,
    path,
    fact: after.others === false ? 'the property is gone and refused' : 'the property is no longer described',
    ...hintOf(renames, name, 'to'),
  };
}

function joinPlain(one: Effect, other: Effect): Effect {
  if (one === 'declares') return other;
  if (other === 'declares' || one === other) return one;
  return 'changes';
}

/** Returns whether a pattern applies to a name besides the property's own schema, so that less is certain about it. */
function isPatterned({ before, after }: Pair<ObjectSchema>, name: string): boolean {
  return [...before.patterns.keys(), ...after.patterns.keys()].some((pattern) => matches(pattern, name));
}

function compareNeed({ before, after }: Pair<ObjectSchema>, name: string, path: string): SchemaChange[] {
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (was === is) return [];
  if (is) return [{ kind: 'property-required', effect: 'narrows', path, fact: 'it must be there now' }];
  return [{ kind: 'property-optional', effect: 'widens', path, fact: 'it may be left out now' }];
}

function hintOf(renames: ReadonlyMap<string, string>, name: string, way: 'from' | 'to'): { readonly hint?: string } {
  const other = renames.get(name);
  return other === undefined ? {} : { hint: `perhaps renamed ${way} "${other}"` };
}

/** Finds renames, in both directions: only where exactly one removed and one added property accept the same values. */
function findRenames({ before, after }: Pair<ObjectSchema>): ReadonlyMap<string, string> {
  const gone = byText(before, (name) => !after.properties.has(name));
  const added = byText(after, (name) => !before.properties.has(name));
  const renames = [...gone].flatMap(([text, [older, ...more]]): [string, string][] => {
    const [newer, ...others] = added.get(text) ?? [];
    if (older === undefined || newer === undefined || more.length + others.length > 0) return [];
    return [
      [older, newer],
      [newer, older],
    ];
  });
  return new Map(renames);
}

function byText({ properties }: ObjectSchema, isWanted: (name: string) => boolean): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, schema] of properties) {
    if (!isWanted(name)) continue;
    const text = textOfValues(schema);
    found.set(text, [...(found.get(text) ?? []), name]);
  }
  return found;
}
