/**
 * Writes a question in the form of one revision.
 *
 * Spec: 2025-06-18 client/elicitation, 2025-11-25 client/elicitation, client/sampling
 */
import type { FormField, FormSchema, SamplingQuestion } from '../model/asking.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { Question } from './question.js';

/** A request of ours, without an id. */
export interface WrittenQuestion {
  readonly method: string;
  readonly params: JsonObject;
}

/** @returns `undefined` when the revision has no such question */
export function writeQuestion(question: Question, revision: Revision): WrittenQuestion | undefined {
  const { asking } = revision;
  if (question.kind === 'roots') return { method: 'roots/list', params: {} };
  if (question.kind === 'sampling') return writeSampling(question.params, revision);
  if (question.kind === 'form') return writeForm(question.message, question.schema, revision);
  if (asking.elicitation !== 'form-and-url') return undefined;
  const url: Record<string, JsonValue> = { mode: 'url', message: question.message, url: question.url };
  if (asking.urlHasId) url['elicitationId'] = question.elicitationId ?? globalThis.crypto.randomUUID();
  return { method: 'elicitation/create', params: url };
}

function writeForm(message: string, schema: FormSchema, { asking }: Revision): WrittenQuestion | undefined {
  if (asking.elicitation === 'none') return undefined;
  if (asking.elicitation === 'form-and-url') {
    return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: asJson(schema) } };
  }
  const fields = Object.entries(schema.properties);
  if (fields.some(([, field]) => field.type === 'array')) return undefined;
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, writeOlderField(field)]));
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { ...asJson<JsonObject>(schema), properties } },
  };
}

/** Writes a field in the older vocabulary, which labels values with `enumNames` and supports defaults only for booleans. */
function writeOlderField(field: FormField): JsonObject {
  if ('oneOf' in field) {
    const { oneOf, default: _default, ...rest } = field;
    return { ...rest, enum: oneOf.map((it) => it.const), enumNames: oneOf.map((it) => it.title) };
  }
  if (field.type === 'boolean') return asJson(field);
  const { default: _default, ...rest } = field;
  return asJson(rest);
}

const everySamplingMember = ['systemPrompt', 'temperature', 'stopSequences', 'modelPreferences', 'metadata'] as const;

function writeSampling(question: SamplingQuestion, { asking }: Revision): WrittenQuestion | undefined {
  const params: Record<string, JsonValue> = {
    messages: asJson<JsonValue>(question.messages),
    maxTokens: question.maxTokens,
  };
  for (const member of everySamplingMember) {
    const value = question[member];
    if (value !== undefined) params[member] = asJson<JsonValue>(value);
  }
  const usesTools = question.tools !== undefined || question.toolChoice !== undefined;
  const isPlain = question.messages.every(({ content }) => !Array.isArray(content));
  if (asking.sampling === 'plain')
    return usesTools || !isPlain ? undefined : { method: 'sampling/createMessage', params };
  if (question.tools) params['tools'] = question.tools;
  if (question.toolChoice) params['toolChoice'] = question.toolChoice;
  return { method: 'sampling/createMessage', params };
}

// Questions are JSON by their types; the copy drops optional members that are undefined.
function asJson<Json extends JsonValue = JsonObject>(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
