import type { Manifest } from '@sigil/core/building';
import { expect, test } from 'vitest';
import { checkToolRules } from './check-tool-rules.js';
import { readServerConfiguration } from './read-server-configuration.js';

const manifest = {
  tools: [
    {
      name: 'find',
      inputSchema: { type: 'object', properties: { q: { type: 'string' }, kind: { enum: ['a', 'b'] } } },
      outputSchema: { type: 'object', properties: { items: { type: 'array' } } },
      origin: { class: 'Finder', method: 'find' },
    },
  ],
} as unknown as Manifest; // the members that are read

test('rules that do not fit the build are found, and variables are left to the machine that serves', () => {
  const tools = {
    find: { arguments: { q: { constant: '${WORDS}' }, kind: { constant: '${KIND}' } }, result: { pick: '/items' } },
    search: { runs: 'find', arguments: { query: { constant: 'x' } } },
    top: { runs: 'find', result: { pick: '/itms' } },
    other: { runs: 'elsewhere', arguments: { query: { constant: 'x' } } },
  };

  expect(checkToolRules(readServerConfiguration('a', { tools }), manifest)).toEqual([
    'server "a": tools.search: arguments.query: the tool has no such argument',
    'server "a": tools.top: "result": "pick": results have no "/itms". Did you mean "/items"?',
  ]);
});
