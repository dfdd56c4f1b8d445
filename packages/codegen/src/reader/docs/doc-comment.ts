/**
 * Splits the text of a doc comment into summary, parameters, result and tags. Knows nothing of types and of the compiler.
 *
 * A known tag starts where TypeScript's own parser starts it, except in fenced code and code spans, which stay text.
 */
import { docTags, findMeantTag } from './doc-tags.js';
import { writeProse, writeVerbatim } from './doc-text.js';
import { findFenced } from './fenced-code.js';
import { readNamedText, readText } from './jsdoc-names.js';

/** A tag with its text; `start` is the offset of its `@` in the parsed text. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
  readonly start: number;
}

/** A part of the prose and its tags. */
export interface DocBlock {
  readonly text: string;
  readonly tags: readonly DocTag[];
}

/** A `@param`; `name` may be a path to a member: `options.city`, `stops[].city`. */
export interface ParamDoc extends DocBlock {
  readonly name: string;
  readonly start: number;
}

/** A whole comment. */
export interface DocComment extends DocBlock {
  readonly params: readonly ParamDoc[];
  readonly returns?: DocBlock;
  /** True when the comment includes that of the declaration which this one implements or overrides. */
  readonly inherits: boolean;
  /** Unknown tags that resemble a known one. */
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

/** The marker that the text of the implemented or overridden declaration replaces. */
export const inheritMark = /\{@inheritdoc\}/i;

/** Parses a comment, delimiters included. */
export function parseDocComment(comment: string): DocComment {
  const summary: OpenBlock = { lines: [], tags: [] };
  const params: (OpenBlock & { name: string; start: number })[] = [];
  const misspelt: (DocTag & { meant: string })[] = [];
  let returns: OpenBlock | undefined;
  // The part that tags belong to, and the lines that further text belongs to; text after an unknown tag is dropped.
  let part: OpenBlock = summary;
  let prose = summary.lines;
  let inherits = comment.includes('{@') && inheritMark.test(comment);

  for (const piece of cutIntoPieces(comment)) {
    const kind = docTags.get(piece.tag);
    const meant = findMeantTag(piece.tag);
    if (piece.tag === '') prose.push(...piece.lines);
    else if (meant) misspelt.push({ name: piece.tag, text: '', start: piece.start, meant });
    else if (kind === 'parameter') {
      const opened = openParam(piece);
      params.push(opened);
      part = opened;
      prose = opened.lines;
    } else if (kind === 'result') {
      part = returns ??= { lines: readText(piece.lines.join('\n')).split('\n'), tags: [] };
      prose = part.lines;
    } else if (kind === 'inheritance') inherits = true;
    else if (kind === 'constraint' || kind === 'value') {
      (belongsToPart(piece, kind) ? part : summary).tags.push(closeTag(piece));
      prose = part.lines;
    } else if (kind === 'summary') {
      const [first = '', ...further] = piece.lines;
      summary.lines.push('', first.trimStart(), ...further);
      part = summary;
      prose = summary.lines;
    } else if (kind === 'text') {
      summary.tags.push(closeTag(piece));
      prose = [];
    } else prose = [];
  }

  return {
    ...closeBlock(summary),
    params: params.map((param) => ({ ...closeBlock(param), name: param.name, start: param.start })),
    ...(returns && { returns: closeBlock(returns) }),
    inherits,
    misspelt,
  };
}

/**
 * Returns whether a tag belongs to the `@param` above it: a constraint on its own line does; a title or an example belongs to the
 * whole comment.
 */
function belongsToPart(piece: Piece, kind: 'constraint' | 'value'): boolean {
  return piece.isInline || kind === 'constraint' || piece.tag === 'default';
}

function openParam(piece: Piece): OpenBlock & { name: string; start: number } {
  const { name, text } = readNamedText(piece.lines.join('\n'));
  // Dots around a name are not part of it: the name may end a sentence, or be written like a rest parameter.
  return { name: name.replace(/^\.+|\.+$/g, ''), start: piece.start, lines: text.split('\n'), tags: [] };
}

/** Ends a tag: the text of a title or a notice is prose; any other tag has a value. */
function closeTag(piece: Piece): DocTag {
  const isProse = piece.tag === 'title' || piece.tag === 'deprecated' || docTags.get(piece.tag) === 'text';
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

/**
 * Adds a line without tags to the piece before it, unless that is a constraint or a value after other text, after which prose
 * resumes.
 */
function addText(pieces: Piece[], text: string, isBeforeTag: boolean): void {
  if (isBeforeTag && text.trim() === '') return;
  const last = pieces[pieces.length - 1];
  const kind = last && docTags.get(last.tag);
  const isProse = kind === 'constraint' || (kind === 'value' && last?.isInline === true);
  if (!isProse) last?.lines.push(text);
  else pieces.push({ tag: '', start: 0, isInline: false, lines: [text] });
}

interface FoundTag {
  readonly name: string;
  readonly index: number;
  readonly isInline: boolean;
}

/**
 * Finds tags: an `@` after whitespace and a name. At the start of a line every name counts; after other text only a known one,
 * since another may address a person. The scope of a package, `@scope/name`, is text.
 */
function findTags(line: string): FoundTag[] {
  if (!line.includes('@')) return [];
  const masked = line.replace(/`[^`]*`|\{@[^}]*\}/g, (quoted) => ' '.repeat(quoted.length));
  const found: FoundTag[] = [];
  for (const match of masked.matchAll(/(?<=^|\s)@([A-Za-z][\w-]*)(?![\w/-])/g)) {
    const name = match[1] ?? '';
    const isInline = masked.slice(0, match.index).trim() !== '';
    if (!isInline || docTags.has(findMeantTag(name) ?? name)) found.push({ name, index: match.index, isInline });
  }
  return found;
}

/** Returns the comment's lines without delimiters and the column of stars. */
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
