/**
 * Reads the documentation of a schema: `describe` and `meta`.
 */
import type { Shape } from './shape.js';
import { withTag } from './tags.js';
import type { ZodCall, ZodReading } from './zod-reading.js';
import { jsonOf } from '../source/static-value.js';

/** Reads `describe(text)`; `undefined` is a text that depends on a run. */
export function describe(reading: ZodReading, shape: Shape, { call }: ZodCall, text: string | undefined): Shape {
  if (text === undefined) {
    reading.notices.push({ at: call, construct: 'describe', says: 'the description depends on a run', isLoss: false });
    return shape;
  }
  return { ...shape, docs: { ...shape.docs, description: text } };
}

/** Reads `meta({ … })`. */
export function readMeta(reading: ZodReading, shape: Shape, made: ZodCall): Shape {
  const value = jsonOf(made.given[0]);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return describe(reading, shape, made, undefined);
  const { title, description, examples, ...others } = value;
  let result = typeof description === 'string' ? { ...shape, docs: { ...shape.docs, description } } : shape;
  if (typeof title === 'string') result = withTag(result, 'title', title);
  if (Array.isArray(examples))
    result = {
      ...result,
      docs: { ...result.docs, tags: [...result.docs.tags, ...examples.map((one) => `example ${JSON.stringify(one)}`)] },
    };
  const left = Object.keys(others).filter((key) => key !== 'id');
  if (left.length > 0)
    reading.notices.push({
      at: made.call,
      construct: 'meta',
      says: `the members ${left.join(', ')} are not listed`,
      isLoss: false,
    });
  return result;
}
