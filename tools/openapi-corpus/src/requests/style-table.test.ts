import { ApiClient } from '@sigil/openapi/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpenApiDocument } from '../documents/document.mjs';
import { styleTableDocument, styleValues } from '../documents/style-table.mjs';
import { checkRequest, type SentValues } from './check-request.mjs';
import { describeOperation } from './describe-operation.mjs';
import { openMockApi, type MockApi } from './mock-api.mjs';

const document = new OpenApiDocument(styleTableDocument());
let api: MockApi;

beforeAll(async () => {
  api = await openMockApi();
});

afterAll(() => api.close());

const rows = document.operations().map((operation) => {
  const id = String(operation.definition['operationId']);
  const [place = '', , , kind = ''] = id.includes('_content_')
    ? id.replace('_content', '_content_').split('_')
    : id.split('_');
  return { id, operation, place, kind };
});

test.each(rows)('the values of $id arrive as they were meant', async ({ id, operation, place, kind }) => {
  const client = new ApiClient({ name: 'Style table' }, { baseUrl: api.url });
  const values = valuesOf(place, kind);

  for (const value of values.filter((it) => isSendable(id, it))) {
    const meant = { [place]: { color: value } } as SentValues;
    await client.call(describeOperation(document, operation), meant);
    const [request] = api.takeRequests();

    expect(request && checkRequest(document, operation, request, meant), JSON.stringify(value)).toEqual([]);
  }
});

test('the checker sees a request that is wrong', async () => {
  const operation = document.operations().find(({ path }) => path === '/query_form_exploded_list');
  if (!operation) throw new Error('the document has no such row');
  const client = new ApiClient({ name: 'Style table' }, { baseUrl: api.url });
  const description = describeOperation(document, operation);
  const [parameter] = description.parameters ?? [];
  if (!parameter) throw new Error('the row has no parameter');
  const meant: SentValues = { query: { color: ['a', 'b'] } };

  await client.call({ ...description, parameters: [{ ...parameter, explode: false }] }, meant);
  await client.call({ ...description, parameters: [{ ...parameter, name: 'colour' }] }, { query: { colour: ['a'] } });
  await client.call({ ...description, method: 'PUT' }, meant);

  expect(api.takeRequests().map((request) => checkRequest(document, operation, request, meant))).toEqual([
    ['query "color": sent ["a","b"], read ["a,b"]'],
    ['query "color": sent ["a","b"], read undefined', 'query "colour" is not in the document'],
    ['the method is PUT'],
  ]);
});

function valuesOf(place: string, kind: string): readonly unknown[] {
  const byPlace: Record<string, Record<string, readonly unknown[]>> = styleValues;
  return byPlace[place]?.[kind] ?? [];
}

/** Values that no client can send in this row: the run-time refuses them, which its own tests show. */
function isSendable(id: string, value: unknown): boolean {
  // `allowReserved` passes triples through, and brackets have a meaning in the names of deepObject.
  if (id.endsWith('_reserved') && /%[\dA-F]{2}/i.test(JSON.stringify(value))) return false;
  if (id.startsWith('query_deepObject') && JSON.stringify(value).includes('[o]')) return false;
  const text = JSON.stringify(value);
  if (/^query_(space)/.test(id)) return !/\s/.test(text);
  if (id.startsWith('header_content')) return !/[^\x20-\xFF]/.test(text);
  return true;
}
