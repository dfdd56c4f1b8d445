/**
 * Parses a peer's text, refusing what nests deeper than anything after it could walk.
 */
import { McpError } from '../errors/mcp-error.js';

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** @throws McpError `parse-error` when it is not JSON, `invalid-request` when it nests deeper than `maxDepth` */
export function parseJson(text: string, maxDepth: number): unknown {
  if (nestsDeeperThan(text, maxDepth)) {
    throw new McpError('invalid-request', `the message nests deeper than ${maxDepth} levels (limit maxJsonDepth)`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the input, which must not be echoed.
    throw new McpError('parse-error', 'the message is not JSON');
  }
}

/** Few texts open as many brackets as levels are allowed, and counting brackets is much cheaper than telling which of them nest. */
function nestsDeeperThan(text: string, maxDepth: number): boolean {
  const opened = countUpTo(maxDepth + 1, text, '{');
  return opened + countUpTo(maxDepth + 1, text, '[') > maxDepth && findsDeeperThan(text, maxDepth);
}

/** Those within strings count too. */
function countUpTo(most: number, text: string, bracket: string): number {
  let count = 0;
  for (let at = text.indexOf(bracket); at !== -1 && count < most; at = text.indexOf(bracket, at + 1)) count++;
  return count;
}

function findsDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === backslash) at++;
      else if (code === quote) isInString = false;
      continue;
    }
    if (code === quote) isInString = true;
    else if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}
