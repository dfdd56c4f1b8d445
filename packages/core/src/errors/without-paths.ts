/**
 * Takes the paths of this machine out of a text before a peer reads it: of POSIX and Windows, as `file:` URLs, with spaces.
 *
 * A path without quotes goes on over a space only where a slash comes after it: where it ends cannot be known.
 */

// Within quotes a path goes on to their end. Elsewhere it begins where no name goes before its first slash, so that URLs and
// "either/or" stay as they are.
const inQuotes = /(["'`])(?:file:\/\/|~?\/(?=[^"'`]*\/)|\\\\|[A-Za-z]:[\\/])[^"'`\n]*\1/g;
const fileUrl = /file:\/\/[^\s'"`<>]+/gi;
const windows =
  /(?<![\w])(?:[A-Za-z]:[\\/](?![\\/])|\\\\(?=[^\s\\]))[^\s'"`<>|]*(?: [^\s'"`<>|:\\/]+(?=[\\/])[^\s'"`<>|]*)*/g;
const posix = /(?<![\w/.~])~?(?:\/[^\s'"`/<>]+(?: [^\s'"`/<>:]+(?=\/))?){2,}\/?/g;

/** For callers: `(path)` stands for each path. */
export function withoutPaths(text: string): string {
  return replacePaths(text, () => '(path)');
}

/** For operators, who know where a file is: the last part stands for each path. */
export function withFileNames(text: string): string {
  return replacePaths(text, (path) => path.split(/[\\/]/).findLast((part) => part !== '') ?? '(path)');
}

function replacePaths(text: string, write: (path: string) => string): string {
  return text
    .replace(inQuotes, (quoted, quote: string) => `${quote}${write(quoted.slice(1, -1))}${quote}`)
    .replace(fileUrl, write)
    .replace(windows, write)
    .replace(posix, write);
}
