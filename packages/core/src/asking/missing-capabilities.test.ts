import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { missingCapabilities, missingOf } from './missing-capabilities.js';
import type { Question } from './question.js';

const form: Question = { kind: 'form', message: '', schema: { type: 'object', properties: {} } };
const page: Question = { kind: 'url', message: '', url: 'https://example.com' };
const sampling: Question = { kind: 'sampling', params: { messages: [], maxTokens: 1 } };
const withTools: Question = { kind: 'sampling', params: { messages: [], maxTokens: 1, tools: [] } };
const withChoice: Question = { kind: 'sampling', params: { messages: [], maxTokens: 1, toolChoice: { mode: 'none' } } };
const roots: Question = { kind: 'roots' };

test.each<[Question, JsonObject]>([
  [form, { elicitation: {} }],
  [form, { elicitation: { form: {} } }],
  [form, { elicitation: { form: {}, url: {} } }],
  [form, { elicitation: { somethingNew: {} } }],
  [page, { elicitation: { url: {} } }],
  [sampling, { sampling: {} }],
  [sampling, { sampling: { tools: {}, context: {} }, other: true }],
  [withTools, { sampling: { tools: {} } }],
  [withChoice, { sampling: { tools: {} } }],
  [roots, { roots: {} }],
  [roots, { roots: { listChanged: true } }],
])('a question of kind $kind can be sent to a client that declares %j', (question, declared) => {
  expect(missingCapabilities(question, declared)).toBeUndefined();
});

test.each<[Question, JsonObject, JsonObject]>([
  [form, {}, { elicitation: { form: {} } }],
  [form, { elicitation: true }, { elicitation: { form: {} } }],
  [form, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
  [form, { elicitation: { form: true } }, { elicitation: { form: {} } }],
  [page, { elicitation: {} }, { elicitation: { url: {} } }],
  [page, { elicitation: { form: {} } }, { elicitation: { url: {} } }],
  [sampling, { elicitation: {} }, { sampling: {} }],
  [sampling, { sampling: null }, { sampling: {} }],
  [withTools, { sampling: {} }, { sampling: { tools: {} } }],
  [withChoice, {}, { sampling: { tools: {} } }],
  [roots, { roots: false }, { roots: {} }],
])('a question of kind $kind needs more than the declared capabilities %j', (question, declared, missing) => {
  expect(missingCapabilities(question, declared)).toEqual(missing);
});

test('only the missing capabilities are reported, at any depth', () => {
  const needed = { sampling: { tools: {} }, roots: {}, extensions: { 'a/b': {}, 'c/d': {} } };

  expect(missingOf(needed, { sampling: {}, extensions: { 'a/b': {} } })).toEqual({
    sampling: { tools: {} },
    roots: {},
    extensions: { 'c/d': {} },
  });
});

test('inherited property names do not count as capabilities', () => {
  expect(missingOf({ constructor: {}, toString: {} }, {})).toEqual({ constructor: {}, toString: {} });
});
