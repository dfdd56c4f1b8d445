import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportError, importOpenApi } from '@sigil/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCalls } from './find-calls.mjs';
import { hostileDocuments, secretContent } from './hostile-documents.data.mjs';
import { documentWithText, hostileTexts } from './hostile-texts.data.mjs';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigil-hostile-')));
let host = '';
const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end(JSON.stringify({ type: 'string', description: secretContent }));
});

beforeAll(async () => {
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
  const outcome = await importHostile(name, JSON.stringify(documentWithText(text)));

  // No name of a member may be that of its prototype; everything else is only a text.
  expect(outcome).toBe(text === '__proto__' ? 'refused' : 'imported');
});

test.each(hostileDocuments)('$name is refused with its place, or has no effect', async ({ name, text }) => {
  await importHostile(name, text(host));
});

/** Imports a document, and checks all that may follow from it. */
async function importHostile(name: string, text: string): Promise<'imported' | 'refused'> {
  const own = join(folder, name.replaceAll(/\W+/g, '-'));
  mkdirSync(own);
  symlinkSync('../outside.json', join(own, 'link.json'));
  const source = join(own, text.startsWith('openapi:') ? 'openapi.yaml' : 'openapi.json');
  writeFileSync(source, text);
  const out = join(own, 'plugin');
  const before = readdirSync(folder);

  const failure = await importOpenApi({
    source,
    folder: own,
    out,
    name: 'hostile',
    only: [],
    all: true,
    version: '0.1.0',
    isDryRun: false,
    isSearched: false,
    writesConflicts: false,
  }).then(
    () => undefined,
    (error: unknown) => error,
  );

  expect(requests).toEqual([]);
  expect(readdirSync(folder)).toEqual(before);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  if (failure !== undefined) {
    expect(failure).toBeInstanceOf(ImportError);
    const { message } = failure as ImportError;
    expect(message).not.toContain(secretContent);
    expect(message, message).toMatch(/#|:\d+|openapi\.(json|yaml)/);
    expect(existsSync(out)).toBe(false);
    return 'refused';
  }
  for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ts|json|md)$/.test(path)) continue;
    const written = readFileSync(join(out, path), 'utf8');
    expect(written).not.toContain(secretContent);
    if (path.endsWith('.json')) JSON.parse(written);
    if (path.endsWith('.ts')) expect(findCalls(written), written).not.toContain('injected');
  }
  return 'imported';
}
