import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { openDocument } from './source/document-set.js';
import { ImportError } from './source/import-error.js';
import { writeProject, type WrittenProject } from './write-project.js';

const home = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

const documents = ['2.0', '3.0', '3.1'].flatMap((version) =>
  readdirSync(join(home, version, 'json'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => `${version}/json/${file.replaceAll('\\', '/')}`),
);

async function written(document: string): Promise<WrittenProject> {
  const options = {
    only: [],
    all: true,
    name: 'demo',
    version: '0.1.0',
    isSearched: false,
    knownNames: new Map<string, string>(),
  };
  return writeProject(await openDocument(document, home), options);
}

test.each(documents)('%s becomes sources without any, or is refused with a reason', async (document) => {
  const project = await written(document).catch((error: unknown) => error);
  if (project instanceof ImportError) {
    expect(project.message).toContain('has no operations');
    return;
  }
  const { files, operations } = project as WrittenProject;

  expect(operations.length).toBeGreaterThan(0);
  const sources = files.filter(({ path }) => path.endsWith('.ts')).map(({ text }) => text);
  expect(sources.join('\n').replace(/\/\*\*[^]*?\*\/|'[^'\n]*'/g, '')).not.toMatch(/\bany\b/);
});

describe('the sources of', () => {
  const known = [
    '3.1/json/train-travel.json',
    '3.1/json/readme.json',
    '3.0/json/petstore.json',
    '3.0/json/schema-types.json',
    '2.0/json/petstore.json',
  ];

  test.each(known)('%s are formatted as Prettier does', async (document) => {
    const { files } = await written(document);

    for (const { path, text } of files.filter((file) => /\.(ts|json|md)$/.test(file.path)))
      expect(await format(text, { filepath: path, singleQuote: true, printWidth: 120 }), path).toBe(text);
  });
});
