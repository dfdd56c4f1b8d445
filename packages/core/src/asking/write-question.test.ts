import { describe, expect, test } from 'vitest';
import type { FormField, FormSchema, SamplingQuestion } from '../model/asking.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import { revisions } from '../revisions/choose-revision.js';
import { writeQuestion } from './write-question.js';

const formOf = (field: FormField): FormSchema => ({ type: 'object', properties: { a: field }, required: ['a'] });
const values = [
  { const: 'v1', title: 'First' },
  { const: 'v2', title: 'Second' },
];
const choices = values.map((it) => it.const);
const names = values.map((it) => it.title);

/** Fields that the first revision with forms writes differently. */
const otherwise: [string, FormField, object][] = [
  [
    'titled values',
    { type: 'string', title: 'T', oneOf: values, default: 'v1' },
    { type: 'string', title: 'T', enum: choices, enumNames: names },
  ],
  ['a default text', { type: 'string', minLength: 1, default: 'a' }, { type: 'string', minLength: 1 }],
  ['a default number', { type: 'integer', maximum: 9, default: 0 }, { type: 'integer', maximum: 9 }],
  ['a default value', { type: 'string', enum: choices, default: 'v1' }, { type: 'string', enum: choices }],
];
const alike: [string, FormField][] = [
  ['a text', { type: 'string', format: 'email', description: 'd' }],
  ['a default answer', { type: 'boolean', default: false }],
  ['labelled values', { type: 'string', enum: choices, enumNames: names }],
];
const many: FormField = { type: 'array', items: { anyOf: values }, minItems: 1, default: ['v1'] };

const talk: SamplingQuestion = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
  maxTokens: 5,
  systemPrompt: 's',
  temperature: 0.5,
  stopSequences: ['.'],
  modelPreferences: { hints: [{ name: 'm' }] },
  metadata: { a: 1 },
};

describe.each(revisions)('$date', (revision) => {
  const facts = protocolFacts(revision);
  const isFirst = facts.elicitation === 'form';
  const writeForm = (field: FormField) =>
    writeQuestion({ kind: 'form', message: 'm', schema: formOf(field) }, revision)?.params;
  const written = (field: object) => ({
    ...(isFirst ? {} : { mode: 'form' }),
    message: 'm',
    requestedSchema: formOf(field as FormField),
  });

  test.each(otherwise)(
    'a form with %s is written as the revision defines it, if it has forms',
    (_what, field, older) => {
      expect(writeForm(field)).toEqual(facts.elicitation === 'none' ? undefined : written(isFirst ? older : field));
    },
  );

  test.each(alike)('a form with %s is written unchanged, if the revision has forms', (_what, field) => {
    expect(writeForm(field)).toEqual(facts.elicitation === 'none' ? undefined : written(field));
  });

  test('a form with multiple choice is written only if the revision has such fields', () => {
    expect(writeForm(many)).toEqual(facts.elicitation === 'form-and-url' ? written(many) : undefined);
  });

  test('a page and its id are written only if the revision has them', () => {
    const question = () => writeQuestion({ kind: 'url', message: 'm', url: 'https://example.com/a' }, revision);

    if (facts.elicitation !== 'form-and-url') return expect(question()).toBeUndefined();
    const { elicitationId, ...rest } = question()!.params;
    expect(rest).toEqual({ mode: 'url', message: 'm', url: 'https://example.com/a' });
    expect(typeof elicitationId).toBe(facts.elicitationId ? 'string' : 'undefined');
    if (facts.elicitationId) expect(question()!.params['elicitationId']).not.toBe(elicitationId);
  });

  test('sampling keeps every parameter', () => {
    expect(writeQuestion({ kind: 'sampling', params: talk }, revision)).toEqual({
      method: 'sampling/createMessage',
      params: talk,
    });
  });

  test.each<[string, Partial<SamplingQuestion>]>([
    ['tools', { tools: [{ name: 'a' }] }],
    ['a choice of tools', { toolChoice: { mode: 'none' } }],
    ['several blocks', { messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] }],
  ])('sampling with %s is written only if the revision has it', (_what, more) => {
    const params = { ...talk, ...more };

    expect(writeQuestion({ kind: 'sampling', params }, revision)?.params).toEqual(
      facts.samplingTools ? params : undefined,
    );
  });

  test('roots are requested with roots/list', () => {
    expect(writeQuestion({ kind: 'roots' }, revision)).toEqual({ method: 'roots/list', params: {} });
  });
});
