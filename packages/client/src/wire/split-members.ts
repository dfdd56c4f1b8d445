/**
 * Finds the members of a JSON object as slices of its text, so that what is passed on keeps its bytes.
 *
 * Checks nothing, since the text has been parsed before. Skips strings, which make up most of a long text, with a native search.
 */

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/**
 * @param text a valid JSON object
 * @returns the text of each member's value by name; the later of two members with one name counts, as in parsers
 */
export function splitMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  collectMembers(text, text.indexOf('{'), members);
  return members;
}

/**
 * Splits an object inside an object in the same pass.
 *
 * @returns the members of the member `name`; none if it is not an object
 */
export function splitMembersOf(name: string, text: string): Map<string, string> {
  const members = new Map<string, string>();
  walkMembers(text, text.indexOf('{'), (found, start) => {
    if (found !== name) return endOfValue(text, start);
    members.clear();
    return text.charCodeAt(start) === openBrace ? collectMembers(text, start, members) : endOfValue(text, start);
  });
  return members;
}

/** @param text a valid JSON list @returns the text of each item */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  let at = skipSpace(text, text.indexOf('[') + 1);
  while (at < text.length && text.charCodeAt(at) !== closeBracket) {
    const end = endOfValue(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return items;
}

/** The form in which most servers write a response: version, a numeric id, and the result as the last member. */
const opening = '{"jsonrpc":"2.0","id":';
const beforeResult = ',"result":';

/**
 * @param response a valid JSON-RPC response
 * @returns the text between the braces of its result; `undefined` if the response has another form
 */
export function wholeResult(response: string): string | undefined {
  if (!response.startsWith(opening)) return undefined;
  let at = opening.length;
  while (isDigit(response.charCodeAt(at))) at++;
  const start = at + beforeResult.length;
  if (!response.startsWith(beforeResult, at) || response.charCodeAt(start) !== openBrace) return undefined;
  const end = endOfValue(response, start);
  // A later member could be another result, which would be the one that counts.
  return end === response.length - 1 ? response.slice(start + 1, end - 1) : undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** @returns the position after the object */
function collectMembers(text: string, open: number, members: Map<string, string>): number {
  return walkMembers(text, open, (name, start) => {
    const end = endOfValue(text, start);
    members.set(name, text.slice(start, end));
    return end;
  });
}

/** @param onMember gets the position where a value starts, and returns where it ends @returns the position after the object */
function walkMembers(text: string, open: number, onMember: (name: string, start: number) => number): number {
  let at = skipSpace(text, open + 1);
  while (text.charCodeAt(at) === quote) {
    const nameEnd = endOfString(text, at);
    const start = skipSpace(text, text.indexOf(':', nameEnd) + 1);
    at = skipSpace(text, onMember(readName(text.slice(at, nameEnd)), start));
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function readName(written: string): string {
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1); // the text is a quoted JSON string
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** @returns the position after the closing quote */
function endOfString(text: string, open: number): number {
  let at = open;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return endOfString(text, start);
  if (first !== openBrace && first !== openBracket) return endOfWord(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at) - 1;
    else if (code === openBrace || code === openBracket) depth++;
    else if ((code === closeBrace || code === closeBracket) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Finds the end of a number, `true`, `false` or `null`. */
function endOfWord(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === comma || code === closeBrace || code === closeBracket || isSpace(code)) return at;
  }
  return text.length;
}
