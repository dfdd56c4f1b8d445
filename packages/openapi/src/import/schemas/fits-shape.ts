/**
 * Decides whether a default or an example fits its own schema: a wrong one would not build.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import { followRef, type ShapeReading } from './shape-reading.js';
import type { NumberShape, Shape, StringShape } from './shape.js';

/** The formats that the build checks, as far as a value is certainly valid. */
const checkedFormats: ReadonlyMap<string, RegExp> = new Map([
  [
    'date-time',
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/,
  ],
  ['date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/],
  ['time', /^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/],
  ['email', /^[a-z0-9]+(\.[a-z0-9]+)*@[a-z0-9-]+(\.[a-z0-9]+)+$/i],
  ['uri', /^https?:\/\/[a-z0-9.-]+(\/[\w./-]*)?(\?[\w=&-]*)?$/i],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i],
  ['ipv4', /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.|$)){4}$/],
  ['ipv6', /^(?!)$/],
  ['regex', /^\w*$/],
]);

/** Values deeper than this are not written into comments. */
const maxDepth = 6;

/** Returns whether the value certainly fits; `false` also where that is not known. */
export function fitsShape(reading: ShapeReading, value: JsonValue, shape: Shape, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const fits = (inner: JsonValue, one: Shape): boolean => fitsShape(reading, inner, one, depth + 1);
  switch (shape.kind) {
    case 'unknown':
      return true;
    case 'ref': {
      const target = followRef(reading, shape);
      return target !== undefined && fits(value, target);
    }
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'literals':
      return shape.values.some((one) => one === value);
    case 'string':
      return typeof value === 'string' && fitsText(value, shape);
    case 'number':
      return typeof value === 'number' && fitsNumber(value, shape);
    case 'array':
      return (
        Array.isArray(value) &&
        value.length >= (shape.minItems ?? 0) &&
        value.length <= (shape.maxItems ?? Infinity) &&
        !(shape.uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length) &&
        value.every((item) => fits(item, shape.items))
      );
    case 'union':
      return shape.members.some((member) => fits(value, member));
    case 'object':
      return (
        isJsonObject(value) &&
        shape.members.every((member) => {
          const inner = value[member.name];
          return inner === undefined
            ? !member.isRequired
            : !member.isReadOnly && !member.isWriteOnly && fits(inner, member.shape);
        }) &&
        Object.keys(value).every((name) => shape.members.some((member) => member.name === name))
      );
    default:
      return false;
  }
}

function fitsText(value: string, shape: StringShape): boolean {
  const { length } = [...value];
  if (shape.isBytes || length < (shape.minLength ?? 0) || length > (shape.maxLength ?? Infinity)) return false;
  if (shape.pattern !== undefined && !new RegExp(shape.pattern, 'u').test(value)) return false;
  return checkedFormats.get(shape.format ?? '')?.test(value) ?? true;
}

function fitsNumber(value: number, shape: NumberShape): boolean {
  return (
    (!shape.isInteger || Number.isInteger(value)) &&
    value >= (shape.minimum ?? -Infinity) &&
    value <= (shape.maximum ?? Infinity) &&
    value > (shape.exclusiveMinimum ?? -Infinity) &&
    value < (shape.exclusiveMaximum ?? Infinity) &&
    (shape.multipleOf === undefined || Number.isInteger(value / shape.multipleOf))
  );
}
