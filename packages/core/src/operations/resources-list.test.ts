import { describe, expect, test, vi } from 'vitest';
import { catalogOf, resourceOf, templateOf } from '../catalog/catalog.test-support.js';
import type { PublishedResourceTemplate } from '../catalog/catalog.js';
import { ToolError } from '../errors/tool-error.js';
import type { ListedResource } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { callWith, newest, resultOf, type TestCallOptions } from './operation.test-support.js';
import { resourcesList } from './resources-list.js';
import { resourcesTemplatesList } from './resources-templates-list.js';

const cities = ['oslo', 'rome', 'bern'];
const instanceOf = (city: string): ListedResource => ({ uri: `w://${city}`, name: city, title: city.toUpperCase() });

function listed(
  list: NonNullable<PublishedResourceTemplate['list']> = async () => cities.map(instanceOf),
  uriTemplate = 'w://{city}',
): PublishedResourceTemplate {
  return { ...templateOf(uriTemplate), list };
}

const catalog = catalogOf({ resources: [resourceOf('w://all')], resourceTemplates: [listed()] });

const namesOf = (page: JsonObject): string[] => (page['resources'] as { name: string }[]).map(({ name }) => name);

async function pageOf(options: TestCallOptions, cursor?: string): Promise<JsonObject> {
  return resultOf(resourcesList, callWith({ ...options, params: cursor === undefined ? {} : { cursor } }));
}

describe.each(revisions)('$date', (revision) => {
  test('instances of a template are listed after the resources, page by page', async () => {
    const options = { revision, catalog, limits: { pageSize: 3 } };

    const first = await pageOf(options);
    const second = await pageOf(options, String(first['nextCursor']));

    expect([namesOf(first), namesOf(second)]).toEqual([['w://all', 'oslo', 'rome'], ['bern']]);
    expect(second).not.toHaveProperty('nextCursor');
    expect(await pageOf({ ...options, catalog }, undefined)).toEqual(first);
  });

  test('an instance has the members that the revision knows', async () => {
    const [, oslo] = (await pageOf({ revision, catalog }))['resources'] as JsonObject[];

    const title = revision.fields.resource.includes('title') ? { title: 'OSLO' } : {};
    expect(oslo).toEqual({ uri: 'w://oslo', name: 'oslo', ...title });
  });

  test('a template with instances is still listed as a template', async () => {
    const { resourceTemplates } = await resultOf(resourcesTemplatesList, callWith({ revision, catalog }));

    expect(resourceTemplates).toEqual([{ uriTemplate: 'w://{city}', name: 'w://{city}' }]);
  });
});

test('a list that grows between two pages continues at the same position', async () => {
  const growing = [...cities];
  const options = {
    catalog: catalogOf({ resourceTemplates: [listed(async () => growing.map(instanceOf))] }),
    limits: { pageSize: 2 },
  };
  const first = await pageOf(options);
  growing.push('lund');

  const second = await pageOf(options, String(first['nextCursor']));

  expect(namesOf(second)).toEqual(['bern', 'lund']);
});

test('an instance that two templates list appears once', async () => {
  const twice = catalogOf({ resourceTemplates: [listed(), listed(async () => [instanceOf('oslo')], 'w://{+path}')] });

  expect(namesOf(await pageOf({ catalog: twice }))).toEqual(cities);
});

test('a list method receives the context of the call', async () => {
  const list = vi.fn(async () => []);
  const call = callWith({ catalog: catalogOf({ resourceTemplates: [listed(list)] }) });

  await resultOf(resourcesList, call);

  expect(list).toHaveBeenCalledExactlyOnceWith(call);
});

test('every template is held while it lists its instances, and then released', async () => {
  const call = callWith({ catalog: catalogOf({ resourceTemplates: [listed(), listed(async () => [], 'x://{id}')] }) });

  await resultOf(resourcesList, call);

  expect(call.source.releases).toEqual([1, 1]);
});

describe('a template', () => {
  const others = listed(async () => [{ uri: 'x://1', name: 'one' }], 'x://{id}');

  test.each<[string, NonNullable<PublishedResourceTemplate['list']>]>([
    [
      'that throws',
      () => {
        throw new ToolError('no list today');
      },
    ],
    ['that rejects', async () => Promise.reject(new Error('no list today'))],
    ['that takes longer than listTimeoutMs', () => new Promise(() => undefined)],
  ])('%s is skipped and reported to the operator, and the others are listed', async (_name, list) => {
    const call = callWith({
      catalog: catalogOf({ resourceTemplates: [listed(list), others] }),
      limits: { listTimeoutMs: 20 },
    });

    expect(namesOf(await resultOf(resourcesList, call))).toEqual(['one']);
    expect(call.faults.map(({ during }) => during)).toEqual(['the list of w://{city}']);
  });
});

test('a list longer than maxListedInstances is cut and reported to the operator', async () => {
  const call = callWith({ catalog, limits: { maxListedInstances: 2 } });

  expect(namesOf(await resultOf(resourcesList, call))).toEqual(['w://all', 'oslo', 'rome']);
  expect(String(call.faults[0]?.error)).toContain('maxListedInstances is 2');
});

test.each(['', 'abc', '%%', btoa('x.3'), btoa('3')])('the cursor %j is refused', async (cursor) => {
  await expect(pageOf({ catalog, revision: newest }, cursor)).rejects.toMatchObject({ kind: 'invalid-params' });
});

test('a cursor of an earlier catalog is refused', async () => {
  const limits = { pageSize: 2 };
  const { nextCursor } = await pageOf({ catalog, limits });
  const next = catalogOf({ resources: [resourceOf('w://other')], resourceTemplates: [listed()] });

  await expect(pageOf({ catalog: next, limits }, String(nextCursor))).rejects.toMatchObject({ kind: 'invalid-params' });
});

test('what no URI may contain is encoded in every list, and two spellings of one URI are listed once', async () => {
  const spaced = async () => [
    { uri: 'w://my notes/é', name: 'first' },
    { uri: 'W://my%20notes/%c3%a9', name: 'second' },
  ];
  const options = {
    catalog: catalogOf({
      resources: [resourceOf('w://a b')],
      resourceTemplates: [listed(spaced, 'w://my notes/{city}')],
    }),
  };

  const resources = await pageOf(options);
  const templates = await resultOf(resourcesTemplatesList, callWith(options));

  expect(resources['resources']).toMatchObject([{ uri: 'w://a%20b' }, { uri: 'w://my%20notes/%C3%A9', name: 'first' }]);
  expect(templates['resourceTemplates']).toMatchObject([{ uriTemplate: 'w://my%20notes/{city}' }]);
});
