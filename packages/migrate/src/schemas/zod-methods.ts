/**
 * Reads the methods that every schema of zod has, and passes on those of one kind of schema.
 */
import { literalsOf, objectOf, type Shape, shapeOf, textShape } from './shape.js';
import { quoted, withBound } from './tags.js';
import { nullable, optional, required, withDefault } from './zod-absence.js';
import { describe, readMeta } from './zod-docs.js';
import { modifyNumber } from './zod-numbers.js';
import { modifyObject } from './zod-objects.js';
import { unknownMethod, withEffect, type ZodCall, type ZodReading } from './zod-reading.js';
import { modifyText } from './zod-texts.js';
import { joined, literals } from './zod-unions.js';
import { jsonOf, textOf } from '../source/static-value.js';

/** Reads `schema.name(…)`. */
export function modify(reading: ZodReading, shape: Shape, made: ZodCall): Shape {
  const { call, name, given } = made;
  const [first] = given;
  const { form } = shape;
  switch (name) {
    case 'optional':
    case 'exactOptional':
      return optional(reading, shape, call);
    case 'nonoptional':
      return required(shape);
    case 'unwrap':
      return shape.isOptional ? required(shape) : unknownMethod(reading, shape, made);
    case 'nullable':
      return nullable(shape);
    case 'nullish':
      return optional(reading, nullable(shape), call);
    case 'default':
    case 'prefault':
      return first ? withDefault(reading, shape, first) : shape;
    case 'describe':
      return describe(reading, shape, made, textOf(first));
    case 'meta':
      return readMeta(reading, shape, made);
    case 'brand':
    case 'readonly':
    case 'register':
      return shape;
    case 'strip':
    case 'strict':
      return form.kind === 'object' && name.startsWith('str')
        ? { ...shape, form: { kind: 'object', members: form.members } }
        : shape;
    case 'array':
      return shapeOf({ kind: 'array', items: shape });
    case 'or':
      return first ? joined([shape, reading.read(first)]) : shape;
    case 'and':
      return first ? shapeOf({ kind: 'intersection', members: [shape, reading.read(first)] }) : shape;
    case 'rest':
      return form.kind === 'tuple' && first ? { ...shape, form: { ...form, rest: reading.read(first) } } : shape;
    case 'refine':
    case 'superRefine':
    case 'check':
    case 'with':
    case 'transform':
    case 'overwrite':
    case 'pipe':
    case 'catch':
    case 'trim':
    case 'toLowerCase':
    case 'toUpperCase':
    case 'normalize':
    case 'slugify': {
      const effect = { at: call, construct: name, says: effectTexts[name] ?? 'no type says what it does' };
      return withEffect(
        reading,
        name === 'catch' ? { ...textShape('unknown'), docs: { ...shape.docs, tags: [] }, isOptional: true } : shape,
        effect,
      );
    }
    default:
      break;
  }
  const narrowed = objectOf(shape) && modifyObject(reading, shape, made);
  if (narrowed) return narrowed;
  const values = literalsOf(shape);
  if (values && (name === 'exclude' || name === 'extract')) {
    const named = new Set(
      (jsonOf(first) as unknown[] | undefined)?.map((one) => (typeof one === 'string' ? quoted(one) : String(one))),
    );
    return literals(values.filter((value) => named.has(value) === (name === 'extract')));
  }
  const base = form.kind === 'text' ? form.type.replace(' | null', '') : form.kind;
  if (base === 'string') return modifyText(reading, shape, made);
  if (base === 'number') return modifyNumber(reading, shape, made);
  if (base === 'array') return modifyArray(shape, made) ?? unknownMethod(reading, shape, made);
  // The method may accept more than the schema before it.
  return unknownMethod(
    reading,
    { ...textShape('unknown'), docs: { ...shape.docs, tags: [] }, effects: shape.effects, isOptional: true },
    made,
  );
}

const effectTexts: Readonly<Record<string, string>> = {
  transform: 'no type says that the value is changed',
  overwrite: 'no type says that the value is changed',
  trim: 'no type says that the text is changed',
  toLowerCase: 'no type says that the text is changed',
  toUpperCase: 'no type says that the text is changed',
  normalize: 'no type says that the text is changed',
  slugify: 'no type says that the text is changed',
  refine: 'no type says what a function checks',
  superRefine: 'no type says what a function checks',
  check: 'no type says what a function checks',
  catch: 'no type says that wrong values are replaced',
  pipe: 'no type says what a second schema does',
};

function modifyArray(shape: Shape, { name, given }: ZodCall): Shape | undefined {
  const value = jsonOf(given[0]);
  if (name === 'nonempty') return withBound(shape, 'minItems', 1);
  if (typeof value !== 'number') return undefined;
  if (name === 'min') return withBound(shape, 'minItems', value);
  if (name === 'max') return withBound(shape, 'maxItems', value);
  return name === 'length' ? withBound(withBound(shape, 'minItems', value), 'maxItems', value) : undefined;
}
