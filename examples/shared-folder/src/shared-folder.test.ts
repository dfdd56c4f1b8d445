import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { revisions } from '@sigil/core/engine';
import { connectPlugin, type McpClient } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'shared-folder-'));
const roots = () => [{ uri: String(pathToFileURL(join(folder, 'shared'))) }];

beforeAll(() => {
  mkdirSync(join(folder, 'shared/letters'), { recursive: true });
  writeFileSync(join(folder, 'shared/letters/anna.txt'), 'Dear Anna,\n  the boat leaves at nine.\n');
  writeFileSync(join(folder, 'secret.txt'), 'the boat is stolen');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'shared/innocent.txt'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(revisions)('revision $date', ({ date }) => {
  let client: McpClient;
  beforeAll(async () => void (client = await connectPlugin(plugin, { revision: date, answers: { roots } })));
  afterAll(() => client.close());

  test('files of the shared folder are listed, read and searched', async () => {
    const listed = await client.callTool('list');
    const read = await client.callTool('read', { path: 'letters/anna.txt' });
    const found = await client.callTool('search', { text: 'BOAT' });

    expect(JSON.stringify(listed.content)).toContain('letters/anna.txt');
    expect(read.content).toEqual([{ type: 'text', text: 'Dear Anna,\n  the boat leaves at nine.\n' }]);
    expect(JSON.stringify(found.content)).toContain('the boat leaves at nine.');
  });

  test.each(['../secret.txt', 'innocent.txt', 'letters/../../secret.txt', 'letters/nobody.txt', ''])(
    'reading "%s" is rejected',
    async (path) => {
      const { isError, content } = await client.callTool('read', { path });

      expect(isError).toBe(true);
      expect(JSON.stringify(content)).not.toContain('stolen');
    },
  );
});

test('listing fails with an explanation when the client shares no roots', async () => {
  const client = await connectPlugin(plugin);

  expect(await client.callTool('list')).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('does not share folders') }],
  });
  await client.close();
});
