/**
 * The documented names in type arguments that the checker forgets: `Page<Percent>` and `Page<number>` are one type to it, and have
 * different constraints.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { findDocs } from './find-docs.js';
import { bindingsAround, followSelected, selectTypes } from './follow-type.js';
import { placeKey } from './sort-keys.js';
import type { TypeSite } from './type-site.js';
import { findReferenced, followOnce, typeArgumentsOf, unwrapWritten, type WrittenType } from './written-type.js';

/** Deeper names are ignored; a type that contains itself in a circle of aliases has no end. */
const maxDepth = 20;

/** Returns a text that differs between types that only differ in documented names of their arguments; empty without such names. */
export function keyOfNames(reading: Reading, site: TypeSite): string {
  const followed = followSelected(reading, site.written);
  if (!followed) return '';
  const { node, bindings } = followed;
  const bound = [...bindingsAround(reading, followed).values()];
  const passed = bound.length > 0 ? [] : typeArgumentsOf(node).map((argument) => ({ node: argument, bindings }));
  return joinKeys([...bound, ...passed].map((one) => keyOfType(reading, one, { site, depth: 0 })));
}

/** Returns the alias that a type is written as, if it is documented and the checker forgets it. */
export function documentedAlias(reading: Reading, written: WrittenType, site: TypeSite): ts.Symbol | undefined {
  const symbol = findReferenced(reading, written);
  const alias = symbol?.declarations?.find(compiler.isTypeAliasDeclaration);
  if (!symbol || !alias || alias.typeParameters || !findDocs(reading, alias, site)) return undefined;
  return reading.checker.getDeclaredTypeOfSymbol(symbol).aliasSymbol === symbol ? undefined : symbol;
}

interface Depth {
  readonly site: TypeSite;
  readonly depth: number;
}

function keyOfType(reading: Reading, written: WrittenType, around: Depth): string {
  const names = new Set<string>();
  collect(reading, written, { names, ...around });
  return [...names].sort().join('|');
}

interface Collection extends Depth {
  readonly names: Set<string>;
}

/** Adds the names of a union's members as of one set, since the checker merges them. */
function collect(reading: Reading, written: WrittenType, { names, site, depth }: Collection): void {
  const current = unwrapWritten(reading, written);
  if (!current || depth > maxDepth) return;
  const { node, bindings } = current;
  const further = { names, site, depth: depth + 1 };
  if (compiler.isUnionTypeNode(node)) {
    for (const member of node.types) collect(reading, { node: member, bindings }, further);
    return;
  }
  const selected = selectTypes(reading, current);
  if (selected) {
    for (const one of selected) {
      if (one.member && findDocs(reading, one.member, site)) names.add(placeKey(reading, one.member).join(':'));
      collect(reading, one, further);
    }
    return;
  }
  const alias = documentedAlias(reading, current, site);
  if (alias) names.add(placeKey(reading, alias.declarations?.[0]).join(':'));
  const body = followOnce(reading, current);
  if (body) {
    collect(reading, body, further);
    return;
  }
  const inner: string[] = [];
  compiler.forEachChild(node, (child) => {
    if (compiler.isTypeNode(child)) inner.push(keyOfType(reading, { node: child, bindings }, further));
  });
  const key = joinKeys(inner);
  if (key !== '') names.add(`${findReferenced(reading, current)?.name ?? ''}<${key}>`);
}

function joinKeys(keys: readonly string[]): string {
  return keys.some((key) => key !== '') ? keys.join(',') : '';
}
