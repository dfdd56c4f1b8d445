/**
 * Compares the kinds of values that two schemas accept, and then the descriptions of each kind they share.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { admits } from './admits.js';
import { compareAlternatives } from './compare-alternatives.js';
import { compareArrays } from './compare-arrays.js';
import { compareNumbers, compareStrings } from './compare-limits.js';
import { compareObjects } from './compare-objects.js';
import { describeShape, describeValues } from './describe-shape.js';
import { describedKinds, type DescribedKind, type Shape } from './read-shape.js';
import type { Pair, SchemaChange, SchemaComparer } from './schema-change.js';

/** Returns the differences between the values that `before` and `after` accept. */
export function compareShapes(pair: Pair<Shape>, path: string, comparer: SchemaComparer): SchemaChange[] {
  const { before, after } = pair;
  if (before.isAny && after.isAny) return [];
  if (before.isAny || after.isAny) return [typeChange(pair, path, after.isAny ? 'widens' : 'narrows')];

  const shared = describedKinds.filter((kind) => before[kind].length > 0 && after[kind].length > 0);
  const described = shared.flatMap((kind) =>
    compareAlternatives({ before: before[kind], after: after[kind] }, path, {
      kind,
      compareOne: (schemas, at) => compareDescriptions[kind](schemas, at, comparer),
    }),
  );
  return [...compareKinds(pair, path), ...described];
}

type CompareDescriptions = (pair: Pair<JsonObject>, path: string, comparer: SchemaComparer) => SchemaChange[];

const compareDescriptions: Readonly<Record<DescribedKind, CompareDescriptions>> = {
  string: compareStrings,
  number: compareNumbers,
  array: compareArrays,
  object: compareObjects,
};

function compareKinds(pair: Pair<Shape>, path: string): SchemaChange[] {
  const { before, after } = pair;
  const lostValues = valuesOnlyIn(before, after);
  const newValues = valuesOnlyIn(after, before);
  const lostKinds = describedKinds.filter((kind) => before[kind].length > 0 && after[kind].length === 0);
  const newKinds = describedKinds.filter((kind) => after[kind].length > 0 && before[kind].length === 0);
  if (lostKinds.length + newKinds.length === 0) return valueChanges(lostValues, newValues, path);

  const losesAny = lostKinds.length + lostValues.length > 0;
  const gainsAny = newKinds.length + newValues.length > 0;
  return [typeChange(pair, path, losesAny && gainsAny ? 'changes' : losesAny ? 'narrows' : 'widens')];
}

const kindsByEffect = { changes: 'type-changed', narrows: 'type-narrowed', widens: 'type-widened' } as const;

function typeChange(pair: Pair<Shape>, path: string, effect: 'changes' | 'narrows' | 'widens'): SchemaChange {
  const fact = `was ${describeShape(pair.before)}, is now ${describeShape(pair.after)}`;
  return { kind: kindsByEffect[effect], effect, path, fact };
}

function valueChanges(lost: readonly JsonValue[], gained: readonly JsonValue[], path: string): SchemaChange[] {
  const changes: SchemaChange[] = [];
  if (lost.length > 0) {
    const fact = `${describeValues(lost)} ${lost.length === 1 ? 'is' : 'are'} no longer among its values`;
    changes.push({ kind: 'values-removed', effect: 'narrows', path, fact });
  }
  if (gained.length > 0) {
    const fact = `${describeValues(gained)} ${gained.length === 1 ? 'is' : 'are'} among its values now`;
    changes.push({ kind: 'values-added', effect: 'widens', path, fact });
  }
  return changes;
}

/** Returns listed values that the other, as far as can be determined, neither lists nor describes. */
function valuesOnlyIn(shape: Shape, other: Shape): JsonValue[] {
  const described = [...other.string, ...other.number];
  return [...shape.values]
    .filter(([text]) => !other.values.has(text))
    .flatMap(([, value]) => {
      const kind = typeof value;
      const candidates = kind === 'string' ? other.string : kind === 'number' ? other.number : [];
      return described.length > 0 && candidates.some(({ schema }) => admits(schema, value) === 'yes') ? [] : [value];
    });
}
