/**
 * Removes this machine's paths from a text before a peer reads it: POSIX and Windows paths, as `file:` URLs, with spaces.
 *
 * An unquoted path continues across a space only if no punctuation precedes and a slash follows: otherwise its end cannot be
 * determined. Regular expressions, and the path of a URL after an HTTP method, stay.
 */

// `POST /orders/7`, `GET "/orders/7"`, `GET:/orders/7`. A query or a list may hold paths of the machine, so the path ends before it.
const httpPath =
  /(?<![\w/])(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)[ :]{1,2}["'`]?\/[^\s"'`<>?#:,;=()]*/;
// A literal has one of the characters below, which distinguishes it from a path such as `/srv/d`, and a slash only after a
// backslash, within brackets, or between `/^` and `$/`.
const regexLiteral =
  /(?<![\w/.~])\/(?:(?=[^/\s]*[\\^$*+?()[\]{}|])(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n]){0,200}\]|[^/\\[\n]){1,300}|\^[^\s]{0,300}?\$)\/[dgimsuvy]*(?![\w/])/;
const regexSource = /(?<![\w/.~])\^(?=[^\s"'`]*[\\$*+?()[\]{}|])[^\s"'`]+/;

// A quoted path extends to the closing quote. An unquoted path needs a first slash without a name before it, so that URLs and
// "either/or" stay unchanged.
const inQuotes = /(?<quote>["'`])(?:file:\/\/|~?\/(?=[^"'`]*\/)|\\\\|[A-Za-z]:[\\/])[^"'`\n]*\k<quote>/;
const fileUrl = /[Ff][Ii][Ll][Ee]:\/\/[^\s'"`<>]+/;
const windows =
  /(?<![\w])(?:[A-Za-z]:[\\/](?![\\/])|\\\\(?=[^\s\\]))[^\s'"`<>|]*(?: [^\s'"`<>|:\\/]+(?=[\\/])[^\s'"`<>|]*)*/;
const posix = /(?<![\w/.~])~?(?:\/[^\s'"`/<>]+(?:(?<![,;:!?]) [^\s'"`/<>:]+(?=\/))?){2,}\/?/;

const kept = [httpPath, regexLiteral, regexSource].map(({ source }) => source).join('|');
const paths = [fileUrl, windows, posix].map(({ source }) => source).join('|');
const pattern = new RegExp(`(?<kept>${kept})|(?<quoted>${inQuotes.source})|${paths}`, 'g');
const wholeKept = new RegExp(`^(?:${kept})$`);

/** The characters that end a sentence or a parenthesis around a path. */
const punctuation = '.,:;!?)]}…”’»';
/** A path of one part is as likely a route or a word. */
const hasTwoParts = /^~?\/[^/]+\/[^/]/;

/** Replaces each path by `(path)`, for callers. */
export function withoutPaths(text: string): string {
  return replacePaths(text, () => '(path)');
}

/** Replaces each path by its last part, for operators, who know where a file is. */
export function withFileNames(text: string): string {
  return replacePaths(text, (path) => path.split(/[\\/]/).findLast((part) => part !== '') ?? '(path)');
}

function replacePaths(text: string, write: (path: string) => string): string {
  return text.replace(pattern, (match: string, ...rest: unknown[]) => {
    const { kept, quoted } = rest.at(-1) as { readonly kept?: string; readonly quoted?: string }; // the pattern's groups
    if (kept !== undefined) return match;
    if (quoted !== undefined) return replaceInQuotes(quoted, write);
    const path = withoutPunctuation(match);
    if (/^~?\//.test(path) && !hasTwoParts.test(path)) return match;
    return `${write(path)}${match.slice(path.length)}`;
  });
}

function replaceInQuotes(quoted: string, write: (path: string) => string): string {
  const inner = quoted.slice(1, -1);
  return wholeKept.test(inner) ? quoted : `${quoted[0]}${write(inner)}${quoted.at(-1)}`;
}

function withoutPunctuation(match: string): string {
  let end = match.length;
  while (end > 0 && punctuation.includes(match[end - 1]!)) end--;
  return match.slice(0, end);
}
