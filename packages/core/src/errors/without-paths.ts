/**
 * Removes this machine's paths from a text before a peer reads it: POSIX and Windows paths, as `file:` URLs, with spaces.
 *
 * An unquoted path continues across a space only if a slash follows: otherwise its end cannot be determined.
 */

// A quoted path extends to the closing quote. An unquoted path needs a first slash without a name before it, so that URLs and
// "either/or" stay unchanged.
const inQuotes = /(["'`])(?:file:\/\/|~?\/(?=[^"'`]*\/)|\\\\|[A-Za-z]:[\\/])[^"'`\n]*\1/g;
const fileUrl = /file:\/\/[^\s'"`<>]+/gi;
const windows =
  /(?<![\w])(?:[A-Za-z]:[\\/](?![\\/])|\\\\(?=[^\s\\]))[^\s'"`<>|]*(?: [^\s'"`<>|:\\/]+(?=[\\/])[^\s'"`<>|]*)*/g;
const posix = /(?<![\w/.~])~?(?:\/[^\s'"`/<>]+(?: [^\s'"`/<>:]+(?=\/))?){2,}\/?/g;

/** Replaces each path by `(path)`, for callers. */
export function withoutPaths(text: string): string {
  return replacePaths(text, () => '(path)');
}

/** Replaces each path by its last part, for operators, who know where a file is. */
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
