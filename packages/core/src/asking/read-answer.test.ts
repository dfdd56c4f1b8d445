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
  ])('with %j may be filled in with %j', (field, value) => {
    expect(readAnswer(formOf(field, ['a']), accept({ a: value }))).toEqual(accept({ a: value }));
  });

  test.each<[FormField, JsonValue]>([
    [{ type: 'string' }, 1],
    [{ type: 'string' }, null],
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
  ])('with %j is not filled in by %j', (field, value) => {
    expect(readAnswer(formOf(field), accept({ a: value }))).toBeUndefined();
  });

  test('may leave out what is not required, even everything', () => {
    expect(readAnswer(formOf({ type: 'string' }), accept({}))).toEqual(accept({}));
    expect(readAnswer(formOf({ type: 'string' }), { action: 'accept' })).toEqual(accept({}));
  });

  test.each<JsonObject>([
    { a: 'x', b: 'x' },
    { a: 'x', constructor: 'x' },
  ])('that was filled in with more than it asks leaves the rest out of %j', (content) => {
    expect(readAnswer(formOf({ type: 'string' }, ['a']), accept(content))).toEqual(accept({ a: 'x' }));
  });

  test.each<JsonValue>([{}, [], 'a', null, { b: 'x' }])('that requires more is not filled in by %j', (content) => {
    expect(readAnswer(formOf({ type: 'string' }, ['a']), accept(content))).toBeUndefined();
  });

  test('is not filled in by an inherited member', () => {
    const content = JSON.parse('{"__proto__":{"a":"x"}}') as JsonObject;

    expect(readAnswer(formOf({ type: 'string' }, ['a']), accept(content))).toBeUndefined();
  });
});

test.each(['decline', 'cancel'])('"%s" is an answer to forms and pages', (action) => {
  expect(readAnswer(formOf({ type: 'string' }, ['a']), { action, content: 7 })).toEqual({ action });
  expect(readAnswer(page, { action })).toEqual({ action });
});

test('a page is accepted without content', () => {
  expect(readAnswer(page, { action: 'accept', content: { a: 1 } })).toEqual({ action: 'accept' });
});

test.each<JsonValue>([null, [], 'accept', 7, {}, { action: 'yes' }, { action: null }, { content: {} }])(
  '%j answers nothing',
  (result) => {
    const questions: Question[] = [formOf({ type: 'string' }), page, sampling, { kind: 'roots' }];

    expect(questions.map((question) => readAnswer(question, result))).toEqual(questions.map(() => undefined));
  },
);

test.each<JsonObject>([
  { role: 'assistant', content: { type: 'text', text: 'a' }, model: 'm' },
  { role: 'user', content: [], model: 'm', stopReason: 'whatever' },
  { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'a', input: {} }], model: 'm' },
])('the model said %j', (said) => {
  expect(readAnswer(sampling, { ...said, more: 1 })).toEqual({ action: 'accept', ...said });
});

test.each<JsonObject>([
  { role: 'system', content: { type: 'text', text: 'a' }, model: 'm' },
  { role: 'assistant', model: 'm' },
  { role: 'assistant', content: 'a', model: 'm' },
  { role: 'assistant', content: [{ type: 'text', text: 'a' }, null], model: 'm' },
  { role: 'assistant', content: { text: 'a' }, model: 'm' },
  { role: 'assistant', content: { type: 'text', text: 'a' } },
])('the model did not say %j', (said) => {
  expect(readAnswer(sampling, said)).toBeUndefined();
});

test('roots are read without what we do not know', () => {
  const roots = [
    { uri: 'file:///a', name: 'a', _meta: {} },
    { uri: 'file:///b', name: 7 },
  ];

  expect(readAnswer({ kind: 'roots' }, { roots })).toEqual({
    action: 'accept',
    roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }],
  });
});

test.each<JsonValue>([{}, 'file:///a', [null], [{ name: 'a' }], [{ uri: 7 }]])('%j are no roots', (roots) => {
  expect(readAnswer({ kind: 'roots' }, { roots })).toBeUndefined();
});
