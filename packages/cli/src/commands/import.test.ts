import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Ran, run } from '../run-sigil.test-support.js';

interface Document {
  readonly path: string;
  write(summary: string, count?: number): void;
  import(...options: string[]): Promise<Ran>;
}

function openDocument(): Document {
  const path = mkdtempSync(join(tmpdir(), 'sigil-import-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write: (summary, count = 1) => {
      const get = (index: number): object => ({
        operationId: `list${index}`,
        summary,
        tags: ['things'],
        responses: { 204: { description: 'ok' } },
      });
      const paths = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`/things/${index}`, { get: get(index) }]),
      );
      writeFileSync(
        join(path, 'api.json'),
        JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths }),
      );
    },
    import: (...options) =>
      run(['import', 'openapi', 'api.json', '--out', 'things', '--name', 'things', ...options], { cwd: path }),
  };
}

test('a document is written as a plugin, and the command says how many tools and differences there are', async () => {
  const document = openDocument();
  document.write('List things.');

  const { exitCode, stderr } = await document.import();

  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^wrote things: 1 tool of Things, \d+ files\nimport\.json lists 1 differences/);
  expect(readdirSync(join(document.path, 'things', 'src'))).toEqual(['api.ts', 'things.ts']);
});

test('a refusal has no stack, ends with 1 and leaves nothing behind', async () => {
  const document = openDocument();
  document.write('List things.', 41);

  const { exitCode, stderr } = await document.import();

  expect(exitCode).toBe(1);
  expect(stderr).toContain('the document has 41 operations');
  expect(stderr).not.toMatch(/\n +at /);
  expect(readdirSync(document.path)).toEqual(['api.json']);
});

test('a second import shows what is renewed, what stays, and the tools that are gone', async () => {
  const document = openDocument();
  document.write('List things.', 2);
  await document.import();
  const source = join(document.path, 'things', 'src', 'things.ts');
  writeFileSync(source, readFileSync(source, 'utf8').replace('List things.', 'List my things.'));
  document.write('List all things.', 1);

  const { stderr } = await document.import();

  expect(stderr).toContain('renewed  src/things.ts');
  expect(stderr).toContain('class Things.list0: you edited it and the document changed it; yours stays');
  expect(stderr).toMatch(/- +\/\*\* List my things\. \*\/\n +\+ +\/\*\* List all things\. \*\//);
  expect(stderr).toContain('breaking: tool "list1"');
});

test('with --search there is no limit on operations, and package.json tells servers to list a search', async () => {
  const document = openDocument();
  document.write('List things.', 41);

  const { stderr } = await document.import('--search');

  expect(stderr).toContain('41 tools');
  const written = JSON.parse(readFileSync(join(document.path, 'things', 'package.json'), 'utf8')) as object;
  expect(written).toMatchObject({ sigil: { plugin: true, discovery: 'search' } });
});

test('a dry run says what it would write', async () => {
  const document = openDocument();
  document.write('List things.');

  const { stderr } = await document.import('--dry-run');

  expect(stderr).toContain('would write things: 1 tool');
  expect(readdirSync(document.path)).toEqual(['api.json']);
});
