import { isJsonObject, type JsonObject } from '@sigil/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import {
  promptOf,
  resourceOf,
  serverOf,
  settled,
  structuredTool,
  toolOf,
  toolThatNeedsCity,
} from './server.test-support.js';

const roots: readonly [string, JsonObject, unknown][] = [
  ['object', { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }, { a: 1 }],
  ['array', { type: 'array', items: { $ref: '#/$defs/Item' }, $defs: { Item: { type: 'string' } } }, ['a']],
  ['string', { type: 'string', minLength: 1 }, 'a'],
  ['number', { type: 'number' }, 0.5],
  ['boolean', { type: 'boolean' }, false],
  ['null', { type: 'null' }, null],
  ['union', { anyOf: [{ type: 'object' }, { type: 'null' }] }, null],
];
const objectsIn = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isJsonObject) : []);

/** One tool for each kind of input schema. */
const shapes = [
  toolOf('plain'),
  toolOf('closed', undefined, { inputSchema: { type: 'object', additionalProperties: false } }),
  toolOf('booleans', undefined, { inputSchema: { type: 'object', properties: { any: true, none: false } } }),
  toolOf('composed', undefined, {
    inputSchema: {
      type: 'object',
      properties: { at: { $ref: '#/$defs/At' } },
      oneOf: [{ required: ['at'] }, { required: [] }],
      $defs: { At: { type: 'string', format: 'date-time' } },
    },
  }),
];

describe.each(underRule(116))('$date', (revision) => {
  // Rules: 116, 125, 134
  test('the server declares tools, resources and prompts, lists them, and announces their changes', async () => {
    const components = { tools: [toolOf('hello')], resources: [resourceOf('x://a')], prompts: [promptOf('greet')] };
    const server = serverOf(components);
    const peer = await openPeer(server.engine, revision, { isSilent: true });

    const { result } = revision.era === 'legacy' ? await peer.initialize() : await peer.request('server/discover');
    const lists = [
      await peer.result('tools/list'),
      await peer.result('resources/list'),
      await peer.result('prompts/list'),
    ];
    const notifications = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true };
    if (revision.era !== 'legacy') void peer.send(peer.requestOf('subscriptions/listen', { notifications }));
    await settled();
    server.change('tools', 'resources', 'prompts');
    await settled();

    const announced = { listChanged: true };
    expect(result).toMatchObject({ capabilities: { tools: announced, resources: announced, prompts: announced } });
    expect(lists).toMatchObject([
      { tools: [{ name: 'hello' }] },
      { resources: [{ uri: 'x://a' }] },
      { prompts: [{ name: 'greet' }] },
    ]);
    const methods = peer.notifications().map(({ method }) => method);
    expect(methods.slice(-3)).toEqual(
      ['tools', 'resources', 'prompts'].map((list) => `notifications/${list}/list_changed`),
    );
  });

  // Rules: 117, 126, 135
  test.each([
    ['tools/list', 'tools'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ])('%s returns an empty list when there is nothing to list', async (method, member) => {
    const peer = await openPeer(serverOf().engine, revision);

    expect(await peer.result(method)).toMatchObject({ [member]: [] });
  });

  // Rules: 118, 127, 135
  test.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])(
    '%s is the same on every connection and after other requests',
    async (method) => {
      const { engine } = serverOf({ tools: shapes });
      const first = await openPeer(engine, revision);
      const second = await openPeer(engine, revision, { capabilities: { roots: {}, sampling: {} } });

      const before = await first.result(method);
      await first.request('tools/call', { name: 'plain' });
      await first.request('resources/read', { uri: 'x://a' });

      expect(await first.result(method)).toEqual(before);
      expect(await second.result(method)).toEqual(before);
    },
  );

  // Rules: 121
  test('a tool whose arguments are wrong is not run, and the answer says what it needs', async () => {
    const tool = toolThatNeedsCity();
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision);
    const explains = { text: expect.stringMatching(/city.*a string/) };
    const expected =
      revision.badArguments === 'tool-error'
        ? { result: { isError: true, content: [explains] } }
        : { error: { code: -32602, message: explains.text } };

    const answers = [];
    for (const wrong of [{ arguments: { city: 7 } }, { arguments: {} }, { arguments: null }, {}]) {
      answers.push(await peer.request('tools/call', { name: 'forecast', ...wrong }));
    }
    const errors = [];
    for (const wrong of ['Rome', [], 7]) {
      errors.push(await peer.error('tools/call', { name: 'forecast', arguments: wrong }));
    }
    const runsOfWrong = [...tool.runs];
    const result = await peer.result('tools/call', { name: 'forecast', arguments: { city: 'Rome' } });

    expect(answers).toMatchObject([expected, expected, expected, expected]);
    expect(errors.map(({ code }) => code)).toEqual([-32602, -32602, -32602]);
    expect(runsOfWrong).toEqual([]);
    expect(result).toMatchObject({ content: [{ text: 'sunny' }] });
    expect(tool.runs).toEqual([{ city: 'Rome' }]);
  });

  // Rules: 124, 147
  test.each([
    ['an error of the language', new TypeError('cannot read secret-token of undefined')],
    ['an error of the system', Object.assign(new Error('ENOENT /srv/secret-token'), { code: 'ENOENT' })],
    ['a path in a message', new Error('could not open /srv/secret-token/key.pem')],
  ])('%s thrown by a tool reveals no internal details', async (_what, thrown) => {
    const tool = toolOf('crash', async () => {
      throw thrown;
    });
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision);
    if (revision.era === 'legacy') await peer.result('logging/setLevel', { level: 'debug' });

    const _meta = { 'io.modelcontextprotocol/logLevel': 'debug' };
    const answer = await peer.result('tools/call', { name: 'crash', _meta });

    expect(answer).toMatchObject({ isError: true });
    expect(peer.texts.join('\n')).not.toMatch(/secret-token|node_modules|at .*\.ts/);
    expect(peer.notifications()).toEqual([]);
  });
});

// Rules: 119
test.each(underRule(119))('input schemas in $date have the type object', async (revision) => {
  const peer = await openPeer(serverOf({ tools: shapes }).engine, revision);

  const { tools } = await peer.result('tools/list');

  const schemas = objectsIn(tools).map(({ inputSchema }) => inputSchema);
  expect(schemas.filter((schema) => !isJsonObject(schema) || schema['type'] !== 'object')).toEqual([]);
  expect(schemas).toHaveLength(shapes.length);
});

// Rules: 33
test.each(underRule(33))('the schemas listed in $date are valid JSON Schema 2020-12', async (revision) => {
  const tools = [...shapes, ...roots.map(([name, schema, value]) => structuredTool(name, schema, value))];
  const peer = await openPeer(serverOf({ tools }).engine, revision);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  const listed = objectsIn((await peer.result('tools/list'))['tools']);

  const schemas = listed.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]).filter(isJsonObject);
  expect(schemas).toHaveLength(shapes.length + 2 * roots.length);
  expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([]);
  expect(schemas.filter((schema) => '$schema' in schema)).toEqual([]);
  expect(schemas.map((schema) => ajv.compile(schema))).toHaveLength(schemas.length);
});

describe.each(underRule(120))('$date', (revision) => {
  const ajv = new Ajv2020();

  // Rules: 120
  test.each(roots)(
    'a structured result of type %s conforms to the listed output schema',
    async (name, schema, value) => {
      const peer = await openPeer(serverOf({ tools: [structuredTool(name, schema, value)] }).engine, revision);

      const [tool] = objectsIn((await peer.result('tools/list'))['tools']);
      const { structuredContent } = await peer.result('tools/call', { name });

      expect(structuredContent).not.toBeUndefined();
      expect(ajv.validate(tool!['outputSchema'] as JsonObject, structuredContent)).toBe(true);
    },
  );
});

// Rules: 34, 35
test.each(underRule(34))(
  'remote schema references are listed unchanged in $date and never fetched',
  async (revision) => {
    const fetched: unknown[] = [];
    const original = globalThis.fetch;
    globalThis.fetch = async (target) => {
      fetched.push(target);
      return new Response('{}');
    };
    const $ref = 'https://schemas.example.com/order.json';
    const tool = structuredTool('find', { $ref }, { id: 1 });
    const inputSchema = { type: 'object', properties: { order: { $ref } } };
    const withReference = { ...tool, definition: { ...tool.definition, inputSchema } };
    const peer = await openPeer(serverOf({ tools: [withReference] }).engine, revision);
    try {
      expect(await peer.result('tools/list')).toMatchObject({ tools: [{ inputSchema, outputSchema: { $ref } }] });
      await peer.result('tools/call', { name: 'find', arguments: { order: { id: 1 } } });
    } finally {
      globalThis.fetch = original;
    }

    expect(fetched).toEqual([]);
  },
);
