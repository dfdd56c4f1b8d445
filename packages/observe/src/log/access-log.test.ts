import { ToolError } from '@sigil/core';
import { textResult, toolOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { observedClient } from '../observe.test-support.js';
import { openAccessLog, type AccessEntry } from './access-log.js';

const echo = toolOf('echo', async () => textResult('hi'));
const failing = toolOf('failing', () => Promise.reject(new ToolError('no')));

test('the configured percentage of successful calls is logged, and a failed one too', async () => {
  const entries: AccessEntry[] = [];
  const drawn = [0.1, 0.3, 0.2, 0.9];
  const random = (): number => drawn.shift() ?? 0.99;
  const client = observedClient(
    [echo, failing],
    openAccessLog((entry) => entries.push(entry), { percent: 25, random }),
  );

  for (const name of ['echo', 'echo', 'echo', 'failing']) await client.ask('tools/call', { name });

  expect(entries.map(({ fields }) => fields['name'])).toEqual(['echo', 'echo', 'failing']);
});

test('a name, a URI or a method that a caller made up is not logged', async () => {
  const entries: AccessEntry[] = [];
  const client = observedClient(
    [echo],
    openAccessLog((entry) => entries.push(entry), { percent: 100 }),
  );

  await client.ask('tools/call', { name: 'planted', arguments: { text: 'planted' } });
  await client.ask('resources/read', { uri: 'x://planted' });
  await client.ask('planted/method');

  expect(entries.map(({ text }) => text.replace(/ [\d.]+ ms$/, ''))).toEqual([
    'tools/call other error invalid-params',
    'resources/read error resource-not-found',
    'other error method-not-found',
  ]);
  expect(JSON.stringify(entries)).not.toContain('planted');
});
