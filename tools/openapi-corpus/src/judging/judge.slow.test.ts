import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTools } from '../calling/call-tools.mjs';
import { compareImport, type ImportRecord } from '../compare/compare-import.mjs';
import { OpenApiDocument, type Json } from '../documents/document.mjs';
import { buildPlugin, scratchFolder } from '../importing/import-document.mjs';
import { handWrittenDocument, handWrittenFiles, handWrittenRecord } from './hand-written.data.mjs';

const folder = join(scratchFolder, 'hand-written');
const document = new OpenApiDocument(handWrittenDocument);
let tools: Json[] = [];

beforeAll(async () => {
  tools = await build(handWrittenFiles);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a right plugin agrees in every row, and its requests are right', async () => {
  expect(compareImport(document, handWrittenRecord, tools).map(({ name, state }) => `${state} ${name}`)).toEqual([
    'agrees GET /pets/{petId} path petId',
    'agrees GET /pets/{petId} query fields',
    'agrees GET /pets/{petId} header X-Trace',
    'agrees PUT /pets/{petId} path petId',
    'agrees PUT /pets/{petId} body',
    'agrees POST /pets/{petId}/photo path petId',
    'agrees POST /pets/{petId}/photo body',
  ]);
  expect(await callTools(folder, document, handWrittenRecord, tools)).toEqual({
    calls: 6,
    uncalled: [],
    problems: [],
    rejected: [],
  });
});

test.each<[string, (record: ImportRecord, tools: Json[]) => void, string]>([
  ['an operation that is missing', (record) => void record.operations.pop(), 'POST /pets/{petId}/photo'],
  [
    'a parameter that is missing',
    (record) => void record.operations[0]?.parameters.pop(),
    'GET /pets/{petId} header X-Trace',
  ],
  [
    'an argument that is optional',
    (_, changed) => void schemaOf(changed, 'getPet')['required'].pop(),
    'GET /pets/{petId} path petId',
  ],
  [
    'an enum that is wider',
    (_, changed) => void (schemaOf(changed, 'getPet')['properties'].fields = { type: 'array', items: {} }),
    'GET /pets/{petId} query fields',
  ],
  [
    'a bound that is lost',
    (_, changed) => void delete schemaOf(changed, 'putPet')['properties'].age.minimum,
    'PUT /pets/{petId} body',
  ],
])('the judge sees %s, unless a notice says so', (_, change, row) => {
  const record = structuredClone(handWrittenRecord);
  const changed = structuredClone(tools);

  change(record, changed);

  const differing = () => compareImport(document, record, changed).filter(({ state }) => state !== 'agrees');
  expect(differing()).toMatchObject([{ name: row, state: 'silent' }]);
  const pointer = document.operations().find(({ method, path }) => row.startsWith(`${method} ${path}`))?.pointer ?? '';
  record.notices.push({ pointer: '#', code: 'unsupported-keyword', message: '' });
  expect(differing()).toMatchObject([{ name: row, state: 'silent' }]);
  record.notices.push({ pointer, code: 'unsupported-keyword', message: '' });
  expect(differing()).toMatchObject([{ name: row, state: 'noticed' }]);
});

test('a tool of the record that the plugin does not have is a fault, even with a notice', () => {
  const notices = document.operations().map(({ pointer }) => ({ pointer, code: 'unsupported-keyword', message: '' }));
  const others = tools.filter((tool) => tool['name'] !== 'putPet');

  const rows = compareImport(document, { ...handWrittenRecord, notices }, others);

  expect(rows.filter(({ state }) => state !== 'agrees')).toMatchObject([
    { name: 'PUT /pets/{petId}', state: 'silent' },
  ]);
});

test('the judge sees requests and results that are wrong', async () => {
  const wrong = handWrittenFiles['src/pets.ts']
    ?.replace("name: 'fields' }", "name: 'fields', explode: false }")
    .replace('path: { petId }, body }', 'path: { petId }, body: { title: body?.title } }')
    .replace('security: [{ key: [] }],', '')
    .replace('Promise<unknown>', 'Promise<{ name: string }>');
  const changed = await build({ ...handWrittenFiles, 'src/pets.ts': wrong ?? '' });

  const { problems, rejected } = await callTools(folder, document, handWrittenRecord, changed);

  expect(problems.join('\n')).toContain('getPet: query "fields": sent ["name","name"], read ["name,name"]');
  expect(problems.join('\n')).toContain('postPhoto: body: sent');
  expect(problems.join('\n')).toContain('putPet: no alternative of the required credentials was sent');
  expect(rejected.join('\n')).toContain('getPet: error');
});

async function build(files: Record<string, string>): Promise<Json[]> {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { isOk, output } = await buildPlugin(folder);
  expect(isOk, output).toBe(true);
  return JSON.parse(readFileSync(join(folder, 'dist/manifest.json'), 'utf8')).tools;
}

function schemaOf(all: Json[], name: string): Json {
  return all.find((tool) => tool['name'] === name)?.['inputSchema'];
}
