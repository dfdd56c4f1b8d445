import { describe, expect, test } from 'vitest';
import { catalogOf, promptOf, templateOf } from '../catalog/catalog.test-support.js';
import type { CompletionQuestion } from '../catalog/catalog.js';
import { ToolError } from '../errors/tool-error.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { completionComplete } from './completion-complete.js';
import { callWith, resultOf } from './operation.test-support.js';

const prompt = { type: 'ref/prompt', name: 'packing' };
const template = { type: 'ref/resource', uri: 'weather://{city}' };
const argument = { name: 'city', value: 'Ro' };

/** A catalog that completes from `values`, and records the questions. */
function catalogWith(values: readonly string[]) {
  const asked: CompletionQuestion[] = [];
  const complete = async (question: CompletionQuestion) => {
    asked.push(question);
    return values;
  };
  const catalog = catalogOf({
    prompts: [{ ...promptOf('packing'), complete }, promptOf('plain')],
    resourceTemplates: [{ ...templateOf('weather://{city}'), complete }],
  });
  return { catalog, asked };
}

async function complete(params: JsonObject, values: readonly string[] = ['Rome', 'Rouen']) {
  const { catalog, asked } = catalogWith(values);
  const { completion } = await resultOf(completionComplete, callWith({ catalog, params }));
  return { completion, asked };
}

test.each([prompt, template])('%j is completed', async (ref) => {
  const { completion, asked } = await complete({ ref, argument });

  expect(completion).toEqual({ values: ['Rome', 'Rouen'], total: 2, hasMore: false });
  expect(asked).toEqual([{ argument: 'city', value: 'Ro', known: {} }]);
});

test.each(revisions)('a completion is the same in $date', async (revision) => {
  const { catalog } = catalogWith(['Rome']);

  const result = await resultOf(completionComplete, callWith({ catalog, revision, params: { ref: prompt, argument } }));

  expect(result).toEqual({ completion: { values: ['Rome'], total: 1, hasMore: false } });
});

test.each([
  [99, 99, false],
  [100, 100, false],
  [101, 100, true],
  [5000, 100, true],
])('of %i values the client gets %i, with the total number', async (count, shown, hasMore) => {
  const values = Array.from({ length: count }, (_, index) => `v${index}`);

  const { completion } = await complete({ ref: prompt, argument }, values);

  expect(completion).toEqual({ values: values.slice(0, shown), total: count, hasMore });
});

test('known arguments that are strings are passed on', async () => {
  const context = { arguments: { country: 'Italy', year: 2024, nothing: null } };

  const { asked } = await complete({ ref: template, argument, context });

  expect(asked[0]!.known).toEqual({ country: 'Italy' });
});

test.each([null, [], 'x', {}, { arguments: null }, { arguments: ['a'] }])(
  'a context of %j is ignored',
  async (context) => {
    const { asked } = await complete({ ref: prompt, argument, context });

    expect(asked[0]!.known).toEqual({});
  },
);

test('a prompt without completions has no values', async () => {
  const { completion } = await complete({ ref: { type: 'ref/prompt', name: 'plain' }, argument });

  expect(completion).toEqual({ values: [], total: 0, hasMore: false });
});

test.each<[string, JsonObject]>([
  ['an unknown prompt', { ref: { type: 'ref/prompt', name: 'none' }, argument }],
  ['an unknown template', { ref: { type: 'ref/resource', uri: 'weather://rome' }, argument }],
  ['a template by its name', { ref: { type: 'ref/resource', name: 'weather://{city}' }, argument }],
  ['another type', { ref: { type: 'ref/tool', name: 'packing' }, argument }],
  ['an inherited name', { ref: { type: 'ref/prompt', name: 'constructor' }, argument }],
  ['no ref', { argument }],
  ['a ref that is a text', { ref: 'packing', argument }],
  ['no argument', { ref: prompt }],
  ['an argument without a value', { ref: prompt, argument: { name: 'city' } }],
  ['an argument without a name', { ref: prompt, argument: { value: '' } }],
  ['a value that is no text', { ref: prompt, argument: { name: 'city', value: 7 } }],
])('%s is refused', async (_what, params) => {
  await expect(complete(params)).rejects.toMatchObject({ kind: 'invalid-params' });
});

describe('a method that fails', () => {
  const failing = (error: unknown) => {
    const complete = async () => {
      throw error;
    };
    const prompts = [{ ...promptOf('packing'), complete }];
    return callWith({ catalog: catalogOf({ prompts }), params: { ref: prompt, argument } });
  };

  test('with a ToolError passes its message on', async () => {
    await expect(completionComplete(failing(new ToolError('no cities today')))).rejects.toMatchObject({
      kind: 'internal-error',
      message: 'no cities today',
    });
  });

  test('with another error hides it from the client and reports it to the operator', async () => {
    const error = new TypeError('inside');
    const call = failing(error);

    await expect(completionComplete(call)).rejects.toMatchObject({
      kind: 'internal-error',
      message: expect.stringContaining('completion of "city" failed because of an internal error (incident '),
    });
    expect(call.faults).toMatchObject([{ during: 'completion of "city"', error }]);
  });
});
