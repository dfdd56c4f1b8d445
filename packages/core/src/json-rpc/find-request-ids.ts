/**
 * Finds the request ids in a text that could not be read as messages, so that each request still gets an answer.
 *
 * Scans the text once without parsing it. Reads text that is not JSON for as long as it resembles JSON.
 */
import { isJsonObject } from '../model/json.js';
import { readRequestId, type RequestId } from './messages.js';

/** An unreadable text, of which a long one keeps only both ends: the ids of requests are usually there. */
export interface UnreadText {
  readonly beginning: string;
  /** The last part of a text whose middle was discarded. */
  readonly end?: string;
}

/** The most requests of one text that are answered; a peer that sends more in an unreadable text is not sending a batch. */
const mostIds = 1_000;

/**
 * Returns the ids of the request, or of the batch's requests, that the text resembles. Skips answers to requests of ours, which
 * have ids too and are recognised by `result` and `error`.
 */
export function findRequestIds({ beginning, end = '' }: UnreadText): readonly RequestId[] {
  const walk = new MessageWalk(beginning);
  walk.run();
  if (walk.ids.length > 0 || walk.isAnswer) return walk.ids;
  const id = findIdAtEnd(end);
  return id === undefined ? [] : [id];
}

/** Returns the ids of the requests in a batch that was parsed and is refused. */
export function requestIdsIn(batch: readonly unknown[]): readonly RequestId[] {
  const ids: RequestId[] = [];
  for (const message of batch) {
    if (ids.length === mostIds) break;
    const id = isAnswer(message) ? undefined : readRequestId(message);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

function isAnswer(message: unknown): boolean {
  return isJsonObject(message) && message['method'] === undefined && ('result' in message || 'error' in message);
}

const space = /\s*/y;
const number = /-?\d+(?=[\s,}\]])/y;
const colon = /\s*:\s*/y;

/** Walks the text from the beginning, bracket by bracket. */
class MessageWalk {
  readonly ids: RequestId[] = [];
  /** True when the current message, or the last one read, is an answer. */
  isAnswer = false;
  #at: number;
  #depth = 0;
  /** The nesting depth of the messages' members: 1 for a message, 2 for a batch. */
  readonly #level: number;
  #isInMessage = false;
  #id: RequestId | undefined;

  constructor(private readonly text: string) {
    space.lastIndex = 0;
    space.test(text);
    this.#at = space.lastIndex;
    this.#level = text[this.#at] === '[' ? 2 : 1;
  }

  run(): void {
    while (this.#at < this.text.length && this.ids.length < mostIds && this.#step());
    // The text was cut off in the middle of a message.
    if (this.#isInMessage) this.#endMessage();
  }

  /** @returns whether there may be more */
  #step(): boolean {
    const character = this.text[this.#at]!;
    if (character === '"') return this.#readString();
    if (character === '{' || character === '[') this.#open(character === '{');
    else if (character === '}' || character === ']') this.#close();
    this.#at++;
    return this.#depth > 0;
  }

  #open(isObject: boolean): void {
    this.#depth++;
    if (this.#depth !== this.#level || !isObject) return;
    this.#isInMessage = true;
    this.isAnswer = false;
    this.#id = undefined;
  }

  #close(): void {
    if (this.#depth === this.#level && this.#isInMessage) this.#endMessage();
    this.#depth--;
  }

  #endMessage(): void {
    this.#isInMessage = false;
    if (this.#id !== undefined && !this.isAnswer) this.ids.push(this.#id);
  }

  /** Reads a string; it is a member's name if a colon follows. */
  #readString(): boolean {
    const start = this.#at;
    const end = endOfString(this.text, start);
    if (end === -1) return false;
    this.#at = end + 1;
    if (this.#depth === this.#level && this.#isInMessage && end - start <= longestName) {
      colon.lastIndex = this.#at;
      if (colon.test(this.text)) this.#readMember(this.text.slice(start + 1, end), colon.lastIndex);
    }
    return true;
  }

  #readMember(name: string, at: number): void {
    this.#at = at;
    if (name === 'result' || name === 'error') this.isAnswer = true;
    if (name !== 'id') return;
    this.#id = this.text[at] === '"' ? this.#readStringId(at) : this.#readNumberId(at);
  }

  #readStringId(at: number): RequestId | undefined {
    const end = endOfString(this.text, at);
    return end === -1 ? undefined : readId(this.text.slice(at, end + 1));
  }

  #readNumberId(at: number): RequestId | undefined {
    number.lastIndex = at;
    return readId(number.exec(this.text)?.[0]);
  }
}

/** Longest name among the members that determine a message's kind, in characters with quotes. */
const longestName = 8;

/** Returns the index of the string's closing quote; -1 when there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

const closing = /^"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*)*\}\s*$/;

/**
 * Finds an id at the end of the text, where some clients write it. Quotes inside strings are escaped, so a match is a member; it
 * belongs to the outermost object if the text ends after it.
 */
function findIdAtEnd(end: string): RequestId | undefined {
  const at = end.lastIndexOf('"id"');
  if (at === -1 || !/,\s*$/.test(end.slice(0, at))) return undefined;
  return readId(closing.exec(end.slice(at))?.[1]);
}

function readId(text: string | undefined): RequestId | undefined {
  if (text === undefined) return undefined;
  try {
    return readRequestId({ id: JSON.parse(text) as unknown });
  } catch {
    // The text only resembled a string or a number.
    return undefined;
  }
}
