import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '@sigil/core';
import { buildModule } from './build-module.js';

/** Writes a package into this workspace, where `@sigil/core` is found. */
function write(name: string, files: Readonly<Record<string, string>>): string {
  const folder = fileURLToPath(new URL(`../../.test-${name}-${process.pid}`, import.meta.url));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const source = `import { schemaOf } from '@sigil/core';
import { defineExtension } from '@sigil/core/engine';
import { most } from './most.js';

/** The wanted entries. */
interface ListParams {
  /** How many. @minimum 1 @maximum 100 */
  limit?: number;
}

export default defineExtension({
  id: 'com.example/audit',
  methods: { 'audit/list': { params: schemaOf<ListParams>(), run: ({ limit = 10 }) => ({ limit: Math.min(limit, most) }) } },
});
`;

test('a module gets the schemas of its types, and its own files', async () => {
  const folder = write('module', {
    'src/audit.ts': source,
    'src/most.ts': 'export const most: number = 50;\n',
    'other.ts': 'this is no TypeScript',
  });

  const { output, diagnostics } = await buildModule(join(folder, 'src/audit.ts'));

  expect(diagnostics).toEqual([]);
  expect(output).toBe(join(folder, 'dist', 'audit.mjs'));
  const { default: extension } = (await import(pathToFileURL(output!).href)) as {
    default: { methods: { 'audit/list': { params: JsonObject; run: (params: JsonObject) => JsonObject } } };
  };
  const { params, run } = extension.methods['audit/list'];
  expect(params).toEqual({
    type: 'object',
    properties: { limit: { type: 'number', description: 'How many.', minimum: 1, maximum: 100 } },
    additionalProperties: false,
    description: 'The wanted entries.',
  });
  expect(run({ limit: 70 })).toEqual({ limit: 50 });
  expect(readFileSync(output!, 'utf8')).toContain('from "@sigil/core/engine"');
});

test('a schema of no type is an error with its place, and nothing is written', async () => {
  const faulty = source
    .replace('schemaOf<ListParams>()', 'schemaOf()')
    .replace('({ limit = 10 }) =>', '(_, { limit = 10 }: ListParams = {}) =>');
  const folder = write('faulty', { 'src/audit.ts': faulty, 'src/most.ts': 'export const most = 50;\n' });

  const { output, diagnostics } = await buildModule(join(folder, 'src/audit.ts'));

  expect(output).toBeUndefined();
  expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'SIGIL080', file: 'src/audit.ts' }));
});
