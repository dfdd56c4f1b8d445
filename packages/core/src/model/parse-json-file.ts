/**
 * Parses the content of JSON files that people write.
 */

/**
 * Accepts a byte order mark at the start, as editors on Windows write it, and as Node and npm accept it in a package.json.
 *
 * @throws SyntaxError when the rest is not JSON; its message quotes the text
 */
export function parseJsonFile(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}
