import type { JsonObject } from '@sigil/core';
import type { PublishedResource } from '@sigil/core/catalog';
import { buildCatalog, isListed, skillsOf } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { addSkills } from './read-skills.js';

const uri = 'skill://docs/pdf/SKILL.md';
const digest = `sha256:${'a'.repeat(64)}`;
const frontmatter = { name: 'pdf', description: 'Reads PDFs.' };

function entryOf(more: JsonObject = {}): JsonObject {
  const resources = [uri, 'skill://docs/pdf/forms/A.md'].map((address) => ({ uri: address, digest, size: 3 }));
  return { uri, frontmatter, resources, ...more };
}

const resourceOf = (definition: PublishedResource['definition']): PublishedResource => ({
  definition,
  read: async () => ({ kind: 'result', contents: [] }),
});

function add(items: readonly JsonObject[], listed: readonly PublishedResource[] = []) {
  const reasons: string[] = [];
  const resources = addSkills(items, {
    listed,
    makeResource: resourceOf,
    makeFolder: () => undefined,
    leaveOut: (why) => void reasons.push(why),
  });
  return { resources, reasons };
}

test('a skill of an upstream is in the catalog with its files, which no list of resources has', () => {
  const { resources, reasons } = add([entryOf()]);
  const catalog = buildCatalog({ tools: [], resources, resourceTemplates: [], prompts: [] });

  expect(reasons).toEqual([]);
  expect(skillsOf(catalog).all).toEqual([entryOf()]);
  expect(resources.filter(isListed).map(({ definition }) => definition)).toEqual([
    { uri, name: 'pdf', description: 'Reads PDFs.', mimeType: 'text/markdown', size: 3 },
  ]);
  expect(skillsOf(catalog).entriesIn('skill://docs/pdf/forms')).toMatchObject([{ name: 'A.md' }]);
});

test('a file that the upstream does not list has the name that its own server gives it', () => {
  const address = 'skill://docs/pdf/forms/a%20b.txt';
  const files = [uri, address, 'skill://docs/pdf/100%'].map((it) => ({ uri: it, digest, size: 3 }));

  const { resources } = add([entryOf({ resources: files })]);

  expect(resources.map(({ definition }) => definition.name)).toEqual(['pdf', 'a b.txt', '100%']);
});

test('what the upstream lists stays as it is listed', () => {
  const listed = [uri, 'skill://docs/pdf/forms/A.md'].map((address) => resourceOf({ uri: address, name: 'listed' }));

  const { resources } = add([entryOf()], listed);

  expect(resources.filter(isListed).map(({ definition }) => definition.name)).toEqual(['listed', 'listed']);
  expect(resources[0]?.skill?.uri).toBe(uri);
});

test('a skill whose files are not known before they are read has its SKILL.md alone', () => {
  const { resources } = add([entryOf({ resources: 'dynamic' })]);
  const catalog = buildCatalog({ tools: [], resources, resourceTemplates: [], prompts: [] });

  expect(skillsOf(catalog).find(uri)?.resources).toBe('dynamic');
  expect(skillsOf(catalog).entriesIn('skill://docs/pdf')).toBeUndefined();
});

test.each<[string, JsonObject]>([
  ['has no address of a SKILL.md', { uri: 'skill://docs/pdf' }],
  ['has no "frontmatter"', { frontmatter: 'name: pdf' }],
  ['has no name or no description', { frontmatter: { name: 'pdf' } }],
  ['has no sound list of files', { resources: [] }],
  ['has no sound list of files', { resources: [{ uri, digest: 'sha256:1', size: 3 }] }],
  ['has no sound list of files', { resources: [{ uri, digest, size: -1 }] }],
  [
    'has no sound list of files',
    {
      resources: [
        { uri, digest, size: 1 },
        { uri: 'file:///etc/passwd', digest, size: 1 },
      ],
    },
  ],
  ['has no sound list of files', { resources: [0, 1].map(() => ({ uri, digest, size: 1 })) }],
  ['has no sound list of files', { resources: null }],
])('a skill that %s is left out', (why, more) => {
  const { resources, reasons } = add([entryOf(more)]);

  expect(resources).toEqual([]);
  expect(reasons).toEqual([expect.stringContaining(why)]);
});
