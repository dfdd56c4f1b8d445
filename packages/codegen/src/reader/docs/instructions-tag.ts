/**
 * Reads `@instructions`, the text for models in the comment of a class or of a file, and reports those of other comments.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { OpenCheck, Reading } from '../program/reading.js';
import { findDocComment, readCommentAt, type SourcedDoc } from './doc-source.js';

/** A text for models. */
export interface Instructions {
  readonly instructions?: string;
}

/** Reads the text of one comment; several tags are paragraphs. */
export function readInstructions(reading: Reading, docs: SourcedDoc, subject: string): Instructions {
  const tags = tagsIn(docs);
  for (const tag of tags) {
    if (tag.text !== '') continue;
    const message = `${subject}: @instructions must be followed by a text for models`;
    reading.problems.add({ code: 'SIGIL071', at: docs.placeOfTag(tag), message });
  }
  return tags.length > 0 ? { instructions: tags.map(({ text }) => text).join('\n\n') } : {};
}

/**
 * Reads the text of a file's own comments: those at its start that describe no declaration, and any with `@packageDocumentation`
 * or a synonym that is not the comment of a published class. Comments of other things must have none.
 *
 * @param classes the file's published classes, whose comments are read with them
 */
export function readFileInstructions(
  reading: Reading,
  file: ts.SourceFile,
  classes: readonly ts.ClassLikeDeclaration[],
): Instructions {
  // The most common file has no such tag, not even a misspelt one, and its comments need no second look.
  if (!/@\w*ins?tr/i.test(file.text)) return {};
  const read = new Set(classes.map((declaration) => findDocComment(declaration)?.pos));
  const texts: string[] = [];
  for (const comment of docCommentsOf(file)) {
    if (read.has(comment.range.pos)) continue;
    if (comment.isOfFile) {
      const { instructions } = readInstructions(reading, readCommentAt(reading, comment), 'a file');
      if (instructions) texts.push(instructions);
    } else if (/@instructions/.test(file.text.slice(comment.range.pos, comment.range.end))) {
      // Types are read later, and may already have reported the tag.
      reading.openChecks.push(...misplacedIn(reading, comment));
    }
  }
  return texts.length > 0 ? { instructions: texts.join('\n\n') } : {};
}

interface FoundComment {
  readonly file: ts.SourceFile;
  readonly range: ts.TextRange;
  readonly isOfFile: boolean;
}

/** Returns the doc comments before and after nodes and tokens, such as one before the `}` of a class, in source order. */
function docCommentsOf(file: ts.SourceFile): readonly FoundComment[] {
  const found = new Map<number, FoundComment>();
  const visit = (node: ts.Node): void => {
    const before = docRangesIn(file, compiler.getLeadingCommentRanges(file.text, node.pos));
    const after = docRangesIn(file, compiler.getTrailingCommentRanges(file.text, node.end));
    for (const range of [...before, ...after]) {
      if (found.has(range.pos)) continue;
      const isDescribing = isDeclaration(node) && range === before.at(-1);
      const isFirst = node === (file.statements[0] ?? file.endOfFileToken) && before.includes(range);
      const isMarked = /@(?:packageDocumentation|module|fileoverview|file)\b/i.test(
        file.text.slice(range.pos, range.end),
      );
      found.set(range.pos, { file, range, isOfFile: isMarked || (isFirst && !isDescribing) });
    }
    // The children include tokens, which `forEachChild` leaves out.
    node
      .getChildren(file)
      .filter((child) => !compiler.isJSDoc(child))
      .forEach(visit);
  };
  file.statements.forEach(visit);
  visit(file.endOfFileToken);
  return [...found.values()];
}

function docRangesIn(file: ts.SourceFile, ranges: readonly ts.CommentRange[] = []): readonly ts.CommentRange[] {
  return ranges.filter(({ pos }) => file.text.startsWith('/**', pos) && file.text[pos + 3] !== '/');
}

function isDeclaration(node: ts.Node): boolean {
  const isOther =
    compiler.isImportDeclaration(node) ||
    compiler.isImportEqualsDeclaration(node) ||
    compiler.isExportDeclaration(node);
  return !isOther && (compiler.isDeclarationStatement(node) || compiler.isVariableStatement(node));
}

function misplacedIn(reading: Reading, comment: FoundComment): OpenCheck[] {
  const docs = readCommentAt(reading, comment);
  const message =
    'this comment: @instructions belongs to the comment of a class that publishes something, or of a file';
  return tagsIn(docs).map((tag) => ({
    kind: 'place',
    problem: { code: 'SIGIL070', at: docs.placeOfTag(tag), message, fix: 'Move it to one of these.' },
  }));
}

function tagsIn({ comment }: SourcedDoc): SourcedDoc['comment']['tags'] {
  return comment.tags.filter(({ name }) => name === 'instructions');
}
