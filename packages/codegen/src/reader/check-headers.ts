/**
 * Checks which inputs a client is to repeat in a header (`@header`): only ones that it finds without choosing a branch or an item,
 * whose text is exact, and each under a name of its own. One bad header makes clients drop the whole tool.
 *
 * Spec: 2026-07-28 server/tools#x-mcp-header
 */
import { writeInputSchema } from '../manifest/write-schema.js';
import type { HeaderNote, SchemaNode } from '../model/schema-node.js';
import type { Place } from './problems.js';
import type { PublishedMethod } from './published-method.js';
import type { PlacedProperty } from './read-parameters.js';

/** Whether every header of the method's inputs can be sent; those that cannot are reported. */
export function areHeadersFine(method: PublishedMethod, inputs: readonly PlacedProperty[]): boolean {
  const found = inputs.flatMap(({ property, at }) =>
    headersIn({ node: property.node, path: property.name, isReachable: true }).map((header) => ({ ...header, at })),
  );
  const unsent = found.filter((header) => reportUnsent(method, header));
  const firsts = new Map<string, string>();
  const repeated = found.filter((header) => reportRepeated(method, header, firsts));
  return unsent.length + repeated.length === 0;
}

interface Visited {
  readonly node: SchemaNode;
  readonly path: string;
  /** Whether only names of properties lead here. */
  readonly isReachable: boolean;
}

interface FoundHeader extends Visited {
  readonly note: HeaderNote;
}

interface PlacedHeader extends FoundHeader {
  /** Of the input that the header is in. */
  readonly at: Place;
}

function headersIn(visited: Visited): FoundHeader[] {
  const note = visited.node.documentation?.header;
  const inner = innerNodes(visited).flatMap(headersIn);
  return note ? [{ ...visited, note }, ...inner] : inner;
}

function innerNodes({ node, path, isReachable }: Visited): Visited[] {
  const unreachable = (inner: SchemaNode, step: string): Visited => ({
    node: inner,
    path: `${path}${step}`,
    isReachable: false,
  });
  switch (node.kind) {
    case 'object':
      return [
        ...node.properties.map((one) => ({ node: one.node, path: `${path}.${one.name}`, isReachable })),
        ...(node.additional ? [unreachable(node.additional, '.*')] : []),
      ];
    case 'array':
      return [unreachable(node.items, '[]')];
    case 'tuple':
      return [...node.items, ...(node.rest ? [node.rest] : [])].map((item, index) => unreachable(item, `[${index}]`));
    case 'union':
      return node.members.map((member) => unreachable(member, ''));
    default:
      return [];
  }
}

function reportUnsent(method: PublishedMethod, header: PlacedHeader): boolean {
  const { node, isReachable } = header;
  const { type } = writeInputSchema(node);
  const hasText = type === 'string' || type === 'integer' || type === 'boolean';
  if (method.marker.kind === 'tool' && isReachable && hasText) return false;

  const says =
    method.marker.kind !== 'tool'
      ? 'only inputs of tools are sent as headers'
      : isReachable
        ? 'a header is a string, a boolean or an @integer number, and never null'
        : 'a header is not found inside of an array, a record or a union';
  report(method, header, { code: 'SIGIL074', says });
  return true;
}

/** Headers are the same when they differ in capitals only. */
function reportRepeated(method: PublishedMethod, header: PlacedHeader, firsts: Map<string, string>): boolean {
  const key = header.note.name.toLowerCase();
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, header.path);
  else report(method, header, { code: 'SIGIL075', says: `the header ${header.note.name} is that of "${first}"` });
  return first !== undefined;
}

function report(
  method: PublishedMethod,
  header: PlacedHeader,
  problem: { readonly code: 'SIGIL074' | 'SIGIL075'; readonly says: string },
): void {
  const { reading, owner } = method;
  const at = reading.headerPlaces.get(header.note) ?? header.at;
  const message = `${owner}, parameter "${header.path}": ${problem.says}`;
  reading.problems.add({ code: problem.code, at, message });
}
