import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { McpClient } from '@sigil/testing';
import { namesOf, openCountingStore, openFacility, type Facility } from './facility.test-support.js';

let facility: Facility;
let client: McpClient;

beforeAll(async () => {
  facility = await openFacility({
    helper: {
      prompts: {
        greet: { description: 'Say hello', template: 'Say hello.' },
        review: {
          title: 'Review',
          arguments: [
            { name: 'code', description: 'What to review', required: true },
            { name: 'tone', description: 'How to say it' },
          ],
          messages: [
            { role: 'user', text: 'Review {{ code }}, {{tone}}.' },
            { role: 'assistant', text: 'Of {{code}} I think' },
          ],
        },
      },
    },
  });
  client = await facility.connect('helper');
});

afterAll(() => facility.close());

test('T7.1 the configured prompts are listed with their arguments', async () => {
  const listed = await client.listPrompts();

  expect(namesOf(listed)).toEqual(['greet', 'review']);
  expect(listed[1]).toEqual({
    name: 'review',
    title: 'Review',
    arguments: [
      { name: 'code', description: 'What to review', required: true },
      { name: 'tone', description: 'How to say it' },
    ],
  });
});

test('T7.2 a prompt without arguments gives its message', async () => {
  expect(await client.getPrompt('greet')).toEqual([{ role: 'user', content: { type: 'text', text: 'Say hello.' } }]);
});

test('T7.3 arguments are substituted into the messages only once', async () => {
  const messages = await client.getPrompt('review', { code: '{{tone}}', tone: 'kindly' });

  expect(messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Review {{tone}}, kindly.' } },
    { role: 'assistant', content: { type: 'text', text: 'Of {{tone}} I think' } },
  ]);
});

test('T7.4 an unknown prompt is an error that names the nearest one', async () => {
  await expect(client.getPrompt('reviews')).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Did you mean "review"?'),
  });
});

test.each([
  ['of another type', { code: 1 }, 'argument "code" must be a string, got a number'],
  ['missing', { tone: 'kindly' }, 'argument "code" must be a string, got nothing'],
  ['unknown', { code: 'x', tome: 'x' }, 'unknown argument "tome"; did you mean "tone"?'],
])('T7.5 an argument that is %s is rejected, naming the argument', async (_what, given, words) => {
  const request = client.request('prompts/get', { name: 'review', arguments: given });

  await expect(request).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(words) });
});

test('a server with a prompts_transform_cid lists the prompts that the transform returns', async () => {
  const store = openCountingStore();
  const transform = await store.putText(`export default (serverName, { prompts }) => [
    ...prompts,
    { name: 'ask', description: 'For ' + serverName, template: 'Ask about {{thing}}.', arguments: [{ name: 'thing' }] },
  ];`);
  const configuration = { prompts: { greet: { template: 'Say hello.' } }, prompts_transform_cid: transform };
  const transformed = await openFacility({ helper: configuration }, { store });
  onTestFinished(() => transformed.close());
  const peer = await transformed.connect('helper');

  expect(namesOf(await peer.listPrompts())).toEqual(['greet', 'ask']);
  expect(await peer.getPrompt('ask', { thing: 'Rome' })).toMatchObject([{ content: { text: 'Ask about Rome.' } }]);
});
