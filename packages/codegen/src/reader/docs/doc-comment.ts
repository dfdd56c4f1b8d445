/**
 * Cuts the text of a doc comment into summary, parameters, result and tags. Knows nothing of types and of the compiler.
 */
import { docTags, findMeantTag } from './doc-tags.js';
import { writeProse, writeVerbatim } from './doc-text.js';
import { findFenced } from './fenced-code.js';

/** A tag with its text; `start` is where its `@` stands in the text that was parsed. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
  readonly start: number;
}

/** A piece of prose and the tags that belong to it. */
export interface DocBlock {
  readonly text: string;
  readonly tags: readonly DocTag[];
}

/** A `@param`; `name` may lead to a member: `options.city`, `stops[].city`. */
export interface ParamDoc extends DocBlock {
  readonly name: string;
  readonly start: number;
}

/** A whole comment. */
export interface DocComment extends DocBlock {
  readonly params: readonly ParamDoc[];
  readonly returns?: DocBlock;
  /** Tells whether the comment asks for that of the declaration which this one implements or overrides. */
  readonly inherits: boolean;
  /** Tags that are nearly, but not quite, known. */
  readonly misspelt: readonly (DocTag & { readonly meant: string })[];
}

interface Piece {
  readonly tag: string;
  readonly start: number;
  readonly isInline: boolean;
  readonly lines: string[];
}

interface OpenBlock {
  readonly lines: string[];
  readonly tags: DocTag[];
}

/** The mark that the text of the implemented or overridden declaration replaces. */
export const inheritMark = /\{@inheritdoc\}/i;

/** Parses a comment from its opening to its closing mark. */
export function parseDocComment(comment: string): DocComment {
  const summary: OpenBlock = { lines: [], tags: [] };
  const params: (OpenBlock & { name: string; start: number })[] = [];
  const misspelt: (DocTag & { meant: string })[] = [];
  let returns: OpenBlock | undefined;
  let current: OpenBlock = summary;
  let inherits = comment.includes('{@') && inheritMark.test(comment);

  for (const piece of cutIntoPieces(comment)) {
    const kind = docTags.get(piece.tag);
    const meant = findMeantTag(piece.tag);
    if (piece.tag === '') current.lines.push(...piece.lines);
    else if (meant) misspelt.push({ name: piece.tag, text: '', start: piece.start, meant });
    else if (piece.tag === 'param') {
      const opened = openParam(piece);
      params.push(opened);
      current = opened;
    } else if (kind === 'structure') current = returns ??= { lines: piece.lines, tags: [] };
    else if (kind === 'inheritance') inherits = true;
    else if (kind === 'constraint' || kind === 'value')
      (belongsToCurrent(piece, kind) ? current : summary).tags.push(closeTag(piece));
    // Text after an unknown tag is that tag's own, so it goes nowhere.
    else current = { lines: [], tags: [] };
  }

  return {
    ...closeBlock(summary),
    params: params.map((param) => ({ ...closeBlock(param), name: param.name, start: param.start })),
    ...(returns && { returns: closeBlock(returns) }),
    inherits,
    misspelt,
  };
}

/** A constraint on a line of its own belongs to the `@param` above it; a title or an example to the whole comment. */
function belongsToCurrent(piece: Piece, kind: 'constraint' | 'value'): boolean {
  return piece.isInline || kind === 'constraint' || piece.tag === 'default';
}

function openParam(piece: Piece): OpenBlock & { name: string; start: number } {
  const text = piece.lines.join('\n');
  const parsed = /^\s*(?:\{[^}]*\}\s*)?\[?((?:[\p{ID_Continue}$.]|\[\])+)[^\s-]*\s*(?:-(?=\s|$))?/u.exec(text);
  const rest = parsed ? text.slice(parsed[0].length) : text;
  // Dots around a name are not of it: a sentence may end with the name, and a rest parameter be written like one.
  const name = (parsed?.[1] ?? '').replace(/^\.+|\.+$/g, '');
  return { name, start: piece.start, lines: rest.split('\n'), tags: [] };
}

/** The text of a title or a notice is prose; any other tag has a value. */
function closeTag(piece: Piece): DocTag {
  const isProse = piece.tag === 'title' || piece.tag === 'deprecated';
  const text = isProse ? writeProse(piece.lines) : writeVerbatim(piece.lines);
  return { name: piece.tag, text, start: piece.start };
}

function closeBlock(block: OpenBlock): DocBlock {
  return { text: writeProse(block.lines), tags: block.tags };
}

function cutIntoPieces(comment: string): Piece[] {
  const pieces: Piece[] = [{ tag: '', start: 0, isInline: false, lines: [] }];
  const lines = linesOf(comment);
  const isFenced = findFenced(lines.map(({ text }) => text));
  for (const [index, { text, start }] of lines.entries()) {
    const found = isFenced[index] ? [] : findTags(text);
    addText(pieces, text.slice(0, found[0]?.index ?? text.length), found.length > 0);
    for (const [position, tag] of found.entries()) {
      const textStart = tag.index + tag.name.length + 1;
      const line = text.slice(textStart, found[position + 1]?.index ?? text.length);
      pieces.push({ tag: tag.name, start: start + tag.index, isInline: tag.isInline, lines: [line] });
    }
  }
  return pieces;
}

/** A line without tags goes on with the piece before it, unless that is a one-line constraint: then it is prose again. */
function addText(pieces: Piece[], text: string, isBeforeTag: boolean): void {
  if (isBeforeTag && text.trim() === '') return;
  const last = pieces[pieces.length - 1];
  const isProse = last !== undefined && (last.isInline || docTags.get(last.tag) === 'constraint');
  if (!isProse) last?.lines.push(text);
  else pieces.push({ tag: '', start: 0, isInline: false, lines: [text] });
}

interface FoundTag {
  readonly name: string;
  readonly index: number;
  readonly isInline: boolean;
}

/** Every tag counts at the start of a line; after other text only those that describe or narrow a type do. */
function findTags(line: string): FoundTag[] {
  if (!line.includes('@')) return [];
  const masked = line.replace(/`[^`]*`|\{@[^}]*\}/g, (quoted) => ' '.repeat(quoted.length));
  const found: FoundTag[] = [];
  for (const match of masked.matchAll(/(?<=^|\s)@([A-Za-z]\w*)/g)) {
    const name = match[1] ?? '';
    const isInline = masked.slice(0, match.index).trim() !== '';
    if (!isInline || isKnownInline(name)) found.push({ name, index: match.index, isInline });
  }
  return found;
}

function isKnownInline(name: string): boolean {
  const kind = docTags.get(findMeantTag(name) ?? name);
  return kind === 'constraint' || kind === 'value';
}

/** The comment's lines without its marks and the column of stars. */
function linesOf(comment: string): { text: string; start: number }[] {
  const end = comment.endsWith('*/') ? comment.length - 2 : comment.length;
  if (comment.startsWith('/**') && !comment.includes('\n')) return [{ text: comment.slice(3, end), start: 3 }];
  const lines: { text: string; start: number }[] = [];
  let position = comment.startsWith('/**') ? 3 : 0;
  for (const line of comment.slice(position, end).split('\n')) {
    const margin = /^[ \t]*\*? ?/.exec(line)?.[0].length ?? 0;
    const skipped = lines.length === 0 ? 0 : margin;
    lines.push({ text: line.slice(skipped).replace(/\r$/, ''), start: position + skipped });
    position += line.length + 1;
  }
  return lines;
}
