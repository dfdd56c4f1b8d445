import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import type { UpstreamLists } from '../reading/read-lists.js';
import { describeDifference, findDifferences, pinnedSetOf, withoutUnapproved } from './pinned-set.js';

const uri = 'skill://docs/pdf/SKILL.md';

function listsOf(digest: string | undefined): UpstreamLists {
  const resources = [{ uri, digest, size: 1 }] as unknown as JsonObject[];
  const skill = { uri, frontmatter: { name: 'pdf', description: 'Reads.' }, resources };
  return {
    ...{ tools: [], prompts: [], resourceTemplates: [], instructions: undefined, ttlMs: undefined },
    extensions: [],
    views: [],
    skills: digest === undefined ? [] : [skill],
    resources: [{ uri, name: 'pdf' }, { uri: 'skill://docs/pdfs/SKILL.md' }, { uri: 'notes://all' }],
  };
}

test('a skill with another file than the approved one is withheld, and cannot be read as a resource', () => {
  const differences = findDifferences(pinnedSetOf(listsOf('sha256:a')), pinnedSetOf(listsOf('sha256:b')));

  const left = withoutUnapproved(listsOf('sha256:b'), differences);

  expect(differences.map(describeDifference)).toEqual([`skill "${uri}" changed`]);
  expect(left.skills).toEqual([]);
  expect(left.resources.map((item) => item['uri'])).toEqual(['skill://docs/pdfs/SKILL.md', 'notes://all']);
});

test('a new skill needs approval too, and a set without skills is as before', () => {
  const differences = findDifferences(pinnedSetOf(listsOf(undefined)), pinnedSetOf(listsOf('sha256:a')));

  expect(differences.map(describeDifference)).toEqual([`skill "${uri}" is new`]);
  expect(pinnedSetOf(listsOf(undefined))).not.toHaveProperty('skills');
});
