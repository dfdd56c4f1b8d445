import { describe, expect, test } from 'vitest';
import { buildCatalog, fixedSource } from './build-catalog.js';
import { catalogOf, idleContext, promptOf, resourceOf, templateOf, toolOf } from './catalog.test-support.js';

const context = idleContext();

test('components are found by their name', () => {
  const tool = toolOf('forecast');
  const prompt = promptOf('packing');

  const catalog = catalogOf({ tools: [toolOf('story'), tool], prompts: [prompt] });

  expect(catalog.findTool('forecast')).toBe(tool);
  expect(catalog.findPrompt('packing')).toBe(prompt);
  expect(catalog.findTool('packing')).toBeUndefined();
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s is found only if a component has that name',
  (name) => {
    const empty = catalogOf();
    const full = catalogOf({ tools: [toolOf(name)], prompts: [promptOf(name)], resources: [resourceOf(name)] });

    expect([empty.findTool(name), empty.findPrompt(name), empty.findResource(name)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(full.findTool(name)?.definition.name).toBe(name);
    expect(full.findPrompt(name)?.definition.name).toBe(name);
    expect(full.findResource(name)).toBeDefined();
  },
);

test('lists keep the given order', () => {
  const catalog = catalogOf({ tools: ['c', 'a', 'b'].map((name) => toolOf(name)) });

  expect(catalog.tools.map(({ definition }) => definition.name)).toEqual(['c', 'a', 'b']);
});

test.each([
  ['tool', { tools: [toolOf('a'), toolOf('a')] }],
  ['prompt', { prompts: [promptOf('a'), promptOf('a')] }],
  ['resource', { resources: [resourceOf('a'), resourceOf('a')] }],
  ['resource template', { resourceTemplates: [templateOf('a'), templateOf('a')] }],
])('two components cannot publish the same %s', (kind, components) => {
  expect(() => catalogOf(components)).toThrow(
    expect.objectContaining({ code: 'name-taken', message: `two components publish the ${kind} "a"` }),
  );
});

test('names that differ only in case are different', () => {
  expect(catalogOf({ tools: [toolOf('a'), toolOf('A')] }).tools).toHaveLength(2);
});

test('the reader of unlisted resources is tried last, and only if there is one', async () => {
  const unlisted = {
    read: resourceOf('', async (uri) => ({ kind: 'result', contents: [{ uri, text: `unlisted ${uri}` }] })).read,
    announcesUpdates: true,
  };
  const listed = { resources: [resourceOf('x://a')], resourceTemplates: [templateOf('y://{name}')] };
  const catalog = catalogOf({ ...listed, unlisted });
  const textAt = async (uri: string): Promise<unknown> => catalog.findResource(uri)?.read(context);

  expect(await textAt('x://a')).toMatchObject({ contents: [{ text: 'x://a' }] });
  expect(await textAt('y://b')).not.toMatchObject({ contents: [{ text: 'unlisted y://b' }] });
  expect(await textAt('x://b')).toMatchObject({ contents: [{ text: 'unlisted x://b' }] });
  expect(catalogOf({ unlisted }).announcesUpdates).toBe(true);
  expect(catalogOf(listed).findResource('x://b')).toBeUndefined();
});

test('an exact URI wins over a template', async () => {
  const catalog = catalogOf({ resources: [resourceOf('x://a')], resourceTemplates: [templateOf('x://{name}')] });

  await expect(catalog.findResource('x://a')?.read(context)).resolves.toMatchObject({ contents: [{ text: 'x://a' }] });
  await expect(catalog.findResource('x://b')?.read(context)).resolves.toMatchObject({
    contents: [{ uri: 'x://b', text: '{"name":"b"}' }],
  });
});

describe('a resource in another spelling', () => {
  const catalog = catalogOf({
    resources: [resourceOf('app://Café/~a'), resourceOf('app://x/a%2Fb')],
    resourceTemplates: [templateOf('app://my notes/{name}{?part}')],
  });
  const textAt = async (uri: string) => {
    const found = await catalog.findResource(uri)?.read(context);
    return found?.kind === 'result' ? found.contents : undefined;
  };

  test.each(['app://caf%C3%A9/~a', 'APP://CAFé/%7Ea', 'app://Caf%c3%a9/%7ea'])('%s is found', async (uri) => {
    expect(await textAt(uri)).toMatchObject([{ text: 'app://Café/~a' }]);
  });

  test.each(['app://x/a/b', 'app://caf%C3%A9/~A', 'app://café/~a?q', 'app://café/~a#f', 'app://café/%~a'])(
    '%s is another one',
    async (uri) => {
      expect(await textAt(uri)).toBeUndefined();
    },
  );

  test('of a template is found, with the values that the caller wrote', async () => {
    expect(await textAt('app://my%20notes/Up?part=é')).toMatchObject([{ text: '{"name":"Up","part":"é"}' }]);
    expect(catalog.findTemplate('app://my%20notes/{name}{?part}')).toBe(catalog.resourceTemplates[0]);
  });

  test.each([
    ['resources', { resources: [resourceOf('app://é'), resourceOf('APP://%c3%a9')] }],
    ['templates', { resourceTemplates: [templateOf('app://é/{a}'), templateOf('APP://%c3%a9/{a}')] }],
  ])('is refused beside the first: %s', (_kind, components) => {
    expect(() => catalogOf(components)).toThrow('two components publish');
  });
});

describe('a name with a dot or a slash for an underscore, or the reverse,', () => {
  const names = ['wx_forecast', 'wx.story', 'a_b', 'a.b'];
  const catalog = catalogOf({ tools: names.map((name) => toolOf(name)), prompts: names.map((name) => promptOf(name)) });

  test.each([
    ['wx.forecast', 'wx_forecast'],
    ['wx_story', 'wx.story'],
    ['wx/forecast', 'wx_forecast'],
    ['wx/story', 'wx.story'],
    ['a.b', 'a.b'],
    ['a_b', 'a_b'],
  ])('%s finds %s', (name, found) => {
    expect(catalog.findTool(name)?.definition.name).toBe(found);
    expect(catalog.findPrompt(name)?.definition.name).toBe(found);
  });

  test('finds nothing that it could not be alone, and nothing with another letter', () => {
    const doubtful = catalogOf({ tools: ['a_b.c', 'a.b_c'].map((name) => toolOf(name)) });

    expect(doubtful.findTool('a_b_c')).toBeUndefined();
    expect(catalog.findTool('a/b')).toBeUndefined();
    expect(catalog.findTool('wx-forecast')).toBeUndefined();
    expect(catalog.findTool('WX_forecast')).toBeUndefined();
  });

  test('does not replace a former name', () => {
    const explain = () => 'it was removed';
    const former = catalogOf({ tools: [toolOf('a_b')], formerTools: [{ name: 'a.b', explain }] });

    expect(former.findTool('a.b')).toBeUndefined();
  });
});

test('templates are tried in their order', async () => {
  const catalog = catalogOf({ resourceTemplates: [templateOf('x://{first}'), templateOf('x://{+second}')] });

  await expect(catalog.findResource('x://a')?.read(context)).resolves.toMatchObject({
    contents: [{ text: '{"first":"a"}' }],
  });
  await expect(catalog.findResource('x://a/b')?.read(context)).resolves.toMatchObject({
    contents: [{ text: '{"second":"a/b"}' }],
  });
});

test('a template that cannot be parsed is rejected', () => {
  expect(() => catalogOf({ resourceTemplates: [templateOf('x://{')] })).toThrow('expected {name}');
});

test('a fixed source returns its catalog and never notifies', () => {
  const catalog = buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] });
  const source = fixedSource(catalog);

  const hold = source.hold();
  source.onChange(() => expect.unreachable())();
  hold.release();

  expect(source.current()).toBe(catalog);
});
