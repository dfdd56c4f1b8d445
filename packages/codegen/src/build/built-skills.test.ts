import { createHash } from 'node:crypto';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { cidOf, type Manifest } from '@sigil/core/building';
import { expect, onTestFinished, test } from 'vitest';
import { changedInputs } from '../inputs/build-inputs.js';
import { openBuilder, type Builder } from './open-builder.js';
import { makePluginFolder, type PluginFolder } from './plugin-folder.test-support.js';
import { greeterModel } from './plugin-model.test-support.js';

const model = greeterModel({ methods: [] });
const source = { 'src/greeter.ts': 'export class Greeter {}' };
const skill = '---\nname: refunds\ndescription: Pays back.\nlicense: MIT\n---\n\nSee [rules](references/RULES.md).\n';
const files = { ...source, 'skills/refunds/SKILL.md': skill, 'skills/refunds/references/RULES.md': '# Rules\n' };

async function builderFor(folder: PluginFolder): Promise<Builder> {
  const reader = {
    read: () => ({ model, diagnostics: [], files: [] }),
    refresh: () => undefined,
    close: () => undefined,
  };
  const builder = await openBuilder(folder.path, () => ({
    ...reader,
    readUnchecked: reader.read,
    readFirst: async () => reader.read(),
  }));
  onTestFinished(() => builder.close());
  return builder;
}

async function manifestIn(folder: PluginFolder): Promise<Manifest> {
  return JSON.parse(await folder.read('dist/manifest.json')) as Manifest;
}

test('a build keeps the entries of skills in the manifest, and the bytes of their files beside it', async () => {
  const folder = await makePluginFolder(files);

  const { diagnostics } = await (await builderFor(folder)).build();
  const { skills } = await manifestIn(folder);
  const bytes = await readFile(join(folder.path, 'dist/skills.bin'));

  expect(diagnostics).toEqual([]);
  expect(skills).toEqual({
    file: 'skills.bin',
    cid: await cidOf(bytes),
    entries: [
      {
        uri: 'skill://sample/refunds/SKILL.md',
        frontmatter: { name: 'refunds', description: 'Pays back.', license: 'MIT' },
      },
    ],
    files: ['refunds/SKILL.md', 'refunds/references/RULES.md'].map((path) => {
      const text = files[`skills/${path}` as keyof typeof files];
      const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
      return { uri: `skill://sample/${path}`, digest, size: text.length, mimeType: 'text/markdown' };
    }),
  });
  expect(bytes.toString()).toBe(`${skill}# Rules\n`);
});

test('a plugin without skills has nothing of them in its manifest, nor after the last one was removed', async () => {
  const folder = await makePluginFolder(files);
  const builder = await builderFor(folder);
  await builder.build();
  await folder.remove('skills/refunds/SKILL.md');
  await folder.remove('skills/refunds/references/RULES.md');
  builder.refresh(['SKILL.md', 'references/RULES.md'].map((name) => join(folder.path, 'skills/refunds', name)));

  await builder.build();

  expect(await manifestIn(folder)).not.toHaveProperty('skills');
  await expect(folder.read('dist/skills.bin')).rejects.toThrow('ENOENT');
});

test('a skill inside another one is a skill of its own, and its files belong to both', async () => {
  const inner = '---\nname: fast\ndescription: Pays at once.\n---\n';
  const folder = await makePluginFolder({ ...files, 'skills/refunds/fast/SKILL.md': inner });

  const { manifest } = await (await builderFor(folder)).read();

  expect(manifest?.skills?.entries.map(({ uri }) => uri)).toEqual([
    'skill://sample/refunds/SKILL.md',
    'skill://sample/refunds/fast/SKILL.md',
  ]);
  expect(manifest?.skills?.files).toHaveLength(3);
});

test('folders group skills, and what begins with a dot or ends with ~ is left out', async () => {
  const folder = await makePluginFolder({
    ...source,
    'skills/README.md': '[nothing](nowhere.md)',
    'skills/billing/refunds/SKILL.md': '---\nname: refunds\ndescription: Pays back.\n---\n',
    'skills/billing/refunds/.DS_Store': '',
    'skills/billing/refunds/SKILL.md~': '',
    'skills/billing/refunds/a b/ü.bin': '\0',
  });

  const { manifest, diagnostics } = await (await builderFor(folder)).read();

  expect(diagnostics).toEqual([]);
  expect(manifest?.skills?.files.map(({ uri, mimeType }) => `${uri} ${mimeType}`)).toEqual([
    'skill://sample/billing/refunds/SKILL.md text/markdown',
    'skill://sample/billing/refunds/a%20b/%C3%BC.bin application/octet-stream',
  ]);
});

test('a plugin may consist of skills alone', async () => {
  const folder = await makePluginFolder(files);
  const reader = { read: () => ({ model: { classes: [], schemaCalls: [] }, diagnostics: [], files: [] }) };
  const builder = await openBuilder(folder.path, () => ({
    ...reader,
    ...{ readUnchecked: reader.read, readFirst: async () => reader.read() },
    ...{ refresh: () => undefined, close: () => undefined },
  }));
  onTestFinished(() => builder.close());

  const { manifest, diagnostics } = await builder.build();

  expect(diagnostics).toEqual([]);
  expect(manifest?.skills?.entries).toHaveLength(1);
});

test.each([
  ['changed', 'skills/refunds/SKILL.md', { 'skills/refunds/SKILL.md': `${skill}More.` }],
  ['added', 'skills/refunds/new.sh', { 'skills/refunds/new.sh': 'ls' }],
])('a file of a skill that was %s makes the build stale', async (how, path, change) => {
  const folder = await makePluginFolder(files);
  const builder = await builderFor(folder);
  await builder.build();
  expect([...changedInputs(builder.inputs)]).toEqual([]);

  await folder.write(change);

  expect([...changedInputs(builder.inputs)]).toEqual([{ how, path: join(folder.path, path) }]);
});

test('the first skill of a plugin makes its build stale', async () => {
  const folder = await makePluginFolder(source);
  const builder = await builderFor(folder);
  await builder.build();

  await folder.write({ 'skills/refunds/SKILL.md': skill });

  expect([...changedInputs(builder.inputs)]).toEqual([{ how: 'added', path: join(folder.path, 'skills') }]);
});

test.each([
  ['to a file outside of the skill', '../../package.json'],
  ['to a folder', '../../src'],
  ['to the root of the disk', '/'],
  ['to nothing', 'nowhere'],
])('a link on the disk %s is refused, and not followed', async (_where, target) => {
  const folder = await makePluginFolder(files);
  await symlink(target, join(folder.path, 'skills/refunds/link'));

  const { manifest, diagnostics } = await (await builderFor(folder)).read();

  expect(manifest).toBeUndefined();
  expect(diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual(['SIGIL105 skills/refunds/link']);
});

test('a link on the disk to a file of the same skill is served as that file', async () => {
  const folder = await makePluginFolder(files);
  await symlink('references/RULES.md', join(folder.path, 'skills/refunds/rules.md'));

  const { manifest } = await (await builderFor(folder)).read();

  const [digest, ...others] = (manifest?.skills?.files ?? []).slice(1).map((file) => file.digest);
  expect(others).toEqual([digest]);
});

test('a link to a file that is not there gets the nearest name, if one is near', async () => {
  const folder = await makePluginFolder({
    ...files,
    'skills/refunds/SKILL.md': `${skill}[a](references/RULS.md) [b](a.md)`,
  });

  const { diagnostics } = await (await builderFor(folder)).read();

  expect(diagnostics.map(({ fix }) => fix)).toEqual([
    'Write "references/RULES.md".',
    'Correct the link, or add what it names.',
  ]);
});

test.each([
  ['with very many links that lead nowhere', '[a](nowhere.md)\n'.repeat(20_000), 100],
  ['with a very long address', `[a](${'a'.repeat(500_000)}.md) [b](tool:${'b'.repeat(500_000)})`, 2],
])('a file %s has some faults, soon', async (_what, text, count) => {
  const folder = await makePluginFolder({ ...files, 'skills/refunds/references/RULES.md': text });

  const { diagnostics } = await (await builderFor(folder)).read();

  expect(diagnostics).toHaveLength(count);
});
