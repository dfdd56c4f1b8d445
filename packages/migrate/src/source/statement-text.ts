/**
 * The text of a statement, at the left edge.
 */
import type { Node } from 'ts-morph';

/** Returns the text of a statement without the indentation of its block. */
export function statementText(statement: Node): string {
  const text = statement
    .getFullText()
    .replace(/^\s*\n/, '')
    .replace(/^\n+/, '')
    .trimEnd();
  const width = statement.getIndentationText().length;
  if (width === 0 || text.includes('`')) return text.trimStart();
  return text
    .split('\n')
    .map((line) => (line.slice(0, width).trim() === '' ? line.slice(width) : line))
    .join('\n')
    .trimStart();
}
