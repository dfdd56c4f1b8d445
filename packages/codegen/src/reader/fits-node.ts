/**
 * Tells whether a JSON value is one that a node allows. Knows nothing of TypeScript.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import type { NumberNode, ObjectNode, SchemaNode, StringNode, TupleNode } from '../model/schema-node.js';

/** Whether the value is of the node's type and within its constraints; formats are not checked. */
export function fitsNode(value: JsonValue, node: SchemaNode): boolean {
  switch (node.kind) {
    case 'any':
      return true;
    case 'string':
      return typeof value === 'string' && fitsString(value, node);
    case 'number':
      return typeof value === 'number' && fitsNumber(value, node);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'literals':
      return node.values.some((one) => one === value);
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
    case 'array':
      return (
        Array.isArray(value) &&
        within(value.length, node.minItems, node.maxItems) &&
        value.every((one: JsonValue) => fitsNode(one, node.items))
      );
    case 'tuple':
      return Array.isArray(value) && fitsTuple(value, node);
    case 'object':
      return isJsonObject(value) && fitsObject(value, node);
    case 'union':
      return node.members.some((member) => fitsNode(value, member));
  }
}

function fitsString(value: string, node: StringNode): boolean {
  const length = [...value].length;
  const matches = node.pattern === undefined || new RegExp(node.pattern, 'u').test(value);
  return matches && within(length, node.minLength, node.maxLength);
}

function fitsNumber(value: number, node: NumberNode): boolean {
  const isAbove = node.exclusiveMinimum === undefined || value > node.exclusiveMinimum;
  const isBelow = node.exclusiveMaximum === undefined || value < node.exclusiveMaximum;
  const steps = node.multipleOf === undefined ? 0 : value / node.multipleOf;
  return isAbove && isBelow && within(value, node.minimum, node.maximum) && Math.abs(steps - Math.round(steps)) < 1e-9;
}

function fitsTuple(value: readonly JsonValue[], node: TupleNode): boolean {
  if (value.length < node.required) return false;
  return value.every((one, index) => {
    const item = node.items[index] ?? node.rest;
    return item !== undefined && fitsNode(one, item);
  });
}

function fitsObject(value: Readonly<Record<string, JsonValue>>, node: ObjectNode): boolean {
  const known = new Map(node.properties.map((property) => [property.name, property]));
  const isComplete = node.properties.every((property) => !property.isRequired || Object.hasOwn(value, property.name));
  return (
    isComplete &&
    Object.entries(value).every(([name, member]) => {
      const expected = known.get(name)?.node ?? node.additional;
      return expected !== undefined && fitsNode(member, expected);
    })
  );
}

function within(value: number, minimum: number | undefined, maximum: number | undefined): boolean {
  return (minimum === undefined || value >= minimum) && (maximum === undefined || value <= maximum);
}
