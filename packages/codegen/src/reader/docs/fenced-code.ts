/**
 * Finds fenced code among the lines of a doc comment.
 *
 * Spec: CommonMark 0.31.2 section 4.5, except that an unclosed fence opens no code: it would hide all tags after it.
 */

const opening = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;
const closing = /^\s*(`{3,}|~{3,})\s*$/;

/** Returns for each line whether it belongs to fenced code, including the fences. */
export function findFenced(lines: readonly string[]): readonly boolean[] {
  const isFenced = lines.map(() => false);
  for (let start = 0; start < lines.length; start++) {
    const fence = opening.exec(lines[start] ?? '')?.[1];
    const end = fence === undefined ? undefined : findClosing(lines, start + 1, fence);
    if (end === undefined) continue;
    isFenced.fill(true, start, end + 1);
    start = end;
  }
  return isFenced;
}

/** Finds the closing fence: the same characters, at least as long. */
function findClosing(lines: readonly string[], from: number, fence: string): number | undefined {
  for (let index = from; index < lines.length; index++) {
    if (closing.exec(lines[index] ?? '')?.[1]?.startsWith(fence)) return index;
  }
  return undefined;
}
