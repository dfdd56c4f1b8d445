/**
 * Reads the methods of zod's objects, which make other objects.
 */
import { Node } from 'ts-morph';
import { type Form, type Member, objectOf, type Shape, shapeOf, textShape } from './shape.js';
import { quoted } from './tags.js';
import { optional, required } from './zod-absence.js';
import { withEffect, type ZodCall, type ZodReading } from './zod-reading.js';
import { literals } from './zod-unions.js';
import { nameOf, resolve } from '../source/static-value.js';

type ObjectForm = Extract<Form, { kind: 'object' }>;

/** Reads a method of an object; `undefined` for one that makes no object or enumeration. */
export function modifyObject(reading: ZodReading, shape: Shape, made: ZodCall): Shape | undefined {
  const form = objectOf(shape);
  if (!form) return undefined;
  const { call, name, given } = made;
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
    case 'deepPartial':
      return { ...deepPartial(reading, { ...shape, form }, call), docs };
    case 'partial':
    case 'required': {
      const mask = first && resolve(first);
      const names = mask && Node.isObjectLiteralExpression(mask) ? mask.getProperties().map(nameOf) : undefined;
      return withMembers(
        form.members.map((member) => {
          if (names && !names.includes(member.name)) return member;
          const changed = name === 'partial' ? optional(reading, member.shape, call) : required(member.shape);
          return { name: member.name, shape: changed };
        }),
      );
    }
    case 'passthrough':
    case 'loose':
      return { ...whole, form: { ...form, others: textShape('unknown') } };
    case 'catchall':
      return first && withOthers(reading, whole, form, made);
    case 'keyof':
      return literals(form.members.map((member) => quoted(member.name)));
    default:
      return undefined;
  }
}

/** Makes the members of an object optional at every depth, as zod 3 does. */
function deepPartial(reading: ZodReading, shape: Shape, at: Node): Shape {
  const { form } = shape;
  if (form.kind === 'array') return { ...shape, form: { ...form, items: deepPartial(reading, form.items, at) } };
  const inner = objectOf(shape);
  if (!inner) return shape;
  const members = inner.members.map((member) => ({
    name: member.name,
    shape: optional(reading, deepPartial(reading, member.shape, at), at),
  }));
  return { ...shape, form: { ...inner, members } };
}

/** An index signature is the type of all members, so that one beside named members has no type of its own. */
function withOthers(reading: ZodReading, shape: Shape, form: ObjectForm, { call, given }: ZodCall): Shape {
  const others = reading.read(given[0] ?? call);
  const open = { ...shape, form: { ...form, others } };
  const isAny = others.form.kind === 'text' && others.form.type === 'unknown';
  if (form.members.length === 0 || isAny) return open;
  return withEffect(reading, open, {
    at: call,
    construct: 'catchall',
    says: 'no type says what the members without a name are',
  });
}
