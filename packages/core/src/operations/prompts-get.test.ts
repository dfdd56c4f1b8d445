import { expect, test, vi } from 'vitest';
import { catalogOf, promptOf } from '../catalog/catalog.test-support.js';
import type { PromptResult, PublishedPrompt } from '../catalog/catalog.js';
import { ToolError } from '../errors/tool-error.js';
import { revisions } from '../revisions/choose-revision.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import { callWith, resultOf, type TestCallOptions } from './operation.test-support.js';
import { promptsGet } from './prompts-get.js';

function getting(get: PublishedPrompt['get'], options: TestCallOptions = {}) {
  return callWith({
    params: { name: 'packing' },
    catalog: catalogOf({ prompts: [promptOf('packing', get)] }),
    ...options,
  });
}

const says = (text: string): PromptResult => ({
  kind: 'result',
  messages: [{ role: 'user', content: { type: 'text', text } }],
});

test('a prompt is rendered with its arguments', async () => {
  const get = vi.fn<PublishedPrompt['get']>(async ({ city }) => says(`Pack for ${String(city)}`));

  const result = await resultOf(promptsGet, getting(get, { params: { name: 'packing', arguments: { city: 'Rome' } } }));

  expect(result).toEqual({ messages: [{ role: 'user', content: { type: 'text', text: 'Pack for Rome' } }] });
});

test.each([
  [undefined, undefined, undefined],
  ['of the list', undefined, 'of the list'],
  ['of the list', 'of this time', 'of this time'],
])('the description of the result takes precedence over the listed one', async (listed, rendered, told) => {
  const prompt = promptOf('packing', async () => (rendered ? { ...says('a'), description: rendered } : says('a')));
  const definition = listed ? { ...prompt.definition, description: listed } : prompt.definition;
  const catalog = catalogOf({ prompts: [{ ...prompt, definition }] });

  const result = await resultOf(promptsGet, callWith({ params: { name: 'packing' }, catalog }));

  expect(result['description']).toBe(told);
});

test.each(revisions)('$date gets the content it can read', async (revision) => {
  const audio = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' } as const;
  const call = getting(async () => ({ kind: 'result', messages: [{ role: 'user', content: audio }] }), { revision });

  const { messages } = (await resultOf(promptsGet, call)) as unknown as PromptResult;

  expect(messages[0]!.content.type).toBe(protocolFacts(revision).contentTypes.includes('audio') ? 'audio' : 'text');
});

test('wrong arguments are a protocol error in every revision', async () => {
  const problems = [{ path: 'city', expected: 'a string', received: 'nothing' }];

  for (const revision of revisions) {
    const call = getting(async () => ({ kind: 'bad-arguments', problems }), { revision });
    await expect(promptsGet(call)).rejects.toMatchObject({
      kind: 'invalid-params',
      message: 'prompt "packing": argument "city" must be a string, got nothing',
    });
  }
});

test.each([
  [{ name: 'paking' }, 'no prompt named "paking". Did you mean "packing"?'],
  [{ name: '__proto__' }, 'no prompt named "__proto__"'],
  [{}, '"name" must be the name of a prompt'],
  [{ name: 'packing', arguments: [] }, 'prompt "packing": "arguments" must be an object'],
])('%j is refused: %s', async (params, message) => {
  await expect(promptsGet(getting(async () => says('a'), { params }))).rejects.toMatchObject({
    kind: 'invalid-params',
    message,
  });
});

test('a ToolError is passed on with its suggestions', async () => {
  const call = getting(async () => {
    throw new ToolError('no such city', { suggestions: ['try "Rome"'] });
  });

  await expect(promptsGet(call)).rejects.toMatchObject({
    kind: 'internal-error',
    message: 'no such city\n- try "Rome"',
    data: { error: 'no such city', suggestions: ['try "Rome"'] },
  });
});

test('messages over the limit are rejected, and the limit is named', async () => {
  const call = getting(async () => says('x'.repeat(1000)), { limits: { maxResultLength: 1000 } });

  await expect(promptsGet(call)).rejects.toMatchObject({
    kind: 'internal-error',
    message: expect.stringContaining('longer than 1000 characters (limit maxResultLength)'),
  });
});
