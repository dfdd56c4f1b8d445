/**
 * Finds the type arguments that apply to the members of one object, which may come from several declarations: `T` of `Page<T>` in
 * `Readonly<Page<Month>>`, and in an interface that extends `Page<Month>`.
 */
import type { ts } from 'ts-morph';
import type { Reading } from '../program/reading.js';
import { bindingsAround, bindingsOfMember } from './follow-type.js';
import { syntaxOf } from './type-syntax.js';
import type { TypeSite } from './type-site.js';
import type { Bindings } from './written-type.js';

/** Returns the type arguments for the declaration of a member; without one, those of the object as it is written. */
export type MemberBindings = (declaration: ts.Declaration | undefined) => Bindings;

/** Opens the search for one object; the declarations of one container are searched once. */
export function openBindings(reading: Reading, type: ts.Type, site: TypeSite): MemberBindings {
  const around = bindingsAround(reading, site.written);
  const known = new Map<ts.Node, Bindings>();
  return (declaration) => {
    if (!declaration) return around;
    const found = known.get(declaration.parent) ?? findBindings(reading, { type, site, declaration }) ?? around;
    known.set(declaration.parent, found);
    return found;
  };
}

function findBindings(
  reading: Reading,
  {
    type,
    site,
    declaration,
  }: { readonly type: ts.Type; readonly site: TypeSite; readonly declaration: ts.Declaration },
): Bindings | undefined {
  const written = site.written && bindingsOfMember(reading, site.written, declaration);
  if (written) return written;
  for (const syntax of syntaxOf(type)) {
    const found = bindingsOfMember(reading, syntax, declaration);
    if (found) return found;
  }
  return undefined;
}
