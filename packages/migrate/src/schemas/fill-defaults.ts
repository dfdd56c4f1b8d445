/**
 * Writes the expression that gives arguments their defaults at every depth, as the old schema did.
 */
import { propertyName } from './property-name.js';
import { hasInnerDefault, objectOf, type Shape } from './shape.js';
import { quoted } from './tags.js';

/** Writes the arguments with the defaults filled in, in the order of the schema, absent members left out. */
export function fillObject(shape: Shape, from: string): string {
  const form = objectOf(shape);
  const members = (form?.members ?? []).map(({ name, shape: inner }) => {
    const access = /^[A-Za-z_$][\w$]*$/.test(name) ? `${from}.${name}` : `${from}[${quoted(name)}]`;
    const value = fillValue(inner, access);
    if (inner.default !== undefined)
      return `${propertyName(name)}: ${access} === undefined ? ${inner.default} : ${value}`;
    if (inner.isOptional) return `...(${access} !== undefined && { ${propertyName(name)}: ${value} })`;
    return `${propertyName(name)}: ${value}`;
  });
  return members.length > 2 ? `{\n${members.join(',\n')},\n}` : `{ ${members.join(', ')} }`;
}

function fillValue(shape: Shape, access: string): string {
  if (!hasInnerDefault(shape)) return access;
  if (objectOf(shape)) return fillObject(shape, access);
  return shape.form.kind === 'array' ? `${access}.map((item) => (${fillValue(shape.form.items, 'item')}))` : access;
}

/** Returns whether `fillObject` reaches every default. */
export function canFill(shape: Shape, seen = new Set<Shape>()): boolean {
  if (!hasInnerDefault(shape)) return true;
  if (seen.has(shape)) return false;
  seen.add(shape);
  const form = objectOf(shape);
  if (form) return form.others === undefined && form.members.every((member) => canFill(member.shape, seen));
  return shape.form.kind === 'array' && canFill(shape.form.items, seen);
}
