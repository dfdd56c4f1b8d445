/**
 * Caches the findings about a type by its level below another: the number of paths to a type may be exponential, but the levels
 * are few.
 */
import { createHash } from 'node:crypto';
import type { ts } from 'ts-morph';
import type { Reading } from '../program/reading.js';

/** A type and its level below another. */
export interface TypeAtLevel {
  readonly reading: Reading;
  readonly type: ts.Type;
  readonly depth: number;
}

/** Opens a cache for one question. */
export function rememberAtLevel<Answer>(find: (at: TypeAtLevel) => Answer): (at: TypeAtLevel) => Answer {
  const memory = new WeakMap<Reading, Map<ts.Type, Map<number, Answer>>>();
  return (at) => {
    const byType = memory.get(at.reading) ?? new Map<ts.Type, Map<number, Answer>>();
    memory.set(at.reading, byType);
    const byDepth = byType.get(at.type) ?? new Map<number, Answer>();
    byType.set(at.type, byDepth);
    const known = byDepth.get(at.depth);
    if (known !== undefined) return known;
    const found = find(at);
    byDepth.set(at.depth, found);
    return found;
  };
}

/** Enough characters to distinguish most texts; a digest distinguishes the rest. */
const maxText = 1000;

/** Returns the text; a long one ends in a digest. */
export function shortened(text: string): string {
  if (text.length <= maxText) return text;
  return `${text.slice(0, maxText)} ${createHash('sha256').update(text).digest('base64url')}`;
}
