/**
 * Writes the shapes by which refused arguments are coerced: for each type, only the conversions from values of another kind.
 */
import {
  isObjectMap,
  type Definition,
  type LiteralsNode,
  type ObjectNode,
  type Property,
  type SchemaNode,
  type TupleNode,
  type UnionNode,
} from '../model/schema-node.js';
import { flattenUnion, membersOfKind, valueNode, type UnionMember, type ValueNode } from './plain-node.js';
import { findTag } from './union-tags.js';
import { costOf, declarePattern } from './write-pattern.js';
import type { Readers } from './write-reading.js';

/** Writes the shape of a type, only once for a named type. */
export type ShapeWriter = (node: SchemaNode, hint: string) => string | undefined;

/**
 * Opens a writer that declares its constants with those of `readers`. It returns an expression, or nothing for a type that is
 * never coerced.
 */
export function openShapes(readers: Readers): ShapeWriter {
  const { declarations } = readers;
  const known = new Map<Definition, string | undefined>();
  const shapeOf: ShapeWriter = (node, hint) => {
    if (node.kind !== 'ref') return writeShape(valueNode(node), hint, shapeOf, readers);
    const { definition } = node;
    if (known.has(definition)) return known.get(definition);
    if (definition.isRecursive) {
      const name = declarations.reserve(`shape_${definition.name}`);
      known.set(definition, `() => ${name}`);
      const shape = writeShape(valueNode(definition.node), definition.name, shapeOf, readers);
      declarations.define(`const ${name} = ${shape};`);
    } else {
      const shape = writeShape(valueNode(definition.node), definition.name, shapeOf, readers);
      known.set(definition, shape && declarations.declareConstant(`shape_${definition.name}`, shape));
    }
    return known.get(definition);
  };
  return shapeOf;
}

/** @param shapeOf writes the shapes of types within it */
function writeShape(node: ValueNode, hint: string, shapeOf: ShapeWriter, readers: Readers): string | undefined {
  switch (node.kind) {
    case 'number':
    case 'boolean':
    case 'null':
      return `{ kind: '${node.kind}' }`;
    case 'literals':
      return writeLiterals(node.values);
    case 'object':
      return writeObject(node, hint, shapeOf, readers);
    case 'array':
    case 'set':
      return write('array', { first: '[]', others: shapeOf(node.items, hint), readOne: readers.readerOf(node, hint) });
    case 'tuple':
      return writeList(node, hint, shapeOf);
    case 'map': {
      const { keys, values } = node;
      if (isObjectMap(node)) return write('object', { others: shapeOf(values, hint) });
      return write('array', { first: '[]', others: writeList({ items: [keys, values] }, hint, shapeOf) });
    }
    case 'union':
      return writeUnion(node, hint, shapeOf, readers);
    default:
      return undefined;
  }
}

/** Writes literals. Text among them is never coerced, and if all are text there is no shape. */
function writeLiterals(values: LiteralsNode['values']): string | undefined {
  if (values.every((value) => typeof value === 'string')) return undefined;
  return write('literals', { values: JSON.stringify(values) });
}

function writeObject(
  { properties, patterns = [], additional }: ObjectNode,
  hint: string,
  shapeOf: ShapeWriter,
  readers: Readers,
): string {
  const members = properties.map(
    ({ name, node }) => `[${JSON.stringify(name)}, ${shapeOf(node, name) ?? 'undefined'}]`,
  );
  const byPattern = patterns.map(({ pattern, node }) => {
    const [ways, power] = costOf(pattern);
    const name = declarePattern(pattern, readers.declarations);
    return `[${name}, ${ways}, ${power}, ${shapeOf(node, hint) ?? 'undefined'}]`;
  });
  const absent = properties.filter(mayBeAbsent).map(({ name }) => JSON.stringify(name));
  return write('object', {
    absent: absent.length > 0 ? `new Set([${absent.join(', ')}])` : undefined,
    members: members.length > 0 ? `new Map([${members.join(', ')}])` : undefined,
    patterns: byPattern.length > 0 ? `[${byPattern.join(', ')}]` : undefined,
    others: additional && shapeOf(additional, hint),
  });
}

function writeList(
  { items, rest, tail }: Pick<TupleNode, 'items' | 'rest' | 'tail'>,
  hint: string,
  shapeOf: ShapeWriter,
): string {
  const writeAll = (nodes: readonly SchemaNode[]): string =>
    `[${nodes.map((item) => shapeOf(item, hint) ?? 'undefined').join(', ')}]`;
  const others = rest && shapeOf(rest, hint);
  return write('array', { first: writeAll(items), others, last: tail && writeAll(tail) });
}

/** Returns whether null means that the member is absent: it is optional, and its type does not accept null. */
export function mayBeAbsent({ node, isRequired }: Property): boolean {
  return !isRequired && !flattenUnion(node).some(({ plain }) => admitsNull(plain));
}

function admitsNull(plain: ValueNode): boolean {
  if (plain.kind === 'literals') return plain.values.includes(null);
  return plain.kind === 'null' || plain.kind === 'any';
}

const textKinds: ReadonlySet<ValueNode['kind']> = new Set([
  ...(['string', 'date', 'url', 'regexp', 'bigint', 'bytes', 'any'] as const),
]);

/** Writes a union; the text "null" becomes null only where the union accepts no text. */
function writeUnion(node: UnionNode, hint: string, shapeOf: ShapeWriter, readers: Readers): string | undefined {
  const members = flattenUnion(node);
  const isTextAllowed = members.some(({ plain }) => textKinds.has(plain.kind) || hasText(plain));
  const shapes = members.flatMap((member, index) => {
    if (isTextAllowed && member.plain.kind === 'null') return [];
    const shape = shapeOf(member.node, hint);
    return shape === undefined ? [] : [`[${shape}, ${readers.readerOf(member.node, `${hint}_${index + 1}`)}]`];
  });
  if (shapes.length === 0) return undefined;
  const read = readers.readerOf(node, hint);
  return write('union', { read, ...writeTag(members, hint, shapeOf), members: `[${shapes.join(', ')}]` });
}

/**
 * Writes tagged objects, which are coerced as the object that the tag names; beside a list, an object may also be its single
 * item.
 */
function writeTag(
  members: readonly UnionMember[],
  hint: string,
  shapeOf: ShapeWriter,
): { readonly tag?: string; readonly tagged?: string } {
  if (membersOfKind(members, ['array', 'set', 'tuple', 'map', 'any']).length > 0) return {};
  const tag = findTag(membersOfKind(members, ['object']));
  if (!tag) return {};
  const rows = [...tag.objectsByValue].flatMap(([value, [only, ...others]]) => {
    const shape = only && others.length === 0 ? shapeOf(only.node, hint) : undefined;
    return shape === undefined ? [] : [`[${JSON.stringify(value)}, ${shape}]`];
  });
  return { tag: JSON.stringify(tag.name), tagged: `new Map([${rows.join(', ')}])` };
}

function hasText(node: ValueNode): boolean {
  return node.kind === 'literals' && node.values.some((value) => typeof value === 'string');
}

function write(kind: string, members: Readonly<Record<string, string | undefined>>): string {
  let text = `{ kind: '${kind}'`;
  for (const name in members) if (members[name] !== undefined) text += `, ${name}: ${members[name]}`;
  return `${text} }`;
}
