/**
 * Collects the edits of files that are made together.
 */
import { Node, type SourceFile } from 'ts-morph';
import { joinLined, type LinedEdit, type LinedText, linedAt, type SourceLines } from '../source/source-lines.js';

/** The edits of one round; a node inside of an edit waits for the next one. */
export class RoundEdits {
  readonly #edits = new Map<SourceFile, LinedEdit[]>();
  readonly #names = new Map<SourceFile, Set<string>>();
  /** Imports to add, with the lines that need them. */
  readonly #imports = new Map<SourceFile, Map<string, number>>();

  /** Names that copies of this round declare in a file. */
  namesIn(file: SourceFile): Set<string> {
    const known = this.#names.get(file) ?? new Set();
    this.#names.set(file, known);
    return known;
  }

  /** Returns whether a node has an edit, or is inside of one. */
  has(node: Node): boolean {
    const edits = this.#edits.get(node.getSourceFile()) ?? [];
    return edits.some(({ start, end }) => start < node.getEnd() && end > node.getStart());
  }

  /** Replaces a statement by others, which stay together: `if (isOpen) add('one');`. */
  replace(statement: Node, text: LinedText): void {
    const parent = statement.getParent();
    const isInList =
      Node.isBlock(parent) || Node.isSourceFile(parent) || Node.isCaseClause(parent) || Node.isDefaultClause(parent);
    const line = statement.getStartLineNumber();
    const whole = isInList ? text : joinLined([linedAt('{', line), text, linedAt('\n}', line)]);
    this.#add(statement, { start: statement.getStart(), end: statement.getEnd(), text: whole });
  }

  /** Removes a node with its comments, and the comma after it. */
  remove(node: Node): void {
    const next = node.getNextSibling();
    const end = next?.getText() === ',' ? next.getEnd() : node.getEnd();
    this.#add(node, { start: node.getPos(), end, text: linedAt('', node.getStartLineNumber()) });
  }

  /** Inserts a text before a node, once. */
  insert(node: Node, text: LinedText): void {
    const isThere = this.#edits
      .get(node.getSourceFile())
      ?.some(({ start, end }) => start === end && start === node.getStart());
    if (isThere !== true) this.#add(node, { start: node.getStart(), end: node.getStart(), text });
  }

  /** Adds an import to a file. */
  import(file: SourceFile, text: string, line: number): void {
    const known = this.#imports.get(file) ?? new Map<string, number>();
    this.#imports.set(file, known.set(text, known.get(text) ?? line));
  }

  /** Rewrites the files. Returns false if there was nothing to do. */
  apply(lines: SourceLines): boolean {
    for (const [file, imports] of this.#imports) {
      const last = file.getImportDeclarations().at(-1);
      const at = last?.getEnd() ?? file.getStatements()[0]?.getStart() ?? 0;
      const texts = [...imports].map(([text, line]) => linedAt(last ? `\n${text}` : `${text}\n`, line));
      this.#edits.set(file, [{ start: at, end: at, text: joinLined(texts) }, ...(this.#edits.get(file) ?? [])]);
    }
    for (const [file, edits] of this.#edits) lines.rewrite(file, edits);
    return this.#edits.size > 0;
  }

  #add(node: Node, edit: LinedEdit): void {
    const file = node.getSourceFile();
    this.#edits.set(file, [...(this.#edits.get(file) ?? []), edit]);
  }
}
