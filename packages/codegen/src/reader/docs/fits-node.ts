/**
 * Checks a JSON value against a node. Knows nothing of TypeScript.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { canonicalJson, isJsonObject } from '@sigil/core/building';
import {
  isObjectMap,
  type MapNode,
  type NumberNode,
  type ObjectNode,
  type RefNode,
  resolveNode,
  type SchemaNode,
  type StringNode,
  type TupleNode,
} from '../../model/schema-node.js';
import { fitsFormat, fitsRevived } from '../../decoders/text-checks.js';
import { fitsPattern } from './fits-text.js';

/** Decides for a reference; the default checks the type it names. */
export type FitsRef = (value: JsonValue, node: RefNode) => boolean;

/**
 * Returns whether the value, in its wire form, has the node's type and satisfies its constraints. Nothing here is negated, so
 * that a more permissive `fitsRef` never turns acceptance into refusal.
 */
export function fitsNode(value: JsonValue, node: SchemaNode, fitsRef: FitsRef = fitsNamed): boolean {
  const fits = (inner: JsonValue, innerNode: SchemaNode): boolean => fitsNode(inner, innerNode, fitsRef);
  switch (node.kind) {
    case 'any':
      return true;
    case 'never':
      return false;
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'number':
      return typeof value === 'number' && fitsNumber(value, node);
    case 'literals':
      return node.values.some((one) => one === value);
    case 'ref':
      return fitsRef(value, node);
    case 'toJson':
      return fits(value, node.node);
    case 'union':
      return node.members.some((member) => fits(value, member));
    case 'object':
      return isJsonObject(value) && fitsObject(value, node, fits);
    case 'map':
      return isObjectMap(node)
        ? fitsObjectMap(value, node, fits)
        : fitsList(value, { ...node, items: entryOf(node) }, fits);
    case 'array':
      return fitsList(value, node, fits);
    case 'set':
      return fitsList(value, { ...node, uniqueItems: true }, fits);
    case 'tuple':
      return Array.isArray(value) && fitsTuple(value, node, fits);
    case 'string':
      return typeof value === 'string' && fitsString(value, node);
    default:
      return typeof value === 'string' && fitsRevived(value, node);
  }
}

type Fits = (value: JsonValue, node: SchemaNode) => boolean;

function fitsNamed(value: JsonValue, node: RefNode): boolean {
  return fitsNode(value, resolveNode(node));
}

function fitsString(value: string, { minLength, maxLength, pattern, format }: StringNode): boolean {
  const isOfForm =
    (pattern === undefined || fitsPattern(value, pattern)) && (format === undefined || fitsFormat(value, format));
  return isOfForm && within([...value].length, minLength, maxLength);
}

function fitsNumber(value: number, node: NumberNode): boolean {
  const isAbove = node.exclusiveMinimum === undefined || value > node.exclusiveMinimum;
  const isBelow = node.exclusiveMaximum === undefined || value < node.exclusiveMaximum;
  const steps = node.multipleOf === undefined ? 0 : value / node.multipleOf;
  return isAbove && isBelow && within(value, node.minimum, node.maximum) && Math.abs(steps - Math.round(steps)) < 1e-9;
}

interface List {
  readonly items: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

function fitsList(value: JsonValue, list: List, fits: Fits): boolean {
  if (!Array.isArray(value) || !within(value.length, list.minItems, list.maxItems)) return false;
  const isDistinct =
    !list.uniqueItems || new Set(value.map((item: JsonValue) => canonicalJson(item))).size === value.length;
  return isDistinct && value.every((item: JsonValue) => fits(item, list.items));
}

function entryOf({ keys, values }: MapNode): TupleNode {
  return { kind: 'tuple', items: [keys, values], required: 2 };
}

function fitsObjectMap(value: JsonValue, { keys, values }: MapNode, fits: Fits): boolean {
  return isJsonObject(value) && Object.entries(value).every(([key, member]) => fits(key, keys) && fits(member, values));
}

function fitsTuple(value: readonly JsonValue[], node: TupleNode, fits: Fits): boolean {
  if (value.length < node.required) return false;
  const { tail = [] } = node;
  const end = value.length - tail.length;
  return value.every((one, index) => {
    const item = node.items[index] ?? (index < end ? node.rest : tail[index - end]);
    return item !== undefined && fits(one, item);
  });
}

/**
 * Checks an object: a property must have its own type and the types of all matching patterns; `additional` applies to all others.
 */
function fitsObject(value: JsonObject, node: ObjectNode, fits: Fits): boolean {
  const known = new Map(node.properties.map((property) => [property.name, property]));
  const isComplete = node.properties.every((property) => !property.isRequired || Object.hasOwn(value, property.name));
  return (
    isComplete &&
    Object.entries(value).every(([name, member]) => {
      const declared = known.get(name)?.node;
      const matching = (node.patterns ?? []).filter(({ pattern }) => fitsPattern(name, pattern)).map((one) => one.node);
      const expected = declared ? [declared, ...matching] : matching;
      if (expected.length > 0) return expected.every((one) => fits(member, one));
      const isNamed = node.names === undefined || fits(name, node.names);
      return isNamed && node.additional !== undefined && fits(member, node.additional);
    })
  );
}

function within(value: number, minimum: number | undefined, maximum: number | undefined): boolean {
  return (minimum === undefined || value >= minimum) && (maximum === undefined || value <= maximum);
}
