/**
 * Finds the doc comment of a declaration, and tells where in the file each of its tags stands.
 */
import type { ts } from 'ts-morph';
import { parseDocComment, type DocComment } from './doc-comment.js';
import { compiler } from './load-compiler.js';
import type { Place } from './problems.js';
import type { Reading } from './reading.js';

/** A doc comment and the places of its tags. */
export interface SourcedDoc {
  readonly comment: DocComment;
  placeOfTag(tag: { readonly name: string; readonly start: number }): Place;
}

/**
 * Reads the doc comment of a declaration and reports misspelt tags in it.
 *
 * @param otherwise the place to report at when the comment is not in the plugin's own files
 */
export function readDocComment(reading: Reading, declaration: ts.Node, otherwise?: Place): SourcedDoc | undefined {
  const range = findDocComment(declaration);
  if (!range) return undefined;

  const file = declaration.getSourceFile();
  const comment = parseDocComment(file.text.slice(range.pos, range.end));
  const placeOfTag: SourcedDoc['placeOfTag'] = (tag) =>
    otherwise ?? { file, start: range.pos + tag.start, length: tag.name.length + 1 };

  if (!otherwise) reportMisspelt(reading, comment, placeOfTag);
  return { comment, placeOfTag };
}

function reportMisspelt(reading: Reading, comment: DocComment, placeOfTag: SourcedDoc['placeOfTag']): void {
  for (const tag of comment.misspelt) {
    reading.problems.add({
      code: 'SIGIL072',
      at: placeOfTag(tag),
      message: `@${tag.name} is no tag`,
      fix: `Write @${tag.meant}.`,
    });
  }
}

/** The last doc comment before the declaration, or between its decorators and its name. */
function findDocComment(declaration: ts.Node): ts.TextRange | undefined {
  const host = documentedNode(declaration);
  const file = host.getSourceFile();
  const decorators = compiler.canHaveDecorators(host) ? (compiler.getDecorators(host) ?? []) : [];
  const lastDecorator = decorators.at(-1);
  const between = lastDecorator && compiler.getLeadingCommentRanges(file.text, lastDecorator.end);
  return lastDocComment(file, between) ?? lastDocComment(file, commentsBefore(host, file));
}

/** A comment behind the token before counts too when the declaration follows on its line: `{ name; city }` on one line. */
function commentsBefore(node: ts.Node, file: ts.SourceFile): ts.TextRange[] {
  const start = node.getStart(file, false);
  const trailing = compiler.getTrailingCommentRanges(file.text, node.pos) ?? [];
  const sameLine = trailing.filter((range) => !file.text.slice(range.end, start).includes('\n'));
  return [...sameLine, ...(compiler.getLeadingCommentRanges(file.text, node.pos) ?? [])];
}

function lastDocComment(file: ts.SourceFile, ranges: readonly ts.TextRange[] | undefined): ts.TextRange | undefined {
  return ranges?.filter((range) => /^\/\*\*(?!\/)/.test(file.text.slice(range.pos, range.end))).at(-1);
}

/** The comment of `export const Weather = class { … }` stands before the statement. */
function documentedNode(declaration: ts.Node): ts.Node {
  const isClassExpression =
    compiler.isClassExpression(declaration) && compiler.isVariableDeclaration(declaration.parent);
  return isClassExpression ? declaration.parent.parent.parent : declaration;
}
