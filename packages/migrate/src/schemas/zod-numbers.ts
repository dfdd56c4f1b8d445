/**
 * Reads the methods of zod's numbers as bounds.
 */
import type { Shape } from './shape.js';
import { tagOf, withBound, withTag } from './tags.js';
import { unknownMethod, type ZodCall, type ZodReading } from './zod-reading.js';
import { jsonOf } from '../source/static-value.js';

const safe = Number.MAX_SAFE_INTEGER;

/** Makes a number whole; zod 4 also keeps it in the range that a double can count. */
export function integer(reading: ZodReading, shape: Shape): Shape {
  const tagged = withTag(shape, 'integer');
  if (reading.version === 3) return tagged;
  return withoutWider(reading, withBound(withBound(tagged, 'minimum', -safe), 'maximum', safe));
}

/** zod 4 lists the narrower one of an inclusive and an exclusive bound. */
function withoutWider(reading: ZodReading, shape: Shape): Shape {
  if (reading.version === 3) return shape;
  const value = (name: string): number | undefined => {
    const text = tagOf(shape, name);
    return text === undefined ? undefined : Number(text);
  };
  const wider = (['minimum', 'maximum'] as const).flatMap((name) => {
    const exclusive = `exclusive${name === 'minimum' ? 'Minimum' : 'Maximum'}`;
    const [inclusive, other] = [value(name), value(exclusive)];
    if (inclusive === undefined || other === undefined) return [];
    const isNarrower = name === 'minimum' ? other >= inclusive : other <= inclusive;
    return [isNarrower ? name : exclusive];
  });
  const tags = shape.docs.tags.filter((tag) => !wider.includes(tag.split(' ')[0] ?? ''));
  return { ...shape, docs: { ...shape.docs, tags } };
}

const bounds: Readonly<Record<string, readonly [tag: string, fixed?: number]>> = {
  min: ['minimum'],
  gte: ['minimum'],
  max: ['maximum'],
  lte: ['maximum'],
  gt: ['exclusiveMinimum'],
  lt: ['exclusiveMaximum'],
  positive: ['exclusiveMinimum', 0],
  negative: ['exclusiveMaximum', 0],
  nonnegative: ['minimum', 0],
  nonpositive: ['maximum', 0],
  multipleOf: ['multipleOf'],
  step: ['multipleOf'],
};

/** Reads a method of a number. */
export function modifyNumber(reading: ZodReading, shape: Shape, made: ZodCall): Shape {
  const { name, given } = made;
  if (name === 'int')
    return tagOf(shape, 'multipleOf') === undefined ? integer(reading, shape) : unknownMethod(reading, shape, made);
  if (name === 'finite') return shape;
  if (name === 'safe')
    return reading.version === 4
      ? integer(reading, shape)
      : withBound(withBound(shape, 'minimum', -safe), 'maximum', safe);
  const bound = bounds[name];
  const value = bound?.[1] ?? jsonOf(given[0]);
  if (!bound || typeof value !== 'number') return unknownMethod(reading, shape, made);
  if (bound[0] !== 'multipleOf') return withoutWider(reading, withBound(shape, bound[0], value));
  const isWhole = tagOf(shape, 'integer') !== undefined;
  if (tagOf(shape, 'multipleOf') !== undefined || (isWhole && !Number.isInteger(value)))
    return unknownMethod(reading, shape, made);
  const others = { ...shape, docs: { ...shape.docs, tags: shape.docs.tags.filter((tag) => tag !== 'integer') } };
  return withTag(others, 'multipleOf', String(value));
}
