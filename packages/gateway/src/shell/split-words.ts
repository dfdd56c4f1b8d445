/**
 * Splits a command's arguments into words as a shell would, without any other function of a shell.
 *
 * Blanks separate words; '…' and "…" keep what is inside together; a backslash takes the next character literally. Variables,
 * patterns, substitutions, pipes and comments are ordinary characters.
 */

/** The words, or what is wrong with the text, as the end of a sentence that begins with what was expected. */
export type SplitWords = { readonly words: readonly string[] } | { readonly problem: string };

const blanks: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);
const escapableInQuotes: ReadonlySet<string> = new Set(['"', '\\', '$', '`']);

export function splitWords(text: string): SplitWords {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (blanks.has(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const piece = readPiece(text, at);
    if ('problem' in piece) return piece;
    word = (word ?? '') + piece.value;
    at = piece.end;
  }
  if (word !== undefined) words.push(word);
  return { words };
}

/** A part of a word; `end` is the position of its last character. */
type Piece = { readonly value: string; readonly end: number } | { readonly problem: string };

function readPiece(text: string, at: number): Piece {
  const character = text.charAt(at);
  if (character === "'") return readSingleQuoted(text, at);
  if (character === '"') return readDoubleQuoted(text, at);
  if (character !== '\\') return { value: character, end: at };
  if (at + 1 === text.length) return { problem: 'a text that ends with a backslash' };
  return { value: text.charAt(at + 1), end: at + 1 };
}

function readSingleQuoted(text: string, open: number): Piece {
  const close = text.indexOf("'", open + 1);
  return close < 0 ? unclosed("'") : { value: text.slice(open + 1, close), end: close };
}

function readDoubleQuoted(text: string, open: number): Piece {
  let value = '';
  for (let at = open + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return { value, end: at };
    const isEscape = character === '\\' && escapableInQuotes.has(text.charAt(at + 1));
    value += isEscape ? text.charAt(++at) : character;
  }
  return unclosed('"');
}

function unclosed(quote: string): { readonly problem: string } {
  return { problem: `a text with a ${quote} that is not closed` };
}
