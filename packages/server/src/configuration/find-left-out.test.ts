import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLeftOut } from './find-left-out.js';

/** Writes a plugins folder with these files, and returns the reasons. */
async function reasonsFor(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-left-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return (await findLeftOut(folder)).map(({ why }) => why);
}

const keyless = (name: string): string =>
  `"${name}" is not served: its package.json has no "sigil" key; add "sigil": { "plugin": true }, or "plugin": false if it is none`;

test.each([
  ['depends on Sigil', { 'a/package.json': '{ "dependencies": { "@sigil/core": "1" } }' }],
  ['depends on Sigil for its development', { 'a/package.json': '{ "devDependencies": { "@sigil/core": "1" } }' }],
  ['has a build', { 'a/package.json': '{}', 'a/dist/manifest.json': '{}' }],
])('a folder without the key that %s is named with the line to add', async (_, files) => {
  expect(await reasonsFor(files)).toEqual([keyless('a')]);
});

test.each([
  ['a plugin', { 'a/package.json': '{ "sigil": {} }' }],
  ['a folder that says that it is none', { 'a/package.json': '{ "sigil": { "plugin": false } }' }],
  ['a package without Sigil', { 'a/package.json': '{ "dependencies": { "koa": "3" } }' }],
  ['a folder without a package.json', { 'a/notes.md': '' }],
  ['installed packages', { 'node_modules/package.json': '{' }],
  ['a hidden folder', { '.git/package.json': '{' }],
])('%s is not named', async (_, files) => {
  expect(await reasonsFor(files)).toEqual([]);
});

test('a build without a package.json is named', async () => {
  expect(await reasonsFor({ 'a/dist/manifest.json': '{}' })).toEqual([
    '"a" is not served: it has no package.json; add one with "sigil": { "plugin": true }',
  ]);
});

test.each([
  ['', ':1:1', 'expected a value, got the end of the file'],
  ['{\n  "name": "a"\n  "type": "module"\n}', ':3:3', 'expected "," or "}"'],
  ['[]', ':1:1', 'expected an object'],
])('a package.json %j is named with its place', async (text, at, why) => {
  expect(await reasonsFor({ 'a/package.json': text })).toEqual([
    `a/package.json${at}: it is not valid JSON: ${why}; what it said before counts until it is saved again`,
  ]);
});

test('a plugins folder that does not exist is named', async () => {
  expect(await findLeftOut(join(tmpdir(), 'sigil-nowhere', 'plugins'))).toEqual([
    { name: 'plugins', why: 'the plugins folder "plugins" does not exist; plugins are served once they are in it' },
  ]);
});

test.each([
  ['depends on Sigil', { 'package.json': '{ "dependencies": { "@sigil/core": "1" } }' }],
  ['has a build', { 'package.json': '{}', 'dist/manifest.json': '{}' }],
])('a plugins folder without the key that is a package and %s is named itself', async (_, files) => {
  expect(await reasonsFor(files)).toEqual([
    expect.stringMatching(/^"sigil-left-out-\w+" is not served: .* no "sigil" key/),
  ]);
});

test('a package that has plugins in its folders is none itself', async () => {
  const files = { 'package.json': '{ "dependencies": { "@sigil/core": "1" } }', 'a/package.json': '{ "sigil": {} }' };

  expect(await reasonsFor(files)).toEqual([]);
});
