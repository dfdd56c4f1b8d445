/**
 * Remembers what was found out about a type when it was looked at so many levels below another: the ways that lead to a type may be
 * beyond number, the levels are few.
 */
import { createHash } from 'node:crypto';
import type { ts } from 'ts-morph';
import type { Reading } from '../program/reading.js';

/** A type, and how many levels below another it was met. */
export interface TypeAtLevel {
  readonly reading: Reading;
  readonly type: ts.Type;
  readonly depth: number;
}

/** Opens a memory for one question. */
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

/** As many characters as tell most texts apart; of the rest, a digest does. */
const maxText = 1000;

/** The text, when it is long with a digest in place of its end. */
export function shortened(text: string): string {
  if (text.length <= maxText) return text;
  return `${text.slice(0, maxText)} ${createHash('sha256').update(text).digest('base64url')}`;
}
