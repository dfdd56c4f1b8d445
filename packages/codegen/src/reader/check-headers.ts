/**
 * Checks the inputs that a client is to repeat in a header (`@header`): only inputs that it can find without choosing a branch or
 * an item, whose text is exact, each under a unique name. One bad header makes clients drop the whole tool.
 *
 * Spec: 2026-07-28 server/tools#x-mcp-header
 */
import { innerNodes } from '../manifest/inner-nodes.js';
import { writeInputSchema } from '../manifest/write-schema.js';
import type { ParameterModel } from '../model/plugin-model.js';
import type { Definition, HeaderNote, Property, SchemaNode } from '../model/schema-node.js';
import { leaveOutHeaders } from './leave-out-headers.js';
import { foreignFix, type Place } from './program/problems.js';
import type { PublishedMethod } from './published-method.js';
import type { ReadParameters } from './read-parameters.js';

/**
 * Returns the parameters if every header can be sent, and reports those that cannot. A header that a package asks for is left out
 * instead, with a note.
 */
export function checkHeaders(method: PublishedMethod, read: ReadParameters): ReadParameters | undefined {
  const { inputs } = read;
  const found = inputs
    .filter(({ property }) => holdsHeader(property.node))
    .flatMap(({ property, at }) =>
      headersIn({ node: property.node, path: property.name, isReachable: true, around: [] }, at),
    );
  const unsent = found.filter((header) => reportUnsent(method, header));
  const firsts = new Map<string, string>();
  const repeated = found.filter((header) => reportRepeated(method, header, firsts));
  const wrong = new Set([...unsent, ...repeated].map(({ note }) => note));
  if (wrong.size === 0) return read;
  if (![...wrong].every((note) => method.reading.headerPlaces.get(note)?.isForeign)) return undefined;
  const change = (one: Property): Property => ({ ...one, node: leaveOutHeaders(one.node, wrong) });
  return {
    parameters: read.parameters.map((parameter) => changeProperties(parameter, change)),
    inputs: inputs.map((input) => ({ ...input, property: change(input.property) })),
  };
}

function changeProperties(parameter: ParameterModel, change: (property: Property) => Property): ParameterModel {
  if ('properties' in parameter) return { ...parameter, properties: parameter.properties.map(change) };
  return 'property' in parameter ? { ...parameter, property: change(parameter.property) } : parameter;
}

interface Visited {
  readonly node: SchemaNode;
  readonly path: string;
  /** True when only property names lead here. */
  readonly isReachable: boolean;
  /** The named types that contain this one. */
  readonly around: readonly Definition[];
}

interface FoundHeader extends Visited {
  readonly note: HeaderNote;
  /** The place of the input that contains the header. */
  readonly at: Place;
}

function headersIn(visited: Visited, at: Place): FoundHeader[] {
  const note = visited.node.documentation?.header;
  const inner = innerVisits(visited).flatMap((visit) => headersIn(visit, at));
  return note ? [{ ...visited, note, at }, ...inner] : inner;
}

/**
 * Returns the inner inputs. A recursive type is written in `$defs`, where clients do not look; a type used twice repeats its
 * headers anyway.
 */
function innerVisits({ node, path, isReachable, around }: Visited): Visited[] {
  if (node.kind === 'ref') {
    const { definition } = node;
    if (!holdsHeader(node)) return [];
    const inner = { node: definition.node, path, isReachable: isReachable && !definition.isRecursive };
    return around.includes(definition) ? [] : [{ ...inner, around: [...around, definition] }];
  }
  const properties = node.kind === 'object' ? node.properties : [];
  const nodes = properties.map((property) => property.node);
  return [
    ...properties.map((one) => ({ node: one.node, path: `${path}.${one.name}`, isReachable, around })),
    ...innerNodes(node)
      .filter((inner) => !nodes.includes(inner))
      .map((inner) => ({ node: inner, path: `${path}${stepIn(node)}`, isReachable: false, around })),
  ];
}

/** Returns whether a type contains a header. Visits each named type once: the number of paths to it may be exponential. */
function holdsHeader(node: SchemaNode, seen: Set<Definition> = new Set()): boolean {
  if (node.documentation?.header) return true;
  if (node.kind !== 'ref') return innerNodes(node).some((inner) => holdsHeader(inner, seen));
  if (seen.has(node.definition)) return false;
  seen.add(node.definition);
  return holdsHeader(node.definition.node, seen);
}

function stepIn({ kind }: SchemaNode): string {
  if (kind === 'union') return '';
  return kind === 'object' || kind === 'map' ? '.*' : '[]';
}

function reportUnsent(method: PublishedMethod, header: FoundHeader): boolean {
  const { node, isReachable } = header;
  const { type } = writeInputSchema(node);
  const hasText = type === 'string' || type === 'integer' || type === 'boolean';
  if (method.marker.kind === 'tool' && isReachable && hasText) return false;

  const says =
    method.marker.kind !== 'tool'
      ? 'only inputs of tools are sent as headers'
      : isReachable
        ? 'a header is a string, a boolean or an @integer number, and never null'
        : 'a header is not found inside of an array, a record, a union or a type that contains itself';
  report(method, header, 'SIGIL074', says);
  return true;
}

/** Reports repeated headers; names that differ only in case are the same. */
function reportRepeated(method: PublishedMethod, header: FoundHeader, firsts: Map<string, string>): boolean {
  const key = header.note.name.toLowerCase();
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, header.path);
  else report(method, header, 'SIGIL075', `the header ${header.note.name} is that of "${first}"`);
  return first !== undefined;
}

function report(method: PublishedMethod, header: FoundHeader, code: 'SIGIL074' | 'SIGIL075', says: string): void {
  const { reading, owner } = method;
  const { at, isForeign } = reading.headerPlaces.get(header.note) ?? { at: header.at, isForeign: false };
  const message = `${owner}, parameter "${header.path}": ${says}`;
  const note = { severity: 'note', message: `${message}; it is left out`, fix: foreignFix } as const;
  reading.problems.add({ code, at, message, ...(isForeign && note) });
}
