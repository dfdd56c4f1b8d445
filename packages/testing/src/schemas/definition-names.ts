/**
 * Finds the definition of a published schema that a message must fit, by its method or its error code.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { PublishedSchema } from './published-schema.js';

/** The definitions of each request's results, by name; a revision has those that it defines. */
const resultNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['initialize', ['InitializeResult']],
  ['server/discover', ['DiscoverResult']],
  ['ping', ['EmptyResult']],
  ['tools/list', ['ListToolsResult']],
  ['tools/call', ['CallToolResult', 'CreateTaskResult']],
  ['resources/list', ['ListResourcesResult']],
  ['resources/templates/list', ['ListResourceTemplatesResult']],
  ['resources/read', ['ReadResourceResult']],
  ['resources/subscribe', ['EmptyResult']],
  ['resources/unsubscribe', ['EmptyResult']],
  ['prompts/list', ['ListPromptsResult']],
  ['prompts/get', ['GetPromptResult']],
  ['completion/complete', ['CompleteResult']],
  ['logging/setLevel', ['EmptyResult']],
  ['subscriptions/listen', ['SubscriptionsListenResult']],
  ['tasks/get', ['GetTaskResult']],
  ['tasks/result', ['GetTaskPayloadResult']],
  ['tasks/list', ['ListTasksResult']],
  ['tasks/cancel', ['CancelTaskResult']],
]);

/** The requests that may be answered with a question instead of a result. Spec: 2026-07-28 basic/patterns/mrtr */
const mayAskBack: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Returns the definitions that a result of `method` may match; none when the revision's clients cannot send it. */
export function resultDefinitions(published: PublishedSchema, method: string, result: unknown): readonly string[] {
  if (unionMember(published, 'ClientRequest', method) === undefined) return [];
  // The question's definition has almost no required members, so it is tried only on results that claim to be questions.
  const asksBack = isJsonObject(result) && result['resultType'] === 'input_required' && mayAskBack.has(method);
  const names = asksBack ? ['InputRequiredResult'] : (resultNames.get(method) ?? []);
  return names.filter((name) => published.definitions.has(name));
}

/** Returns the core set of `resultType` values; a revision without the member has none. */
export function resultTypes(published: PublishedSchema): readonly string[] {
  return published.definitions.has('InputRequiredResult') ? ['complete', 'input_required'] : [];
}

/** Returns the definition of a request or notification that a server may send; `undefined` when it may not. */
export function messageDefinition(
  published: PublishedSchema,
  kind: 'Request' | 'Notification',
  method: string,
): string | undefined {
  return unionMember(published, `Server${kind}`, method);
}

/** Returns the definition of the error with this code, if the schema has one. */
export function errorDefinition(published: PublishedSchema, code: number): string | undefined {
  for (const [name, definition] of published.definitions) {
    if (name.endsWith('Error') && isResponse(definition) && codeOf(definition) === code) return name;
  }
  return undefined;
}

function unionMember(published: PublishedSchema, union: string, method: string): string | undefined {
  const members = published.definitions.get(union)?.['anyOf'];
  if (!Array.isArray(members)) return undefined;
  return members.map(referencedName).find((name) => methodOf(published.definitions.get(name)) === method);
}

function referencedName(member: JsonValue): string {
  const reference = isJsonObject(member) ? member['$ref'] : undefined;
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : '';
}

function methodOf(definition: JsonObject | undefined): JsonValue | undefined {
  return memberOf(memberOf(memberOf(definition, 'properties'), 'method'), 'const');
}

function isResponse(definition: JsonObject): boolean {
  return memberOf(memberOf(definition, 'properties'), 'jsonrpc') !== undefined;
}

function codeOf(definition: JsonObject): JsonValue | undefined {
  const parts = memberOf(memberOf(memberOf(definition, 'properties'), 'error'), 'allOf');
  if (!Array.isArray(parts)) return undefined;
  return parts
    .map((part: JsonValue) => memberOf(memberOf(memberOf(part, 'properties'), 'code'), 'const'))
    .find((code) => code !== undefined);
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
