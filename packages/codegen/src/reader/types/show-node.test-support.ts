/**
 * Writes nodes as short text, so that tests can be tables: `User{name: string, friends?: [User*]}`. A named type is prefixed by
 * its name, with a star if it is recursive; repeated uses show only the name.
 */
import type { Definition, ObjectNode, SchemaNode, TupleNode } from '../../model/schema-node.js';

/** Returns the node as text, without documentation except the titles of unnamed types: `string"x"`. */
export function showNode(node: SchemaNode, seen: Set<Definition> = new Set()): string {
  const title = node.documentation?.title;
  return `${showBare(node, seen)}${title === undefined ? '' : `"${title}"`}`;
}

function showBare(node: SchemaNode, seen: Set<Definition>): string {
  const show = (inner: SchemaNode): string => showNode(inner, seen);
  switch (node.kind) {
    case 'ref': {
      const name = `${node.definition.name}${node.definition.isRecursive ? '*' : ''}`;
      if (seen.has(node.definition)) return name;
      seen.add(node.definition);
      return `${name}${node.definition.node.kind === 'object' ? '' : '='}${show(node.definition.node)}`;
    }
    case 'string':
      return node.pattern === undefined ? 'string' : `/${node.pattern}/`;
    case 'literals':
      return node.values.map((value) => JSON.stringify(value)).join('|');
    case 'array':
      return `[${show(node.items)}]`;
    case 'tuple':
      return showTuple(node, show);
    case 'object':
      return showObject(node, show);
    case 'union':
      return `(${node.members.map(show).join(' | ')})`;
    case 'map':
      return `map<${show(node.keys)}, ${show(node.values)}>`;
    case 'set':
      return `set<${show(node.items)}>`;
    case 'toJson':
      return `toJson(${show(node.node)})`;
    case 'bytes':
      return node.as;
    default:
      return node.kind;
  }
}

type Show = (node: SchemaNode) => string;

function showTuple({ items, required, rest, tail = [] }: TupleNode, show: Show): string {
  const parts = items.map((item, index) => `${show(item)}${index < required ? '' : '?'}`);
  return `<${[...parts, ...(rest ? [`...${show(rest)}`] : []), ...tail.map(show)].join(', ')}>`;
}

function showObject({ properties, additional, patterns = [] }: ObjectNode, show: Show): string {
  const parts = [
    ...properties.map(({ name, node, isRequired }) => `${name}${isRequired ? '' : '?'}: ${show(node)}`),
    ...patterns.map(({ pattern, node }) => `/${pattern}/: ${show(node)}`),
    ...(additional ? [`*: ${show(additional)}`] : []),
  ];
  return `{${parts.join(', ')}}`;
}
