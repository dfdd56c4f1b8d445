/**
 * The result of an operation as interceptors see it, and back.
 */
import type { OperationResult } from '../calls/operation-result.js';
import type { Call } from '../calls/call.js';
import { requireShort } from '../calls/result-length.js';
import { copyJson } from '../model/copy-json.js';
import { isJsonObject, type JsonObject } from '../model/json.js';

/** The members that every result of a method has, and which of them are lists. */
const needed: ReadonlyMap<string, Readonly<Record<string, 'list' | 'object'>>> = new Map([
  ['server/discover', { supportedVersions: 'list', capabilities: 'object' }],
  ['tools/list', { tools: 'list' }],
  ['resources/list', { resources: 'list' }],
  ['resources/templates/list', { resourceTemplates: 'list' }],
  ['prompts/list', { prompts: 'list' }],
  ['resources/read', { contents: 'list' }],
  ['prompts/get', { messages: 'list' }],
  ['completion/complete', { completion: 'object' }],
  ['skills/list', { skills: 'list' }],
  ['skills/get', { skill: 'object' }],
  ['resources/directory/read', { resources: 'list' }],
]);

/** The methods whose results have cache hints, in revisions that have hints. Spec: 2026-07-28 server/utilities/caching */
const cacheable: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'skills/list',
  'skills/get',
  'resources/directory/read',
]);

/** Returns whether an operation ended with a result, not with a subscription. */
export function isOperationResult(result: unknown): result is OperationResult {
  return typeof result === 'string' || (typeof result === 'object' && result !== null && 'members' in result);
}

/** Parses the members of a result, without those that every result of the revision carries. */
export function readOperationAnswer(result: OperationResult): JsonObject {
  const value = JSON.parse(`{${membersOf(result)}}`) as JsonObject; // our own text
  return typeof result !== 'string' && 'meta' in result && result.meta ? { ...value, _meta: result.meta } : value;
}

/** @throws TypeError for members that are not those of a result; McpError when the result became too long */
export function writeOperationAnswer(call: Call, answer: object, before: OperationResult | undefined): OperationResult {
  const { _meta: meta, resultType, ...value } = copyJson(answer) as JsonObject; // an object stays one
  requireMembers(call.method, value, before);
  const hints = cacheHintsOf(call, value);
  const text = requireShort(call, 'the answer', JSON.stringify({ ...value, ...hints }).slice(1, -1));
  const given = typeof resultType === 'string' ? resultType : 'complete';
  const type = before !== undefined && typeof before !== 'string' && 'type' in before ? before.type : given;
  return isJsonObject(meta) ? { members: text, type, meta } : { members: text, type };
}

function membersOf(result: OperationResult): string {
  return typeof result === 'string' ? result : result.members;
}

function requireMembers(method: string, value: JsonObject, before: OperationResult | undefined): void {
  const wasEmpty = before === undefined || membersOf(before) === '';
  if (!wasEmpty && Object.keys(value).length === 0) throw new TypeError('the result has no members');
  for (const [name, kind] of Object.entries(needed.get(method) ?? {})) {
    const member = value[name];
    const isSound = kind === 'list' ? Array.isArray(member) : isJsonObject(member);
    if (!isSound) throw new TypeError(`the result has no ${kind} "${name}"`);
  }
}

/** The result may now depend on the caller, so nobody may share it. An interceptor may leave out the hints. */
function cacheHintsOf({ method, revision }: Call, { ttlMs = 0, cacheScope }: JsonObject): JsonObject {
  const hasHints = revision.cacheHints === 'required' && cacheable.has(method);
  return hasHints || cacheScope === 'public' ? { ttlMs, cacheScope: 'private' } : {};
}
