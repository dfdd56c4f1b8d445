/**
 * Breaks type aliases that consist only of themselves, such as `type A = A` or `type A = string | A`, which TypeScript refuses.
 *
 * Types that refer to themselves inside an object or an array are left alone.
 */
import { unknownType, type NamedType, type TypeNode } from './type-node.js';

/** Changes the given types: an endless one becomes `unknown`, with a comment that says why. */
export function breakEndlessAliases(types: readonly NamedType[]): void {
  for (const named of types) {
    if (!leadsBack(named)) continue;
    named.type = unknownType;
    named.docs = [...named.docs, 'Defined only by itself'];
  }
}

function leadsBack(named: NamedType): boolean {
  const seen = new Set<NamedType>();
  const waiting: TypeNode[] = [named.type];
  for (let type = waiting.pop(); type; type = waiting.pop()) {
    if (type.kind === 'union' || type.kind === 'intersection') waiting.push(...type.members);
    if (type.kind !== 'use') continue;
    if (type.named === named) return true;
    if (!seen.has(type.named)) waiting.push(type.named.type);
    seen.add(type.named);
  }
  return false;
}
