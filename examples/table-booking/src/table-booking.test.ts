import { revisions } from '@sigil/core/engine';
import { connectPlugin } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { describe, expect, test } from 'vitest';

const ui = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
const capabilities = { elicitation: {}, extensions: ui };
const say = (confirmed: boolean) => () => ({ action: 'accept', content: { confirmed } }) as const;
const eras = revisions.filter(({ asking }) => asking.elicitation !== 'none');

describe.each(eras)('revision $date', ({ date: revision }) => {
  test('a table is booked when the person confirms it, and is then taken', async () => {
    const client = await connectPlugin(plugin, { revision, capabilities, answers: { elicit: say(true) } });
    const free = async () => (await client.callTool('findTables', { day: '2026-12-24', people: 8 })).structuredContent;

    expect(await free()).toMatchObject({ tables: [{ number: 4 }] });
    expect(await client.callTool('book', { day: '2026-12-24', table: 4, guest: 'Ada' })).toMatchObject({
      structuredContent: { number: '20261224-4', guest: 'Ada' },
    });
    expect(await free()).toMatchObject({ tables: [] });
    await client.close();
  });

  test('nothing is booked when the person does not', async () => {
    const client = await connectPlugin(plugin, { revision, capabilities, answers: { elicit: say(false) } });

    expect(await client.callTool('book', { day: '2026-12-31', table: 1, guest: 'Ada' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('not confirmed') }],
    });
    await client.close();
  });
});

test('a host that cannot ask its user gets an answer that says so', async () => {
  const client = await connectPlugin(plugin, { capabilities: { extensions: ui } });

  expect(JSON.stringify(await client.callTool('book', { day: '2026-12-31', table: 1, guest: 'Ada' }))).toContain(
    'cannot ask',
  );
  await client.close();
});
