/**
 * Types of values that may be absent or null: optional members, defaults, `null`.
 */
import { Node } from 'ts-morph';
import { type Shape, textShape } from './shape.js';
import { quoted } from './tags.js';
import { withEffect, type ZodReading } from './zod-reading.js';
import { jsonOf, plain } from '../source/static-value.js';

/** Returns the type without its default. */
function withoutDefault(shape: Shape): Shape {
  const { default: _dropped, defaultJson: _json, ...rest } = shape;
  return rest;
}

/** Makes a member optional. With zod 3 an absent value then stays absent, in spite of a default, which it lists all the same. */
export function optional(reading: ZodReading, shape: Shape, at: Node): Shape {
  const isLost = reading.version === 3 && shape.default !== undefined;
  const says = 'zod lists a default that it does not apply; it is not listed';
  if (isLost) reading.notices.push({ at, construct: 'default', says, isLoss: false });
  const kept = isLost ? withoutDefault(shape) : shape;
  return { ...kept, isOptional: true };
}

/** Makes a member required. */
export function required(shape: Shape): Shape {
  return { ...withoutDefault(shape), isOptional: false };
}

/** Returns the type with `null` beside it. */
export function nullable(shape: Shape): Shape {
  const { form } = shape;
  if (form.kind === 'text')
    return { ...shape, form: { kind: 'text', type: form.type === 'unknown' ? 'unknown' : `${form.type} | null` } };
  if (form.kind === 'literals') return { ...shape, form: { kind: 'literals', values: [...form.values, 'null'] } };
  const inner: Shape = {
    ...withoutDefault(shape),
    isOptional: false,
    docs: { tags: form.kind === 'array' ? [] : shape.docs.tags },
  };
  const members = [inner, textShape('null')];
  return { ...shape, effects: [], form: { kind: 'union', members } };
}

/** Returns the type with the value that takes the place of an absent one. */
export function withDefault(reading: ZodReading, shape: Shape, given: Node): Shape {
  const value = plain(given);
  if (given.getSourceFile() !== reading.file) {
    const known = jsonOf(given);
    if (known !== undefined)
      return {
        ...shape,
        isOptional: true,
        default: typeof known === 'string' ? quoted(known) : JSON.stringify(known),
        defaultJson: JSON.stringify(known),
      };
    const effect = { at: given, construct: 'default', says: 'the default is made in another file' };
    return withEffect(reading, { ...shape, isOptional: true }, effect);
  }
  const isFunction = Node.isArrowFunction(value) || Node.isFunctionExpression(value);
  const body = Node.isArrowFunction(value) ? value.getBody() : undefined;
  const text = !isFunction ? value.getText() : body && !Node.isBlock(body) ? body.getText() : `(${value.getText()})()`;
  const json = isFunction && body && !Node.isBlock(body) ? jsonOf(body) : jsonOf(value);
  if (json === undefined)
    reading.notices.push({
      at: given,
      construct: 'default',
      says: 'the default depends on a run of the old server, and is not listed',
      isLoss: false,
    });
  return {
    ...shape,
    isOptional: true,
    default: text,
    ...(json !== undefined && { defaultJson: JSON.stringify(json) }),
  };
}
