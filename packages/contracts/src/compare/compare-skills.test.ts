import type { ManifestSkills } from '@sigil/core/building';
import { expect, test } from 'vitest';
import type { ComparableManifest } from './comparable-manifest.js';
import { compareManifests } from './compare-manifests.js';

function skillsOf(files: Readonly<Record<string, string>>, description = 'Pays back.'): ManifestSkills {
  const entries = Object.keys(files)
    .filter((path) => path.endsWith('/SKILL.md'))
    .map((path) => ({ uri: `skill://shop/${path}`, frontmatter: { name: path.split('/').at(-2)!, description } }));
  const described = Object.entries(files).map(([path, digest]) => {
    return { uri: `skill://shop/${path}`, digest, size: 1, mimeType: 'text/markdown' };
  });
  return { file: 'skills.bin', cid: 'bafk', entries, files: described };
}

function manifestOf(skills?: ManifestSkills): ComparableManifest {
  const lists = { tools: [], resources: [], resourceTemplates: [], prompts: [], classes: [], completions: [] };
  return { plugin: { name: 'shop', version: '1.0.0' }, ...lists, ...(skills && { skills }) };
}

const refunds = { 'refunds/SKILL.md': 'a', 'refunds/rules.md': 'b' };

test.each([
  ['a new skill', undefined, skillsOf(refunds), ['minor component-added: it is new']],
  ['a removed skill', skillsOf(refunds), undefined, ['breaking component-removed: it is gone: callers get an error']],
  ['equal skills', skillsOf(refunds), skillsOf(refunds), []],
  [
    'files of a skill',
    skillsOf(refunds),
    skillsOf({ 'refunds/SKILL.md': 'c', 'refunds/new.md': 'd' }),
    [
      'patch skill-changed: "SKILL.md" has another content: clients ask their users to approve the skill again',
      'patch skill-changed: "rules.md" is gone: clients ask their users to approve the skill again',
      'patch skill-changed: "new.md" is new: clients ask their users to approve the skill again',
    ],
  ],
  [
    'a description',
    skillsOf(refunds),
    skillsOf(refunds, 'Pays.'),
    ['patch documentation-changed: description changed'],
  ],
])('%s is told', (_what, before, after, told) => {
  const changes = compareManifests(manifestOf(before), manifestOf(after));

  expect(changes.map(({ level, kind, says }) => `${level} ${kind}: ${says}`)).toEqual(told);
});

test('a running server that lists the SKILL.md as a resource has the skills of its manifest', () => {
  const { classes: _classes, completions: _completions, ...listed } = manifestOf();
  const resource = { uri: 'skill://shop/refunds/SKILL.md', name: 'refunds', description: 'Pays back.', size: 1 };
  const server = { ...listed, resources: [{ ...resource, mimeType: 'text/markdown' }] };

  expect(compareManifests(server, manifestOf(skillsOf(refunds)))).toEqual([]);
});
