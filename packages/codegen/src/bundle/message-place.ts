/**
 * Places a message at a part of a source, as the bundler places its own.
 */
import type { Location } from 'esbuild';
import type { ts } from 'ts-morph';

/** Returns a message with the place of the node, whose tree has links to parents. */
export function messageAt(node: ts.Node, text: string): { readonly text: string; readonly location: Location } {
  const tree = node.getSourceFile();
  const start = node.getStart(tree);
  const { line, character } = tree.getLineAndCharacterOfPosition(start);
  const lineText = tree.text.split('\n')[line] ?? '';
  const length = Buffer.byteLength(tree.text.slice(start, node.end));
  const column = Buffer.byteLength(lineText.slice(0, character));
  const place = { file: tree.fileName, line: line + 1, column, length, lineText };
  return { text, location: { ...place, namespace: '', suggestion: '' } };
}
