import { describe, expect, test } from 'vitest';
import type { FormField } from '../model/asking.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Question } from './question.js';
import { readAnswer } from './read-answer.js';

const formOf = (field: FormField, required: readonly string[] = []): Question => ({
  kind: 'form',
  message: '',
  schema: { type: 'object', properties: { a: field }, required },
});
const accept = (content: JsonValue) => ({ action: 'accept', content });
const page: Question = { kind: 'url', message: '', url: 'https://example.com' };
const sampling: Question = { kind: 'sampling', params: { messages: [], maxTokens: 1 } };
const titled = { type: 'array', items: { anyOf: [{ const: 'x', title: 'X' }] } } as const;
const many = { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, minItems: 1, maxItems: 2 } as const;

describe('a form', () => {
  test.each<[FormField, JsonValue]>([
    [{ type: 'string' }, ''],
    [{ type: 'string', minLength: 2, maxLength: 2 }, '🙂🙂'],
    [{ type: 'string', format: 'email' }, 'a@b'],
    [{ type: 'string', format: 'uri' }, 'urn:a'],
    [{ type: 'string', format: 'date' }, '2024-02-29'],
    [{ type: 'string', format: 'date-time' }, '2024-02-29T10:00:00.5+02:00'],
    [{ type: 'string', format: 'new' as 'date' }, 'anything'],
    [{ type: 'number', minimum: 1, maximum: 2 }, 1.5],
    [{ type: 'integer', minimum: 0 }, 0],
    [{ type: 'boolean' }, false],
    [{ type: 'string', enum: ['x'] }, 'x'],
    [{ type: 'string', oneOf: [{ const: 'x', title: 'X' }] }, 'x'],
    [many, ['x', 'y']],
    [titled, []],
    [titled, ['x']],
  ])('the field %j accepts %j', (field, value) => {
    expect(readAnswer(formOf(field, ['a']), accept({ a: value }))).toEqual(accept({ a: value }));
  });

  test.each<[FormField, JsonValue]>([
    [{ type: 'string' }, 1],
    [{ type: 'string', minLength: 2 }, '🙂'],
    [{ type: 'string', maxLength: 1 }, 'ab'],
    [{ type: 'string', format: 'email' }, 'a b@c'],
    [{ type: 'string', format: 'uri' }, '/a'],
    [{ type: 'string', format: 'date' }, '2023-02-29'],
    [{ type: 'string', format: 'date' }, '2023-13-01'],
    [{ type: 'string', format: 'date-time' }, '2024-02-29'],
    [{ type: 'string', format: 'date-time' }, '2024-02-31T10:00:00Z'],
    [{ type: 'number' }, '1'],
    [{ type: 'number', minimum: 1 }, 0.5],
    [{ type: 'number', maximum: 1 }, 1.5],
    [{ type: 'integer' }, 1.5],
    [{ type: 'boolean' }, 'true'],
    [{ type: 'string', enum: ['x'] }, 'X'],
    [{ type: 'string', oneOf: [{ const: 'x', title: 'X' }] }, 'X'],
    [many, []],
    [many, ['x', 'y', 'x']],
    [many, ['z']],
    [many, 'x'],
    [titled, ['X']],
  ])('the field %j rejects %j', (field, value) => {
    expect(readAnswer(formOf(field), accept({ a: value }))).toBeUndefined();
  });

  test('reads null as an empty field, as clients in Python write it', () => {
    expect(readAnswer(formOf({ type: 'string' }), accept({ a: null }))).toEqual(accept({}));
    expect(readAnswer(formOf({ type: 'string' }, ['a']), accept({ a: null }))).toBeUndefined();
  });

  test('accepts content without optional fields, and an answer without content', () => {
    expect(readAnswer(formOf({ type: 'string' }), accept({}))).toEqual(accept({}));
    expect(readAnswer(formOf({ type: 'string' }), { action: 'accept' })).toEqual(accept({}));
  });

  test.each<JsonObject>([
    { a: 'x', b: 'x' },
    { a: 'x', constructor: 'x' },
  ])('drops the undeclared member of %j', (content) => {
    expect(readAnswer(formOf({ type: 'string' }, ['a']), accept(content))).toEqual(accept({ a: 'x' }));
  });

  test.each<JsonValue>([{}, [], 'a', null, { b: 'x' }])('rejects %j, which lacks the required field', (content) => {
    expect(readAnswer(formOf({ type: 'string' }, ['a']), accept(content))).toBeUndefined();
  });

  test('rejects content that only inherits the required field', () => {
    const content = JSON.parse('{"__proto__":{"a":"x"}}') as JsonObject;

    expect(readAnswer(formOf({ type: 'string' }, ['a']), accept(content))).toBeUndefined();
  });
});

test.each(['decline', 'cancel'])('forms and pages accept the action "%s" without content', (action) => {
  expect(readAnswer(formOf({ type: 'string' }, ['a']), { action, content: 7 })).toEqual({ action });
  expect(readAnswer(page, { action })).toEqual({ action });
});

test('the answer to a page drops any content', () => {
  expect(readAnswer(page, { action: 'accept', content: { a: 1 } })).toEqual({ action: 'accept' });
});

test.each<JsonValue>([null, [], 'accept', 7, {}, { action: 'yes' }, { action: null }, { content: {} }])(
  '%j is not an answer to any question',
  (result) => {
    const questions: Question[] = [formOf({ type: 'string' }), page, sampling, { kind: 'roots' }];

    expect(questions.map((question) => readAnswer(question, result))).toEqual(questions.map(() => undefined));
  },
);

test.each<JsonObject>([
  { role: 'assistant', content: { type: 'text', text: 'a' }, model: 'm' },
  { role: 'user', content: [], model: 'm', stopReason: 'whatever' },
  { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'a', input: {} }], model: 'm' },
])('sampling accepts %j and drops unknown members', (said) => {
  expect(readAnswer(sampling, { ...said, more: 1 })).toEqual({ action: 'accept', ...said });
});

test.each<JsonObject>([
  { role: 'system', content: { type: 'text', text: 'a' }, model: 'm' },
  { role: 'assistant', model: 'm' },
  { role: 'assistant', content: 'a', model: 'm' },
  { role: 'assistant', content: [{ type: 'text', text: 'a' }, null], model: 'm' },
  { role: 'assistant', content: { text: 'a' }, model: 'm' },
  { role: 'assistant', content: { type: 'text', text: 'a' } },
])('sampling rejects %j', (said) => {
  expect(readAnswer(sampling, said)).toBeUndefined();
});

test('roots keep their URI and a valid name, and drop other members', () => {
  const roots = [
    { uri: 'file:///a', name: 'a', _meta: {} },
    { uri: 'file:///b', name: 7 },
  ];

  expect(readAnswer({ kind: 'roots' }, { roots })).toEqual({
    action: 'accept',
    roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }],
  });
});

test.each<JsonValue>([{}, 'file:///a', [null], [{ name: 'a' }], [{ uri: 7 }]])(
  '%j is rejected as a list of roots',
  (roots) => {
    expect(readAnswer({ kind: 'roots' }, { roots })).toBeUndefined();
  },
);
