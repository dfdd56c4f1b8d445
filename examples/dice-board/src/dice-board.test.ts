import { connectPlugin, type McpClient } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const views = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

describe('a client that shows views', () => {
  let client: McpClient;
  beforeAll(async () => void (client = await connectPlugin(plugin, { capabilities: views })));
  afterAll(() => client.close());

  test('finds the view in the definition of the tool', async () => {
    const { tools } = await client.request('tools/list');

    expect(tools).toMatchObject([
      { name: 'roll', _meta: { ui: { resourceUri: 'ui://dice-board/board' } } },
      { name: 'rollAgain', _meta: { ui: { visibility: ['app'] } } },
    ]);
  });

  test('keeps the dice that were chosen, and rolls the others', async () => {
    const { structuredContent } = await client.callTool('rollAgain', { sides: 2, dice: [7, 8, 9], kept: [0, 2] });

    const { dice, total } = structuredContent as { dice: number[]; total: number };
    expect([dice[0], dice[2]]).toEqual([7, 9]);
    expect(dice[1]).toBeLessThanOrEqual(2);
    expect(total).toBe(16 + dice[1]!);
  });

  test('is told of a die that is not there', async () => {
    expect(await client.callTool('rollAgain', { sides: 6, dice: [1], kept: [1] })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('no die 1 among 1') }],
    });
  });
});

test('a client without views rolls, and has no tool of the view', async () => {
  const client = await connectPlugin(plugin);

  const { tools } = await client.request('tools/list');
  const { structuredContent } = await client.callTool('roll', { sides: 2, count: 3 });

  expect(tools).toMatchObject([{ name: 'roll' }]);
  expect(structuredContent).toMatchObject({ sides: 2, dice: { length: 3 } });
  await client.close();
});
