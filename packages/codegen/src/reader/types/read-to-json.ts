/**
 * Reads the return type of `toJSON()`, whose value JSON.stringify writes in place of the object.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import { presentMembers } from './absence.js';
import { refuseType } from './refuse-type.js';
import { bindingsAround } from './follow-type.js';
import { siteOfMember, type PartReader, type TypeSite } from './type-site.js';
import { writtenType } from './written-type.js';

/**
 * Returns the node, or no node when the type is refused; `undefined` when `toJSON` is not a method, or returns the object itself.
 */
export function readToJson(
  reader: PartReader,
  symbol: ts.Symbol,
  type: ts.Type,
  site: TypeSite,
): { readonly node: SchemaNode | undefined } | undefined {
  const { reading } = reader;
  const signatures = presentMembers(reading.checker.getTypeOfSymbol(symbol)).flatMap((one) => one.getCallSignatures());
  const [signature] = signatures;
  const returned = signature?.getReturnType();
  if (!signature || !returned || returned === type) return undefined;
  const place = siteOfMember(site, {
    step: '.toJSON()',
    written: writtenType(signature.getDeclaration()?.type, bindingsAround(reading, site.written)),
    declared: { reading, by: symbol.declarations?.[0] },
  });
  const isSure =
    signatures.length === 1 && !signature.typeParameters && !(symbol.flags & compiler.SymbolFlags.Optional);
  if (!isSure)
    return { node: refuseType(reading, place, { type, code: 'SIGIL043', says: 'has a toJSON() of several types' }) };
  // JSON.stringify calls it only once: neither a Date nor any other result is then written in its own form.
  if (presentMembers(returned).some((one) => reading.checker.getPropertyOfType(one, 'toJSON')))
    return {
      node: refuseType(reading, place, { type: returned, code: 'SIGIL043', says: 'has a toJSON() of its own' }),
    };
  const node = reader.read(returned, place);
  return { node: node && { kind: 'toJson', node } };
}
