/**
 * Reads the methods of zod's texts as lengths, patterns and formats.
 */
import { Node } from 'ts-morph';
import type { Shape } from './shape.js';
import { tagOf, withBound, withPattern, withTag } from './tags.js';
import { dateTimeFormat, findFormat } from './zod-formats.js';
import { unknownMethod, withEffect, type ZodCall, type ZodReading } from './zod-reading.js';
import { jsonOf, nameOf, resolve } from '../source/static-value.js';

const lengths: Readonly<Record<string, readonly (readonly [string, number?])[]>> = {
  min: [['minLength']],
  max: [['maxLength']],
  length: [['minLength'], ['maxLength']],
  nonempty: [['minLength', 1]],
};

/** Methods that change a text, and the bounds of the changed text that hold for the given one too. */
const changes: Readonly<Record<string, readonly string[]>> = {
  trim: ['min', 'nonempty'],
  toLowerCase: ['min', 'max', 'length', 'nonempty'],
  toUpperCase: ['min', 'max', 'length', 'nonempty'],
  normalize: [],
  overwrite: [],
  slugify: [],
};

/** Reads a method of a text. */
export function modifyText(reading: ZodReading, shape: Shape, made: ZodCall): Shape {
  const change = shape.effects.find((effect) => changes[effect]?.includes(made.name) === false);
  if (change !== undefined)
    return withEffect(reading, shape, {
      at: made.call,
      construct: made.name,
      says: `no type says what is checked after ${change}()`,
    });
  const { name, given } = made;
  const value = jsonOf(given[0]);
  const bounds = lengths[name];
  if (bounds) {
    const known = bounds.every(([, fixed]) => fixed !== undefined || typeof value === 'number');
    if (!known) return unknownMethod(reading, shape, made);
    return bounds.reduce((result, [tag, fixed]) => withBound(result, tag, fixed ?? Number(value)), shape);
  }
  if (name === 'regex') {
    const pattern = given[0] && resolve(given[0]);
    const [, source, flags] =
      pattern && Node.isRegularExpressionLiteral(pattern) ? (/^\/(.*)\/([a-z]*)$/s.exec(pattern.getText()) ?? []) : [];
    const isPlain = source !== undefined && (flags === '' || flags === 'u');
    const written = isPlain ? withPattern(shape, source) : undefined;
    return written ?? unknownMethod(reading, shape, made);
  }
  if (typeof value === 'string' && ['startsWith', 'endsWith', 'includes'].includes(name)) {
    const escaped = value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    const pattern = name === 'startsWith' ? `^${escaped}` : name === 'endsWith' ? `${escaped}$` : escaped;
    return withPattern(shape, pattern) ?? unknownMethod(reading, shape, made);
  }
  return applyFormat(reading, shape, made);
}

/** Reads a format, such as `email`. */
export function applyFormat(reading: ZodReading, shape: Shape, made: ZodCall): Shape {
  const { call, name, given } = made;
  const format =
    name === 'datetime' ? dateTimeFormat(jsonOf(given[0]), reading.version) : findFormat(name, reading.version);
  const hasOptions =
    given[0] !== undefined &&
    name !== 'datetime' &&
    Node.isObjectLiteralExpression(given[0]) &&
    given[0].getProperties().some((one) => !['message', 'error'].includes(nameOf(one) ?? ''));
  if (!format || hasOptions) return unknownMethod(reading, shape, made);
  const isTaken = tagOf(shape, 'format') !== undefined && format.format !== undefined;
  const withName = format.format === undefined || isTaken ? shape : withTag(shape, 'format', format.format);
  const whole = format.pattern === undefined ? withName : withPattern(withName, format.pattern);
  if (!whole || isTaken) return unknownMethod(reading, shape, made);
  if (format.differs !== undefined)
    reading.notices.push({ at: call, construct: name, says: format.differs, isLoss: false });
  return whole;
}
