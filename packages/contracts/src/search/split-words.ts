/**
 * Splits texts and names into the words that a search compares: lower case, without accents, at most `longestWord` characters.
 *
 * `createPayout`, `create_payout` and `create-payout` have the same words. Scripts without spaces give pairs of characters, and so does
 * Korean, which joins particles to words.
 */

/** Longer words are cut: nobody types them, and their comparison would take long. */
const longestWord = 32;

/** Letters of scripts whose words cannot be told apart by spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordOf = /[\p{L}\p{M}\p{N}]+/gu;
const asciiWordOf = /[A-Za-z0-9]+/g;
const accent = /[\u0300-\u036f]/g;
// A capital after a small letter or a digit, and the last capital of several: `createPayout`, `HTTPServer`.
const innerStart = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const mixedCase = /[^A-Z][A-Z]|[A-Z]{2}[a-z]/;

/** @returns the words in order, with repetitions; a word of mixed case is followed by its parts */
export function splitWords(text: string): string[] {
  return isAscii(text) ? splitAscii(text) : splitUnicode(text);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function splitAscii(text: string): string[] {
  const words: string[] = [];
  for (const word of text.match(asciiWordOf) ?? []) {
    words.push(cut(word.toLowerCase()));
    if (mixedCase.test(word)) addParts(word, words);
  }
  return words;
}

function splitUnicode(text: string): string[] {
  const plain = text.normalize('NFKD').replace(accent, '').normalize('NFKC');
  const words: string[] = [];
  for (const word of plain.match(wordOf) ?? []) {
    if (unspaced.test(word)) {
      addPairs(word, words);
      continue;
    }
    words.push(cut(word.toLowerCase()));
    addParts(word, words);
  }
  return words;
}

function addParts(word: string, words: string[]): void {
  const parts = word.split(innerStart);
  if (parts.length > 1) words.push(...parts.map((part) => cut(part.toLowerCase())));
}

function addPairs(word: string, words: string[]): void {
  const letters = [...word];
  if (letters.length === 1) words.push(word);
  for (let at = 1; at < letters.length; at++) words.push(`${letters[at - 1]}${letters[at]}`);
}

function cut(word: string): string {
  return word.length > longestWord ? word.slice(0, longestWord) : word;
}
