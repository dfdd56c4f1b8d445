/** Prompts of a configuration for tools, in a server without prompts. */
import type { Context, JsonObject } from '@sigil/core';
import type { PromptDefinition } from '@sigil/core/building';
import { describe, expect, test } from 'vitest';
import { pluginOf, serverOf, toolOf, type ServerUnderTest } from './servers.test-support.js';
import { toolKey } from './tool-prompt.js';

const inputSchema = {
  type: 'object',
  properties: { sql: { type: 'string', description: 'The question.' }, limit: { type: 'integer' } },
  required: ['sql'],
};
const plugin = () =>
  pluginOf({ tools: [toolOf('query', 'rows', { description: 'Asks.', inputSchema }), toolOf('hidden')] });

const open = (prompts: JsonObject, more: JsonObject = {}): Promise<ServerUnderTest> =>
  serverOf({ auto_discover: true, prompts, ...more }, plugin());

function promptIn({ source }: ServerUnderTest, name: string): PromptDefinition | undefined {
  return source.current().findPrompt(name)?.definition;
}

/** @returns the texts of its messages, or the problem with its arguments */
async function textOf({ source }: ServerUnderTest, name: string, input: JsonObject): Promise<unknown> {
  const outcome = await source
    .current()
    .findPrompt(name)!
    .get(input, {} as Context); // none of it is read
  if (outcome.kind === 'bad-arguments') return outcome.problems.map(({ path }) => path);
  return outcome.messages.map(({ content }) => (content.type === 'text' ? content.text : content.type));
}

test('a prompt with only a name and a tool takes the rest from the tool', async () => {
  const server = await open({ ask: { tool: 'query' } });

  expect(promptIn(server, 'ask')).toEqual({
    name: 'ask',
    description: 'Asks.',
    arguments: [{ name: 'sql', description: 'The question.', required: true }, { name: 'limit' }],
    _meta: { [toolKey]: 'query' },
  });
  expect(await textOf(server, 'ask', { sql: 'a', limit: '5' })).toEqual([
    'Call the tool "query" with:\n- sql: a\n- limit: 5',
  ]);
  expect(await textOf(server, 'ask', { limit: '5', other: '' })).toEqual(['sql', 'other']);
  expect(server.problems).toEqual([]);
});

test('a tool without arguments is called by its name', async () => {
  expect(await textOf(await open({ go: { tool: 'hidden' } }), 'go', {})).toEqual(['Call the tool "hidden".']);
});

test('members of the entry override those of the tool', async () => {
  const entry = { tool: 'query', description: 'Mine.', template: 'Ask {{sql}}.' };
  const server = await open({ ask: entry, own: { ...entry, arguments: [{ name: 'sql' }] } });

  expect(promptIn(server, 'ask')).toMatchObject({
    description: 'Mine.',
    arguments: [{ name: 'sql' }, { name: 'limit' }],
  });
  expect(promptIn(server, 'own')?.arguments).toEqual([{ name: 'sql' }]);
  expect(await textOf(server, 'ask', { sql: 'b' })).toEqual(['Ask b.']);
});

test('a prompt refers to a tool by the name under which the server offers it', async () => {
  const tools = { database: { runs: 'query' } };

  const server = await open({ ask: { tool: 'database' }, gone: { tool: 'query' } }, { auto_discover: false, tools });

  expect(promptIn(server, 'ask')?._meta).toEqual({ [toolKey]: 'database' });
  expect(promptIn(server, 'gone')).toBeUndefined();
  expect(server.problems).toEqual([expect.stringContaining('prompts.gone: there is no tool "query" here')]);
});

test('a prompt has the scopes of its tool', async () => {
  const guarded = pluginOf({ tools: [{ ...toolOf('query'), scopes: ['db:read'] }] });

  const { source } = await serverOf({ auto_discover: true, prompts: { ask: { tool: 'query' } } }, guarded);

  expect(source.current().findPrompt('ask')?.scopes).toEqual(['db:read']);
});

describe('an invalid prompt', () => {
  test.each([
    ['a tool that is not there', { tool: 'qery' }, 'Did you mean "query"'],
    [
      'a placeholder that is no argument of it',
      { tool: 'query', template: '{{table}}' },
      '{{table}} stands for no argument',
    ],
    ['no name of a tool', { tool: 7 }, '"tool" must be'],
  ])('with %s is reported and not listed', async (_what, entry, words) => {
    const server = await open({ ask: entry }).catch((error: Error) => error.message);

    expect(typeof server === 'string' ? server : server.problems.join()).toContain(words);
    if (typeof server !== 'string') expect(promptIn(server, 'ask')).toBeUndefined();
  });
});
