/**
 * Finds the doc comment of a declaration, or of the member that it implements or overrides, and the places of its tags in the
 * files.
 */
import type { ts } from 'ts-morph';
import { findBaseMembers } from './base-members.js';
import { type DocComment, type DocTag, inheritMark, parseDocComment, type ParamDoc } from './doc-comment.js';
import { compiler } from '../program/compiler.js';
import type { Place } from '../program/problems.js';
import { isOwnFile, type Reading } from '../program/reading.js';

/** A doc comment and the places of its tags. */
export interface SourcedDoc {
  readonly comment: DocComment;
  placeOfTag(tag: DocTag | ParamDoc): Place;
  /** Returns whether the tag is in a file that the plugin's author cannot edit. */
  isForeign(tag: DocTag | ParamDoc): boolean;
  /** Returns whether the tag comes from another declaration, whose parameters may have other names. */
  isInherited(tag: DocTag | ParamDoc): boolean;
}

/**
 * Reads the doc comment of a declaration and reports misspelt tags in it. A member without one, or with `{@inheritDoc}`, uses
 * that of the member which it implements or overrides.
 *
 * @param otherwise the place for reports when the comment is not in the plugin's own files
 */
export function readDocComment(reading: Reading, declaration: ts.Node, otherwise?: Place): SourcedDoc | undefined {
  if (isBare(declaration)) return undefined;
  return readInherited(reading, declaration, otherwise, new Set());
}

/**
 * Returns whether the declaration is a member that neither has nor inherits a comment. This is the most common case, and needs no
 * parsing of the comments before it.
 */
export function isBare(declaration: ts.Node): boolean {
  if (!compiler.isPropertySignature(declaration) && !compiler.isEnumMember(declaration)) return false;
  const { parent, pos, name } = declaration;
  if (compiler.isInterfaceDeclaration(parent) && parent.heritageClauses) return false;
  return nextComment(declaration.getSourceFile(), pos) >= name.end;
}

const nextComments = new WeakMap<ts.SourceFile, { readonly from: number; readonly at: number }>();

/** Returns the position where the next doc comment may begin. Cached, since many members share it. */
function nextComment(file: ts.SourceFile, from: number): number {
  const known = nextComments.get(file);
  if (known && known.from <= from && from <= known.at) return known.at;
  const found = file.text.indexOf('/**', from);
  const at = found === -1 ? Infinity : found;
  nextComments.set(file, { from, at });
  return at;
}

function readInherited(
  reading: Reading,
  declaration: ts.Node,
  otherwise: Place | undefined,
  seen: Set<ts.Node>,
): SourcedDoc | undefined {
  if (seen.has(declaration)) return undefined;
  seen.add(declaration);
  const own = readOwnComment(reading, declaration, otherwise);
  if (own && !own.comment.inherits) return own;

  for (const member of findBaseMembers(reading, declaration)) {
    const base = readInherited(reading, member, otherwise, seen);
    if (base) return own ? joinDocs(own, base) : { ...base, isInherited: () => true };
  }
  return own && { ...own, comment: { ...own.comment, text: replaceMark(own.comment.text, '') } };
}

function readOwnComment(reading: Reading, declaration: ts.Node, otherwise?: Place): SourcedDoc | undefined {
  const range = findDocComment(declaration);
  return range && readCommentAt(reading, { file: declaration.getSourceFile(), range }, otherwise);
}

/** Reads the doc comment in a range of a file and reports misspelt tags in it. */
export function readCommentAt(
  reading: Reading,
  { file, range }: { readonly file: ts.SourceFile; readonly range: ts.TextRange },
  otherwise?: Place,
): SourcedDoc {
  const isOwn = isOwnFile(reading, file);
  const elsewhere = isOwn ? undefined : otherwise;
  const comment = parseDocComment(file.text.slice(range.pos, range.end));
  const placeOfTag: SourcedDoc['placeOfTag'] = (tag) => {
    const length = 'tags' in tag ? '@param'.length : tag.name.length + 1;
    return elsewhere ?? { file, start: range.pos + tag.start, length };
  };
  if (!elsewhere) reportMisspelt(reading, comment, placeOfTag);
  return { comment, placeOfTag, isForeign: () => !isOwn, isInherited: () => false };
}

/** Joins comments: a tag or parameter of the own comment replaces its inherited counterpart. */
function joinDocs(own: SourcedDoc, base: SourcedDoc): SourcedDoc {
  const { comment } = own;
  const tags = base.comment.tags.filter((tag) => !comment.tags.some((one) => one.name === tag.name));
  const params = base.comment.params.filter((param) => !comment.params.some((one) => one.name === param.name));
  const returns = comment.returns ?? base.comment.returns;
  const returned = comment.returns ? [] : (base.comment.returns?.tags ?? []);
  const ofBase = new Set<object>([...tags, ...params, ...params.flatMap((param) => param.tags), ...returned]);
  return {
    comment: {
      ...comment,
      text: comment.text === '' ? base.comment.text : replaceMark(comment.text, base.comment.text),
      tags: [...comment.tags, ...tags],
      params: [...comment.params, ...params],
      ...(returns && { returns }),
    },
    placeOfTag: (tag) => (ofBase.has(tag) ? base : own).placeOfTag(tag),
    isForeign: (tag) => (ofBase.has(tag) ? base : own).isForeign(tag),
    isInherited: (tag) => ofBase.has(tag),
  };
}

function replaceMark(text: string, inherited: string): string {
  return text.replace(inheritMark, () => inherited).trim();
}

function reportMisspelt(reading: Reading, comment: DocComment, placeOfTag: SourcedDoc['placeOfTag']): void {
  for (const tag of comment.misspelt) {
    const at = placeOfTag(tag);
    reading.problems.add({
      code: 'SIGIL072',
      at,
      message: `@${tag.name} is no tag`,
      fix: `Write @${tag.meant}.`,
      correction: { at, text: `@${tag.meant}` },
    });
  }
}

/** Returns the last doc comment before the declaration, or between its decorators and its name. */
export function findDocComment(declaration: ts.Node): ts.TextRange | undefined {
  const host = documentedNode(declaration);
  const file = host.getSourceFile();
  const decorators = compiler.canHaveDecorators(host) ? (compiler.getDecorators(host) ?? []) : [];
  const lastDecorator = decorators.at(-1);
  const between = lastDecorator && [
    ...(compiler.getTrailingCommentRanges(file.text, lastDecorator.end) ?? []),
    ...(compiler.getLeadingCommentRanges(file.text, lastDecorator.end) ?? []),
  ];
  return lastDocComment(file, between) ?? lastDocComment(file, commentsBefore(host, file));
}

/**
 * Returns the comments before a node. A comment after the previous token counts if the declaration follows on the same line: `{
 * name; city }`.
 */
function commentsBefore(node: ts.Node, file: ts.SourceFile): ts.TextRange[] {
  const start = node.getStart(file, false);
  const trailing = compiler.getTrailingCommentRanges(file.text, node.pos) ?? [];
  const sameLine = trailing.filter((range) => !file.text.slice(range.end, start).includes('\n'));
  return [...sameLine, ...(compiler.getLeadingCommentRanges(file.text, node.pos) ?? [])];
}

function lastDocComment(file: ts.SourceFile, ranges: readonly ts.TextRange[] | undefined): ts.TextRange | undefined {
  return ranges?.filter(({ pos }) => file.text.startsWith('/**', pos) && file.text[pos + 3] !== '/').at(-1);
}

/** Returns the node that carries the comment: for `export const Weather = class { … }` it is the statement. */
function documentedNode(declaration: ts.Node): ts.Node {
  const isClassExpression =
    compiler.isClassExpression(declaration) && compiler.isVariableDeclaration(declaration.parent);
  return isClassExpression ? declaration.parent.parent.parent : declaration;
}
