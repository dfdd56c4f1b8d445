import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findRegistryProblem, openRegistry } from './registry-places.js';
import { rollBackPublication } from './roll-back-publication.js';

const expected = 'expected a folder, oci://host/repository, oci+http://…, redis://host:port or rediss://…';

test.each([
  ['http://x', `${expected}, got "http://x"`],
  ['HTTPS://ann:secret@registry.example/plugins', `${expected}, got "HTTPS://***@registry.example/plugins"`],
  ['s3://bucket', `${expected}, got "s3://bucket"`],
  ['oci://host', 'expected oci://host/repository, got "oci://host"'],
])('"%s" is rejected as a registry', (place, problem) => {
  expect(findRegistryProblem(place)).toBe(problem);
  expect(problem).not.toContain('secret');
});

test.each([
  'registry',
  './a:b',
  '/srv/registry',
  'C:\\registry',
  'oci://host/a',
  'oci+http://host/a',
  'redis://host:1',
])('"%s" is accepted as a registry', (place) => {
  expect(findRegistryProblem(place)).toBeUndefined();
});

test.each([
  ['http://ann:secret@x', `${expected}, got "http://***@x"`],
  ['http://ann:s@cret:secret@x', `${expected}, got "http://***@x"`],
  ['oci://ann:secret@host/a', 'expected oci://host/repository, got "oci://***@host/a"'],
  ['redis://ann:secret@host:port', 'expected redis://host:port, got "redis://***@host:port"'],
])('openRegistry() rejects %s in the same words, and shows its credentials nowhere in the error', (place, message) => {
  let thrown: unknown;
  try {
    openRegistry(place);
  } catch (error) {
    thrown = error;
  }

  expect(thrown).toEqual(new Error(message));
  expect(findRegistryProblem(place)).toBe(message);
  expect(inspect(thrown, { depth: Infinity, showHidden: true })).not.toMatch(/secret|s@cret/);
});

test('a rollback that finds no pointer makes no folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-places-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));

  await expect(rollBackPublication(openRegistry(join(folder, 'new')), 'zz')).rejects.toMatchObject({
    code: 'pointer-missing',
  });

  expect(await readdir(folder)).toEqual([]);
});
