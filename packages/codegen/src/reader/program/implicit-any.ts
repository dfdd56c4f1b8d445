/**
 * Reports types that TypeScript had to treat as `any`, each cause once.
 *
 * A parameter without a type makes the parameters of callbacks in the same method `any` too, and so does an error there: those
 * add nothing new. For a parameter of a published method, reading its type reports more.
 */
import type { ts } from 'ts-morph';
import { nodeAt, outermostFunctionOf } from './source-positions.js';
import type { Problems } from './problems.js';

/** The compiler's codes for parameters, rest parameters, variables and parts of patterns. */
const codes: ReadonlySet<number> = new Set([7005, 7006, 7019, 7031, 7034]);

/** A compiler error with its place. */
export type PlacedError = ts.Diagnostic & { readonly file: ts.SourceFile; readonly start: number };

/** Returns whether the error reports an implicit `any`. */
export function isImplicitAny(error: ts.Diagnostic): error is PlacedError {
  return codes.has(error.code) && error.file !== undefined && error.start !== undefined;
}

/** Returns the errors that nothing else explains; report everything else before calling it. */
export function findUnexplained(errors: readonly PlacedError[], problems: Problems): PlacedError[] {
  const placed = errors.map((error) => {
    const node = nodeAt(error.file, error.start);
    const owner = outermostFunctionOf(node);
    return { error, owner, isOwn: owner?.parameters.some((it) => isWithin(node, it)) ?? true };
  });
  const explained = new Set(placed.flatMap(({ owner, isOwn }) => (isOwn && owner ? [owner] : [])));
  return placed.flatMap(({ error, owner, isOwn }) => {
    if (isOwn) return problems.hasAny(error.file, error.start, error.start) ? [] : [error];
    if (owner && (explained.has(owner) || problems.hasAny(error.file, owner.getStart(), owner.getEnd()))) return [];
    return [error];
  });
}

function isWithin(node: ts.Node, outer: ts.Node): boolean {
  return node.pos >= outer.pos && node.end <= outer.end;
}
