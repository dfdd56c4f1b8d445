/**
 * Reads the methods of zod's objects, which make other objects.
 */
import { Node } from 'ts-morph';
import { type Member, objectOf, type Shape, shapeOf, textShape } from './shape.js';
import { quoted } from './tags.js';
import { optional, required } from './zod-absence.js';
import type { ZodCall, ZodReading } from './zod-reading.js';
import { literals } from './zod-unions.js';
import { nameOf, resolve } from '../source/static-value.js';

/** Reads a method of an object; `undefined` for one that makes no object or enumeration. */
export function modifyObject(reading: ZodReading, shape: Shape, made: ZodCall): Shape | undefined {
  const form = objectOf(shape);
  if (!form) return undefined;
  const { name, given } = made;
  const [first] = given;
  // zod 4 makes a new object without the description; zod 3 keeps it.
  const docs = reading.version === 3 ? shape.docs : { ...shape.docs, description: undefined };
  const whole = { ...shapeOf(form), docs, effects: shape.effects };
  const withMembers = (members: readonly Member[]): Shape => ({ ...whole, form: { ...form, members } });
  switch (name) {
    case 'extend':
    case 'safeExtend':
    case 'merge':
    case 'augment': {
      const more = first && objectOf(reading.read(first));
      if (!more) return undefined;
      const all = new Map([...form.members, ...more.members].map((member) => [member.name, member]));
      return withMembers([...all.values()]);
    }
    case 'pick':
    case 'omit': {
      const mask = first && resolve(first);
      const names = mask && Node.isObjectLiteralExpression(mask) ? mask.getProperties().map(nameOf) : undefined;
      return names && withMembers(form.members.filter((member) => names.includes(member.name) === (name === 'pick')));
    }
    case 'partial':
    case 'required':
    case 'deepPartial': {
      if (name === 'deepPartial') return undefined;
      const mask = first && resolve(first);
      const names = mask && Node.isObjectLiteralExpression(mask) ? mask.getProperties().map(nameOf) : undefined;
      return withMembers(
        form.members.map((member) => {
          if (names && !names.includes(member.name)) return member;
          const changed = name === 'partial' ? optional(reading, member.shape) : required(member.shape);
          return { name: member.name, shape: changed };
        }),
      );
    }
    case 'passthrough':
    case 'loose':
      return { ...whole, form: { ...form, others: textShape('unknown') } };
    case 'catchall':
      return first && { ...whole, form: { ...form, others: reading.read(first) } };
    case 'keyof':
      return literals(form.members.map((member) => quoted(member.name)));
    default:
      return undefined;
  }
}
