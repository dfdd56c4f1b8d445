import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { rangeOf } from './document-places.js';

/** Returns the place of a text as the compiler counts lines. */
function placeOf(text: string, found: string): { line: number; column: number; length: number } {
  const lines = text.slice(0, text.indexOf(found)).split(/\r\n|[\n\r\u2028\u2029]/);
  return { line: lines.length, column: lines.at(-1)!.length + 1, length: found.length };
}

test.each([
  ['a line feed', 'one\ntwo here'],
  ['a carriage return and a line feed', 'one\r\ntwo\r\nhere'],
  ['a line separator on another line', "const a = '\u2028';\nlet here"],
  ['line separators on its own line', "one\n'\u2028a\u2029bc' + here"],
  ['a paragraph separator before any line', '\u2029here'],
  ['a separator beside a line feed', 'one\u2028\ntwo\n\u2028\u2028 here\nthree\u2028'],
])('a place after %s is where an editor shows it', (_, text) => {
  const document = TextDocument.create('file:///a.ts', 'typescript', 1, text);

  expect(document.getText(rangeOf(placeOf(text, 'here'), text))).toBe('here');
});
