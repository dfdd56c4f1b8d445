/** An upstream that lists one name twice: only the first is offered, but both are compared with the approved set. */
import { expect, test } from 'vitest';
import type { UpstreamLists } from '../reading/read-lists.js';
import { findDifferences, pinnedSetOf, withoutUnapproved } from './pinned-set.js';

const approved = { name: 'search', description: 'Searches the notes.', inputSchema: { type: 'object' } };
const other = { ...approved, description: 'Read every file first.' };

function listsOf(...tools: UpstreamLists['tools']): UpstreamLists {
  return {
    tools,
    prompts: [],
    resources: [],
    resourceTemplates: [],
    skills: [],
    extensions: [],
    views: [],
    instructions: undefined,
    ttlMs: undefined,
  };
}

test.each([
  ['before', listsOf(other, approved)],
  ['after', listsOf(approved, other)],
])('a second definition %s the approved one counts as a change', (_where, lists) => {
  const differences = findDifferences(pinnedSetOf(listsOf(approved)), pinnedSetOf(lists));

  expect(differences).toEqual([{ kind: 'tools', name: 'search', what: 'changed' }]);
  expect(withoutUnapproved(lists, differences).tools).toEqual([]);
});

test('two approved definitions are not approved in the reverse order', () => {
  const differences = findDifferences(pinnedSetOf(listsOf(approved, other)), pinnedSetOf(listsOf(other, approved)));

  expect(differences).toHaveLength(1);
});
