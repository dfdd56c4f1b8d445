import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlugin, checkTypes, importDocument, scratchFolder } from '../importing/import-document.mjs';
import { isClearRefusal } from '../run-document.mjs';
import { findCalls } from './find-calls.mjs';
import { hostileDocuments, secretContent } from './hostile-documents.data.mjs';
import { documentWithText, hostileTexts } from './hostile-texts.data.mjs';

const folder = join(scratchFolder, 'hostile-documents');
let host = '';
const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end(JSON.stringify({ type: 'string', description: secretContent }));
});

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'outside.json'),
    JSON.stringify({ secret: { type: 'string', description: secretContent } }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(Object.entries(hostileTexts))('%s in every text field becomes no code', async (name, text) => {
  await importHostile(name, JSON.stringify(documentWithText(text)));
});

test.each(hostileDocuments)('$name is refused with its place, or has no effect', async ({ name, text }) => {
  await importHostile(name, text(host));
});

/** Imports a document, and checks all that may follow from it. */
async function importHostile(name: string, text: string): Promise<void> {
  const id = `hostile-${name.replaceAll(/\W+/g, '-')}`;
  const own = join(folder, id);
  mkdirSync(own);
  symlinkSync('../outside.json', join(own, 'link.json'));
  const isYaml = text.startsWith('openapi:');
  const file = join(own, isYaml ? 'openapi.yaml' : 'openapi.json');
  writeFileSync(file, text);
  const before = readdirSync(scratchFolder);

  const imported = await importDocument(file, id);

  try {
    expect(requests).toEqual([]);
    expect(imported.output).not.toContain(secretContent);
    expect(imported.output).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    expect(readdirSync(scratchFolder).filter((it) => it !== id)).toEqual(before);
    if (!imported.isOk) {
      expect(isClearRefusal(imported.output), imported.output).toBe(true);
      expect(existsSync(imported.folder)).toBe(false);
      return;
    }
    for (const source of sourcesIn(imported.folder)) {
      expect(findCalls(source), source).not.toContain('injected');
      expect(source).not.toContain(secretContent);
    }
    expect(await buildPlugin(imported.folder)).toMatchObject({ isOk: true });
    expect(await checkTypes(imported.folder)).toMatchObject({ isOk: true });
  } finally {
    rmSync(imported.folder, { recursive: true, force: true });
  }
}

function sourcesIn(project: string): string[] {
  const files = readdirSync(project, { recursive: true, encoding: 'utf8' });
  return files.filter((path) => path.endsWith('.ts')).map((path) => readFileSync(join(project, path), 'utf8'));
}
