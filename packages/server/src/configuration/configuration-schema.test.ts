import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { buildConfigurationSchema } from './configuration-schema.js';

const published = new URL('../../sigil.config.schema.json', import.meta.url);

test('the published schema equals the schema built from the source', async () => {
  await expect(`${JSON.stringify(buildConfigurationSchema(), undefined, 2)}\n`).toMatchFileSnapshot(published.pathname);
});

describe('the published schema', () => {
  const schema = JSON.parse(readFileSync(published, 'utf8'));
  const validate = new Ajv({ strict: true }).compile(schema);

  test.each([
    [{ $schema: './schema.json', port: 8080, pluginsFolder: './plugins', packageFile: './package.json' }],
    [{ plugins: { weather: { link: 'worker', configuration: { any: ['thing'] }, linkLimits: { maxHeapMb: 64 } } } }],
    [{ limits: { callTimeoutMs: 1000 }, namespaceSeparator: '.' }],
  ])('accepts %j', (configuration) => {
    expect(validate(configuration), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each([
    [{ prot: 8080 }],
    [{ port: 70_000 }],
    [{ profile: 'read-only' }],
    [{ plugins: { weather: { link: 'thread' } } }],
    [{ plugins: { weather: { linkLimits: { maxHeap: 64 } } } }],
    [{ limits: { maxEverything: 1 } }],
  ])('rejects %j', (configuration) => {
    expect(validate(configuration)).toBe(false);
  });

  test('describes each key', () => {
    const { properties } = schema;
    for (const [key, { description }] of Object.entries<{ description?: string }>(properties)) {
      expect(description, key).toMatch(/[.k]$|\.sigil$/);
    }
  });
});
