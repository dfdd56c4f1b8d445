/**
 * Reads named or recursive objects, arrays, tuples and unions as references to a definition.
 */
import type { ts } from 'ts-morph';
import type { PlainNode, RefNode, SchemaNode } from '../../model/schema-node.js';
import { type DeclaredName, findName, makeUpName } from './definition-name.js';
import type { Entry } from './definitions.js';
import { isGrowing } from './is-growing.js';
import { refuseType } from './refuse-type.js';
import { describeNamed, describeType } from './type-docs.js';
import type { PartReader, TypeSite } from './type-site.js';
import { keyOfNames } from './written-names.js';

/** More levels than a message may have. */
const maxDepth = 100;

/** Returns a reference, or the node itself for an unnamed type that is not recursive. */
export function readNamed(
  reader: PartReader,
  type: ts.Type,
  site: TypeSite,
  read: () => SchemaNode | undefined,
): SchemaNode | undefined {
  const { reading, definitions } = reader;
  const named = findName(reading, type, site);
  const names = named?.isPlain ? '' : keyOfNames(reading, site);
  const key = { type, symbol: named?.symbol, names };
  const known = definitions.find(key, reader.cache[site.role]);
  if (known?.state === 'refused') return undefined;
  if (known && isWrittenOut(reader, known)) {
    const node = read();
    return node && describeType(reading, node, { type, site });
  }
  if (known) return refer(reader, known, { type, site, named });
  if (definitions.open.length >= maxDepth) return refuseDepth(reader, type, site);

  const entry = definitions.begin({
    key,
    name: () => named?.name() ?? makeUpName(reading, type, site),
    isPlain: named?.isPlain ?? true,
  });
  const node = read();
  definitions.end(entry, node ? 'read' : 'refused');
  if (!node) return undefined;
  const defined = defineAs(entry, node, named);
  if (!defined) {
    definitions.forget(entry);
    return describeType(reading, node, { type, site });
  }
  definitions.define(entry, defined);
  const described = named ? describeNamed(reading, defined, named.symbol, site) : defined;
  if (described.kind !== 'ref') definitions.define(entry, described);
  return refer(reader, entry, { type, site, named });
}

/** Refuses a type that is too deep, and stops reading: a growing type grows in all of its branches. */
function refuseDepth({ reading, definitions }: PartReader, type: ts.Type, site: TypeSite): undefined {
  definitions.isGivenUp = true;
  const open = definitions.open.map(({ key }) => key.type);
  if (isGrowing(reading, [...open, type]))
    return refuseType(reading, site, { type, code: 'SIGIL045', says: 'is part of a type that grows without end' });
  const says = `is part of a type that is nested deeper than ${maxDepth} levels`;
  return refuseType(reading, site, { type, code: 'SIGIL055', says });
}

/**
 * Returns whether an unnamed type needs no name because there is a name on the cycle through it: `Tree[]` in a `Tree` in a
 * `Tree[]`.
 */
function isWrittenOut({ definitions }: PartReader, known: Entry): boolean {
  if (known.state !== 'open' || known.key.symbol || known.isMet) return false;
  const { open } = definitions;
  return open.slice(open.indexOf(known) + 1).some(({ key }) => key.symbol);
}

/** Returns the content of the definition; `undefined` when the node is written inline instead. */
function defineAs(entry: Entry, node: SchemaNode, named: DeclaredName | undefined): PlainNode | undefined {
  if (node.kind === 'ref') return entry.isMet ? { kind: 'union', members: [node] } : undefined;
  if (entry.isMet) return node;
  return named && isComposite(node) ? node : undefined;
}

/** Returns whether a name adds information; it does not for scalars, lists of literals, and objects without known members. */
function isComposite(node: PlainNode): boolean {
  if (node.kind === 'object')
    return (
      node.properties.length > 0 || node.patterns !== undefined || node.names !== undefined || !isOpen(node.additional)
    );
  return node.kind === 'array' || node.kind === 'tuple' || node.kind === 'union';
}

function isOpen(additional: SchemaNode | undefined): boolean {
  return additional?.kind === 'any' && additional.documentation === undefined;
}

interface Use {
  readonly type: ts.Type;
  readonly site: TypeSite;
  readonly named: DeclaredName | undefined;
}

function refer(reader: PartReader, entry: Entry, { type, site, named }: Use): SchemaNode {
  const ref: RefNode = reader.definitions.refer(entry);
  return describeType(reader.reading, ref, { type, site, ...(named && { named: named.symbol }) });
}
