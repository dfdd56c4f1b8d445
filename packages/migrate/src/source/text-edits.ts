/**
 * Replaces parts of a node's text by their places in the file.
 */
import type { Node } from 'ts-morph';

/** One replacement; places are those of the file. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns an edit that replaces a whole node. */
export function replaceNode(node: Node, text: string): TextEdit {
  return { start: node.getStart(), end: node.getEnd(), text };
}

/** Returns the node's text with the edits that lie inside of it; an edit inside another one is dropped. */
export function editedText(node: Node, edits: readonly TextEdit[], from = node.getStart()): string {
  const full = node.getSourceFile().getFullText();
  const inside = edits
    .filter(({ start, end }) => start >= from && end <= node.getEnd())
    .sort((one, other) => one.start - other.start || other.end - one.end);
  let [result, at] = ['', from];
  for (const { start, end, text } of inside) {
    if (start < at) continue;
    result += full.slice(at, start) + text;
    at = end;
  }
  return result + full.slice(at, node.getEnd());
}
