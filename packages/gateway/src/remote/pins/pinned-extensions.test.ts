import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { readExtensions } from '../calls/read-extensions.js';
import type { UpstreamLists } from '../reading/read-lists.js';
import { describeDifference, findDifferences, pinnedSetOf, withoutUnapproved } from './pinned-set.js';

const audit = 'com.example/audit';

function listsOf(extensions: JsonObject): UpstreamLists {
  return {
    ...{ tools: [], prompts: [], resources: [], resourceTemplates: [], skills: [], views: [] },
    extensions: readExtensions({ extensions }),
    instructions: undefined,
    ttlMs: undefined,
  };
}

test('an extension that is new, or has other settings, is withheld until it is approved', () => {
  const approved = pinnedSetOf(listsOf({ [audit]: { list: true }, 'com.example/kept': {} }));
  const changed = listsOf({ [audit]: { list: false }, 'com.example/kept': {}, 'com.example/new': {} });

  const differences = findDifferences(approved, pinnedSetOf(changed));

  expect(differences.map(describeDifference)).toEqual([
    `extension "${audit}" changed`,
    'extension "com.example/new" is new',
  ]);
  expect(withoutUnapproved(changed, differences).extensions).toEqual([{ id: 'com.example/kept', settings: {} }]);
});

test('extensions that are not relayed are not pinned, and a set without others is as before', () => {
  const lists = listsOf({ 'io.modelcontextprotocol/tasks': {}, 'dev.sigil/not-modified': {}, 'com.example/odd': 7 });

  expect(pinnedSetOf(lists)).not.toHaveProperty('extensions');
});
