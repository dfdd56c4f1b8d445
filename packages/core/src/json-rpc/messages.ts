/**
 * Reads and writes JSON-RPC 2.0 messages of MCP: a peer's text becomes one message, and ours become single-line JSON text.
 * Results are passed as text, so that they are serialised only once.
 *
 * Knows nothing of methods or revisions. Spec: 2025-11-25 basic/index#messages
 */
import { McpError } from '../errors/mcp-error.js';
import { hasEscapedHalf, isJsonObject, writeWithoutHalves, type JsonObject, type JsonValue } from '../model/json.js';

/** Ids keep their type: `1` and `"1"` are two requests. */
export type RequestId = string | number;

/** A message that the peer wants answered. */
export interface PeerRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/** A message from the peer that is never answered. */
export interface PeerNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

/** The peer's answer to a request of ours. */
export interface PeerResponse {
  readonly kind: 'response';
  readonly id: RequestId;
  readonly result: JsonValue | undefined;
  readonly error: JsonObject | undefined;
}

/** A message as received. Only `readMessage` makes one; all later code may trust the shape. */
export type PeerMessage = PeerRequest | PeerNotification | PeerResponse;

const noParams: JsonObject = Object.freeze({});

/** @throws McpError `invalid-request` when it is not a message */
export function readMessage(raw: unknown): PeerMessage {
  if (!isJsonObject(raw)) throw new McpError('invalid-request', 'a message must be a JSON object');
  if (raw['jsonrpc'] !== '2.0') throw new McpError('invalid-request', '"jsonrpc" must be "2.0"');
  if (raw['method'] === undefined) return readResponse(raw);
  if (typeof raw['method'] !== 'string') throw new McpError('invalid-request', '"method" must be a string');

  const params = raw['params'] ?? noParams;
  if (!isJsonObject(params)) throw new McpError('invalid-request', '"params" must be an object');
  if (!Object.hasOwn(raw, 'id')) return { kind: 'notification', method: raw['method'], params };

  const id = readRequestId(raw);
  if (id === undefined) throw new McpError('invalid-request', describeBadId(raw['id']));
  return { kind: 'request', id, method: raw['method'], params };
}

/** Returns the id of any value, for an error that repeats it; `undefined` when it has none. */
export function readRequestId(raw: unknown): RequestId | undefined {
  if (!isJsonObject(raw) || !Object.hasOwn(raw, 'id')) return undefined;
  const id = raw['id'];
  if (typeof id === 'string') return id;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

function describeBadId(id: unknown): string {
  if (!Number.isInteger(id)) return '"id" must be a string or an integer';
  return '"id" must be between -(2^53-1) and 2^53-1, since other numbers lose digits: send it as a string';
}

/**
 * @param what names the id in the error
 * @param maxIdLength the limit on each id that a peer chooses for its request and that is kept while the request runs
 * @throws McpError `invalid-request` when it is longer than the limit
 */
export function requireShortId(what: string, id: unknown, maxIdLength: number): void {
  if (typeof id !== 'string' || id.length <= maxIdLength) return;
  const limit = `${maxIdLength} characters long, got ${id.length} (limit maxIdLength)`;
  throw new McpError('invalid-request', `"${what}" must be at most ${limit}`);
}

function readResponse(raw: JsonObject): PeerResponse {
  const id = readRequestId(raw);
  // Some clients write both members, as JSON-RPC 1.0 has it: the one that does not apply is null.
  const error = raw['error'] ?? undefined;
  const result = error === undefined ? raw['result'] : (raw['result'] ?? undefined);
  if (id === undefined || (result === undefined) === (error === undefined)) {
    throw new McpError('invalid-request', 'a message must have a "method", or an "id" with either "result" or "error"');
  }
  if (error !== undefined && !isJsonObject(error)) throw new McpError('invalid-request', '"error" must be an object');
  return { kind: 'response', id, result, error };
}

/** Some clients begin a body or their first line with it. Spec: RFC 8259, section 8.1 */
const byteOrderMark = '\uFEFF';
const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const colon = 0x3a;

/** Limits on the depth of a text, and on the total number of its members, objects and arrays. */
export interface JsonLimits {
  readonly maxJsonDepth: number;
  readonly maxJsonMembers: number;
}

/** @throws McpError `parse-error` when it is not JSON, `invalid-request` when it exceeds a limit */
export function parseJson(text: string, { maxJsonDepth, maxJsonMembers }: JsonLimits): unknown {
  if (nestsDeeperThan(text, maxJsonDepth)) {
    throw new McpError('invalid-request', `the message nests deeper than ${maxJsonDepth} levels (limit maxJsonDepth)`);
  }
  // Each of them takes at least one character.
  if (text.length > maxJsonMembers && hasMoreMembers(text, maxJsonMembers)) {
    const why = `has more than ${maxJsonMembers} members, objects and arrays (limit maxJsonMembers)`;
    throw new McpError('invalid-request', `the message ${why}`);
  }
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch {
    // The parser's own message quotes the input, which must not be echoed.
    throw new McpError('parse-error', 'the message is not JSON');
  }
}

/**
 * Counts brackets first: few texts have more brackets than the allowed depth, and counting is much cheaper than tracking nesting.
 */
function nestsDeeperThan(text: string, maxDepth: number): boolean {
  const opened = countUpTo(maxDepth + 1, text, '{');
  return opened + countUpTo(maxDepth + 1, text, '[') > maxDepth && findsDeeperThan(text, maxDepth);
}

function hasMoreMembers(text: string, most: number): boolean {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon || code === openBrace || code === openBracket) count++;
    if (count > most) return true;
  }
  return false;
}

/** Returns the index of the end of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before--;
  return (at - before) % 2 === 0;
}

/** Counts brackets, including those inside strings. */
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

/** Writes a successful response; `resultJson` is inserted unchanged, except for halves of characters. */
export function writeResponse(id: RequestId, resultJson: string): string {
  const json = `{"jsonrpc":"2.0","id":${writeId(id)},"result":${resultJson}}`;
  // The whole is examined, since it is flattened anyway to be sent; the id is never changed.
  return hasEscapedHalf(json)
    ? `{"jsonrpc":"2.0","id":${writeId(id)},"result":${writeWithoutHalves(resultJson)}}`
    : json;
}

/** The form of an error on the wire. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/** @param id omitted from the message when the request's id could not be read */
export function writeErrorResponse(id: RequestId | undefined, error: WireError): string {
  const idMember = id === undefined ? '' : `"id":${writeId(id)},`;
  return `{"jsonrpc":"2.0",${idMember}"error":${writeWithoutHalves(JSON.stringify(error))}}`;
}

/** Writes a message without an id. */
export function writeNotification(method: string, params?: JsonObject): string {
  return writeWithoutHalves(JSON.stringify(params ? { jsonrpc: '2.0', method, params } : { jsonrpc: '2.0', method }));
}

/**
 * Writes a message without an id, from params that are already JSON text.
 *
 * @param members of the params, without the braces; at least one
 * @param meta the value of an additional `_meta` member
 */
export function writeNotificationWith(method: string, members: string, meta?: JsonObject): string {
  const metaMember = meta ? `,"_meta":${JSON.stringify(meta)}` : '';
  return writeWithoutHalves(`{"jsonrpc":"2.0","method":"${method}","params":{${members}${metaMember}}}`);
}

function writeId(id: RequestId): string {
  return typeof id === 'number' ? String(id) : JSON.stringify(id);
}

/** Writes a request of ours; the id must be unused in its session. */
export function writeRequest(id: RequestId, method: string, params: JsonObject): string {
  return writeWithoutHalves(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
}
