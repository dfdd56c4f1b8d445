/**
 * Changes a value that a schema allows in one place at a time. A validator decides whether the schema still allows the result.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { followRef } from './schema-values.test-support.js';

/** A value with one fault. */
export interface BrokenValue {
  readonly value: JsonValue;
  readonly rule: string;
  /** The path of the fault, as decoders write it. */
  readonly at: string;
  /** The outermost union around the fault: if no member fits, the intended one is unknown. */
  readonly union?: string;
  /** True when the fault is the number of items, which may be reported for the array or for an item. */
  readonly isLength: boolean;
}

interface Break {
  /** `undefined` removes the value. */
  readonly value: JsonValue | undefined;
  readonly rule: string;
  readonly steps: readonly (string | number)[];
  /** The number of steps that lead to the outermost union. */
  readonly union?: number;
}

/** The surrounding schema, as far as breaks need it. */
export interface BreakContext {
  readonly definitions: JsonObject;
  readonly allows: (schema: JsonObject, value: JsonValue) => boolean;
}

/** Returns all ways to break an allowed value in one place. */
export function breakValue(schema: JsonObject, value: JsonValue, context: BreakContext): BrokenValue[] {
  return breaksOf(schema, value, context).flatMap(({ value: broken, rule, steps, union }) => {
    if (broken === undefined || steps.length === 0) return [];
    const one = { value: broken, rule, at: writePath(steps), isLength: rule === 'items' };
    return [union === undefined ? one : { ...one, union: writePath(steps.slice(0, union)) }];
  });
}

const samples: readonly JsonValue[] = [null, true, 17.25, 'some text', [], ['item'], {}, { other: 1 }];

/** Returns values of every other kind. */
function otherKinds(value: JsonValue): JsonValue[] {
  return samples.filter((sample) => kindOf(sample) !== kindOf(value));
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function breaksOf(schema: JsonValue | undefined, value: JsonValue, context: BreakContext): Break[] {
  if (!isJsonObject(schema)) return [];
  if (schema.$ref !== undefined) return breaksOf(followRef(schema, context.definitions), value, context);
  const kinds = otherKinds(value);
  const here = (rule: string, values: readonly (JsonValue | undefined)[]): Break[] =>
    values.map((broken) => ({ value: broken, rule, steps: [] }));
  if (Array.isArray(schema.anyOf)) {
    const meant = schema.anyOf.filter(isJsonObject).find((member) => context.allows(member, value));
    return [...here('kind', kinds), ...breaksOf(meant, value, context)].map((one) => ({ ...one, union: 0 }));
  }
  if (schema.const !== undefined || schema.enum !== undefined) return here('value', [...kinds, neighbour(value)]);
  if (typeof value === 'string') return [...here('kind', kinds), ...here('text', brokenTexts(schema, value))];
  if (typeof value === 'number') return [...here('kind', kinds), ...here('number', brokenNumbers(schema, value))];
  if (Array.isArray(value)) return [...here('kind', kinds), ...breaksOfArray(schema, value, context)];
  if (isJsonObject(value)) return [...here('kind', kinds), ...breaksOfObject(schema, value, context)];
  return here('kind', kinds);
}

function neighbour(value: JsonValue): JsonValue {
  if (typeof value === 'number') return value + 1000;
  return typeof value === 'boolean' ? !value : `${String(value)}x`;
}

function brokenTexts(schema: JsonObject, value: string): string[] {
  return [
    ...(schema.minLength !== undefined ? [value.slice(0, Number(schema.minLength) - 1)] : []),
    ...(schema.maxLength !== undefined ? [value.padEnd(Number(schema.maxLength) + 1, 'x')] : []),
    ...(schema.pattern !== undefined ? ['', `\u0000${value}`, `${value}\u0000`] : []),
    ...(schema.format !== undefined ? ['', 'no (such [format'] : []),
  ];
}

function brokenNumbers(schema: JsonObject, value: number): number[] {
  return [
    ...(schema.minimum !== undefined ? [Number(schema.minimum) - 1] : []),
    ...(schema.maximum !== undefined ? [Number(schema.maximum) + 1] : []),
    ...(schema.exclusiveMinimum !== undefined ? [Number(schema.exclusiveMinimum)] : []),
    ...(schema.exclusiveMaximum !== undefined ? [Number(schema.exclusiveMaximum)] : []),
    ...(schema.type === 'integer' || schema.multipleOf !== undefined ? [value + 0.5] : []),
  ];
}

function breaksOfArray(schema: JsonObject, value: readonly JsonValue[], context: BreakContext): Break[] {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const last = value.at(-1) ?? null;
  const sizes: JsonValue[] = [
    ...(schema.minItems !== undefined ? [value.slice(0, Number(schema.minItems) - 1)] : []),
    ...(schema.maxItems !== undefined ? [Array<JsonValue>(Number(schema.maxItems) + 1).fill(last)] : []),
    ...(schema.items === false || schema.uniqueItems === true ? [[...value, last]] : []),
  ];
  return [
    ...sizes.map((broken): Break => ({ value: broken, rule: 'items', steps: [] })),
    ...value.flatMap((item, index) =>
      breaksOf(prefix[index] ?? schema.items, item, context).flatMap((one) =>
        one.value === undefined ? [] : [step(one, index, value.with(index, one.value))],
      ),
    ),
  ];
}

function breaksOfObject(schema: JsonObject, value: JsonObject, context: BreakContext): Break[] {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const without = (name: string): JsonObject =>
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  const missing = required.map((name): Break => ({
    value: without(name),
    rule: 'missing',
    steps: [name],
  }));
  const unknown = ['notDeclared', 'y z', '7']
    .filter((name) => !Object.hasOwn(value, name) && !isJsonObject(schemaOfMember(schema, name)))
    .map((name): Break => ({
      value: { ...value, [name]: { deep: [] } },
      rule: 'unknown',
      steps: [name],
    }));
  const members = Object.entries(value).flatMap(([name, member]) =>
    breaksOf(schemaOfMember(schema, name), member, context).flatMap((one) =>
      one.value === undefined ? [] : [step(one, name, replaceMember(value, name, one.value))],
    ),
  );
  return [...missing, ...unknown, ...members];
}

/** Returns the same break as seen from one level further out. */
function step(one: Break, to: string | number, value: JsonValue): Break {
  const further = { ...one, value, steps: [to, ...one.steps] };
  return one.union === undefined ? further : { ...further, union: one.union + 1 };
}

function replaceMember(value: JsonObject, name: string, member: JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, old]) => [key, key === name ? member : old]));
}

function schemaOfMember(schema: JsonObject, name: string): JsonValue | undefined {
  if (isJsonObject(schema.properties) && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  const patterns = isJsonObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const matching = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name));
  return matching ? matching[1] : schema.additionalProperties;
}

function writePath(steps: readonly (string | number)[]): string {
  return steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
