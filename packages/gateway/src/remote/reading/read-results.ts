/**
 * Reads the upstream's results of tools, prompts and resources into the neutral model, and keeps their text.
 */
import {
  isJsonObject,
  type CacheHint,
  type ContentBlock,
  type JsonObject,
  type JsonValue,
  type PromptMessage,
  type ResourceContents,
} from '@sigil/core';
import type { ExtensionResult, PromptResult, ResourceResult, ToolResult, WireMembers } from '@sigil/core/catalog';
import { type ExchangeResult, splitMembersOf } from '@sigil/client/internal';

/** The members of results that this server writes itself. */
const own = ['resultType', 'ttlMs', 'cacheScope'];
const reserved = 'io.modelcontextprotocol/';

/** The members of a result to pass on. Few clients need single members, so the text is split on first access. */
class RelayedMembers implements WireMembers {
  readonly whole: string | undefined;
  #members: Map<string, string> | undefined = undefined;

  /** @param needed a list that every revision demands of such a result */
  constructor(
    private readonly answer: ExchangeResult,
    private readonly needed: string,
  ) {
    const { result, whole } = answer;
    const isWhole =
      whole !== undefined && needed in result && !('_meta' in result) && !own.some((name) => name in result);
    this.whole = isWhole ? whole : undefined;
  }

  /** Does not split the text for a member that the result lacks, as most lack a structured result. */
  get(name: string): string | undefined {
    const isMissing = name !== this.needed && !Object.hasOwn(this.answer.result, name);
    return isMissing ? undefined : this.#split().get(name);
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#split()[Symbol.iterator]();
  }

  #split(): Map<string, string> {
    return (this.#members ??= splitResult(this.answer, this.needed));
  }
}

function splitResult({ result, text }: ExchangeResult, needed: string): Map<string, string> {
  const members = splitMembersOf('result', text);
  for (const name of own) members.delete(name);
  if (!members.has(needed)) members.set(needed, '[]');
  passMeta(members, result);
  return members;
}

/** Removes the reserved members of `_meta`. */
function passMeta(members: Map<string, string>, { _meta: meta }: JsonObject): void {
  if (!isJsonObject(meta) || !Object.keys(meta).some((name) => name.startsWith(reserved))) return;
  const passed = Object.entries(meta).filter(([name]) => !name.startsWith(reserved));
  if (passed.length > 0) members.set('_meta', JSON.stringify(Object.fromEntries(passed)));
  else members.delete('_meta');
}

/** Reads the answer of `tools/call`. */
export function readToolResult(answer: ExchangeResult): ToolResult {
  const { content, isError } = answer.result;
  return {
    kind: 'result',
    content: blocksOf(content),
    isError: isError === true,
    wire: new RelayedMembers(answer, 'content'),
  };
}

/** Reads the answer of `prompts/get`. */
export function readPromptResult(answer: ExchangeResult): PromptResult {
  const { description, messages } = answer.result;
  return {
    kind: 'result',
    ...(typeof description === 'string' ? { description } : {}),
    messages: objectsOf(messages).flatMap(readMessage),
    wire: new RelayedMembers(answer, 'messages'),
  };
}

/** Reads the answer of `resources/read`. */
export function readResourceResult(answer: ExchangeResult): ResourceResult {
  const contents = objectsOf(answer.result['contents']).filter(isContents);
  const cache = readCacheHint(answer.result);
  return { kind: 'result', contents, wire: new RelayedMembers(answer, 'contents'), ...(cache && { cache }) };
}

/** Returns `undefined` for an upstream without hints, and for hints that are not valid. */
function readCacheHint({ ttlMs, cacheScope: scope }: JsonObject): CacheHint | undefined {
  const isTime = typeof ttlMs === 'number' && Number.isSafeInteger(ttlMs) && ttlMs >= 0;
  return isTime && (scope === 'public' || scope === 'private') ? { ttlMs, scope } : undefined;
}

/** Reads the answer of a method of an extension. All members are its own, except the type and what a server says about itself. */
export function readExtensionResult({ result, text }: ExchangeResult): ExtensionResult {
  const members = splitMembersOf('result', text);
  members.delete('resultType');
  passMeta(members, result);
  const { resultType } = result;
  return { wire: members, ...(typeof resultType === 'string' ? { type: resultType } : {}) };
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Keeps blocks of unknown kinds, to pass them on. */
function blocksOf(value: JsonValue | undefined): readonly ContentBlock[] {
  return Array.isArray(value) && value.every(isBlockValue) ? value : objectsOf(value).filter(isBlock);
}

// Checks only the members that are read anywhere; the rest is passed on.
function isBlock(block: JsonObject): block is JsonObject & ContentBlock {
  if (block['type'] === 'text') return typeof block['text'] === 'string';
  if (block['type'] === 'resource') return isJsonObject(block['resource']);
  return typeof block['type'] === 'string';
}

function isBlockValue(value: JsonValue): value is JsonObject & ContentBlock {
  return isJsonObject(value) && isBlock(value);
}

function isContents(contents: JsonObject): contents is JsonObject & ResourceContents {
  return typeof contents['text'] === 'string' || typeof contents['blob'] === 'string';
}

function readMessage({ role, content }: JsonObject): PromptMessage[] {
  if ((role !== 'user' && role !== 'assistant') || !isJsonObject(content) || !isBlock(content)) return [];
  return [{ role, content }];
}
