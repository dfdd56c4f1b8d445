import { describe, expect, test } from 'vitest';
import type { ClientOffer } from './client-offer.js';
import { runtimeTypeNames, writeCaller, writeRuntime, type RuntimePart } from './client-runtime.js';
import { problemsIn, runModule } from './compile-text.test-support.js';
import { offer, tool, weather } from './weather-offer.test-support.js';
import { writeClientModule } from './write-client-module.js';

type Answer = Readonly<Record<string, unknown>>;
type Call = readonly [method: string, params: unknown];

/** Methods of a client, by name; their types are up to each test. */
interface Methods {
  readonly [name: string]: ((input?: unknown) => Promise<unknown>) & Methods;
}

/** Runs the module of an offer with a client that always returns this answer. */
async function open(of: ClientOffer, answer: Answer): Promise<{ client: Methods; calls: Call[]; module: Answer }> {
  const calls: Call[] = [];
  const record = (method: string) => async (params: unknown) => {
    calls.push([method, params]);
    return Promise.resolve(answer);
  };
  const caller = {
    callTool: record('callTool'),
    readResource: record('readResource'),
    getPrompt: record('getPrompt'),
  };
  const module = await runModule(writeClientModule(of));
  const make = module['weatherClient'] as (client: unknown) => Methods;
  return { client: make(caller), calls, module };
}

describe('the client module', () => {
  test('compiles under the strictest options', () => {
    expect(
      problemsIn({ 'client.mts': writeClientModule(weather), 'broken.mts': 'export const broken: string = 1;' }),
    ).toEqual(["broken.mts:1 Type 'number' is not assignable to type 'string'."]);
  });

  test('documents every method', () => {
    const text = writeClientModule(weather);

    expect(text).toContain(
      [
        '  /**',
        '   * Forecast for a city.',
        '   *',
        '   * Hints: changes nothing, reaches beyond its server.',
        '   */',
        '  forecast(input: ForecastInput): Promise<ForecastOutput>;',
      ].join('\n'),
    );
    expect(text).toContain(
      '    /** weather://{station}/now (application/json) */\n    reading(input: { station: string }): Promise',
    );
    expect(text).toContain(
      '      /** Where to */\n      city: string;\n      style?: string;\n    }): Promise<PromptAnswer>;',
    );
  });

  test('accepts any client object with the required methods', () => {
    const host = `import { weatherClient } from './client.mjs';
type Json = string | number | boolean | null | readonly Json[] | JsonObject;
interface JsonObject { readonly [key: string]: Json }
export const weather = weatherClient({
  callTool: async (params: { name: string; arguments?: JsonObject }) => ({ content: [], ...params }),
  readResource: async ({ uri }: { uri: string }) => ({ contents: [{ uri, text: '' }] }),
  getPrompt: async (params: { name: string; arguments?: Record<string, string> }) => ({ messages: [], ...params }),
});
export const wrong = weatherClient({ callTool: async () => ({}) });
`;

    expect(problemsIn({ 'client.mts': writeClientModule(weather), 'host.mts': host })).toEqual([
      expect.stringContaining("host.mts:9 Argument of type '{ callTool: () => Promise<{}>; }' is not assignable"),
    ]);
  });

  test('documents a result with the description of its schema', () => {
    const outputSchema = { type: 'number', description: 'Degrees,\nwithout a sign.\n\nMore.', minimum: 0 };
    const text = writeClientModule(offer({ tools: [tool('read_sensor', { description: 'Read it.', outputSchema })] }));

    expect(text).toContain(
      '   * Read it.\n   * @returns Degrees, without a sign.\n   */\n  read_sensor(): Promise<number>;',
    );
  });

  test('names the types of a tool after the tool', () => {
    const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };
    const text = writeClientModule(offer({ tools: [tool('wind_speed.read-now', { inputSchema })] }));

    expect(text).toContain('  wind_speed: {\n    read_now(input?: WindSpeedReadNowInput): Promise<ToolAnswer>;\n  };');
  });

  test('contains only what the server offers', () => {
    const text = writeClientModule(offer({ tools: [tool('now')] }));

    expect(text).not.toMatch(/readResource|getPrompt|callForData|encode|resources:|prompts:/);
    expect(problemsIn({ 'client.mts': text })).toEqual([]);
  });

  test('is the same for an equal offer, and contains no version', () => {
    const text = writeClientModule(weather);

    expect(writeClientModule(structuredClone(weather))).toBe(text);
    expect(text).not.toMatch(/\d+\.\d+\.\d+/);
  });

  test('names its function and its type as requested', () => {
    const text = writeClientModule(weather, 'my-sky');

    expect(text).toContain('export function mySkyClient(client: McpCaller): MySkyClient {');
  });

  test.each(['', '天気', '\u{21e4d}', '1st', 'Example Servers/Everything', 'class', '*/ export {}; /*', 'MCP'])(
    'compiles for a server named %j',
    (server) => {
      expect(problemsIn({ 'client.mts': writeClientModule({ ...weather, server }) })).toEqual([]);
    },
  );
});

describe('a tool', () => {
  test('is called with its input and returns its structured result', async () => {
    const result = { city: 'Oslo', days: [] };
    const { client, calls } = await open(weather, { content: [], structuredContent: result });

    expect(await client['forecast']?.({ city: 'Oslo' })).toEqual(result);
    expect(calls).toEqual([['callTool', { name: 'forecast', arguments: { city: 'Oslo' } }]]);
  });

  test('can be called in a namespace, without input, and with a name that is not an identifier', async () => {
    const { client, calls } = await open(weather, { content: [] });

    await client['admin']?.['reset']?.();
    await client['story_time']?.({ mood: 'glad' });

    expect(calls).toEqual([
      ['callTool', { name: 'admin.reset', arguments: {} }],
      ['callTool', { name: 'story-time', arguments: { mood: 'glad' } }],
    ]);
  });

  test('without an output schema returns its text and all of its content', async () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'image', data: '', mimeType: 'image/png' },
      { type: 'text', text: 'two' },
    ];
    const { client } = await open(weather, { content });

    expect(await client['admin']?.['reset']?.()).toEqual({ text: 'one\ntwo', content });
  });

  test('that fails throws its error text', async () => {
    const { client, module } = await open(weather, {
      content: [{ type: 'text', text: 'no such city' }],
      isError: true,
    });
    const thrown = await client['forecast']?.({ city: '' }).catch((error: unknown) => error);

    expect(thrown).toBeInstanceOf(module['ToolCallError']);
    expect(thrown).toMatchObject({ name: 'ToolCallError', message: 'no such city', tool: 'forecast' });
  });

  test.each([
    ['as it is', { content: [], structuredContent: ['Oslo'] }],
    ['in an object, as older revisions want it', { content: [], structuredContent: { result: ['Oslo'] } }],
    ['as text alone, as the oldest do', { content: [{ type: 'text', text: '["Oslo"]' }] }],
  ])('may return a list %s', async (_how, answer) => {
    const { client } = await open(weather, answer);

    expect(await client['stations']?.()).toEqual(['Oslo']);
  });

  test('keeps results that look like a wrapper if its schema allows them', async () => {
    const outputSchema = { anyOf: [{ type: 'object', properties: { result: { type: 'number' } } }, { type: 'null' }] };
    const { client } = await open(offer({ tools: [tool('sum', { outputSchema })] }), {
      structuredContent: { result: 1 },
    });

    expect(await client['sum']?.()).toEqual({ result: 1 });
  });

  test('throws if it answers without the structured content of its schema', async () => {
    const { client } = await open(weather, { content: [{ type: 'text', text: 'sunny' }] });

    await expect(client['forecast']?.({ city: 'Oslo' })).rejects.toThrow(
      'tool "forecast" answered without structured content',
    );
  });
});

describe('resources and prompts', () => {
  test('are requested with their arguments filled in', async () => {
    const { client, calls } = await open(weather, { contents: [{ uri: 'x:y', text: 'z' }], messages: [] });

    const read = await client['resources']?.['reading']?.({ station: 'a b/c!' });
    await client['resources']?.['stations']?.();
    await client['prompts']?.['packing']?.({ city: 'Oslo' });

    expect(read).toEqual([{ uri: 'x:y', text: 'z' }]);
    expect(calls).toEqual([
      ['readResource', { uri: 'weather://a%20b%2Fc%21/now' }],
      ['readResource', { uri: 'weather://stations' }],
      ['getPrompt', { name: 'packing', arguments: { city: 'Oslo' } }],
    ]);
  });

  test('a template that cannot be expanded takes the whole URI', async () => {
    const { client, calls } = await open(offer({ resourceTemplates: [{ uriTemplate: 'x://{a', name: 'odd' }] }), {
      contents: [],
    });

    await client['resources']?.['odd']?.({ uri: 'x://b' });

    expect(calls).toEqual([['readResource', { uri: 'x://b' }]]);
  });
});

describe('a template whose variables are all optional', () => {
  const of = offer({ resourceTemplates: [{ uriTemplate: 'x://find{?q,page.size:3}', name: 'find' }] });

  test('compiles', () => {
    const host = `import { weatherClient, type McpCaller } from './client.mjs';
export const find = (caller: McpCaller) => weatherClient(caller).resources.find();
`;

    expect(problemsIn({ 'client.mts': writeClientModule(of), 'host.mts': host })).toEqual([]);
  });

  test('can be read without arguments', async () => {
    const { client, calls } = await open(of, { contents: [] });

    await client['resources']?.['find']?.();
    await client['resources']?.['find']?.({ q: 'a' });

    expect(calls).toEqual([
      ['readResource', { uri: 'x://find' }],
      ['readResource', { uri: 'x://find?q=a' }],
    ]);
  });
});

/** Lists each part, so that the compiler asks for new ones here. */
const everyPart: Readonly<Record<RuntimePart, true>> = {
  ...{ tools: true, structured: true, wrapped: true, plain: true, resources: true, prompts: true, contents: true },
  ...{ blocks: true, encode: true, encodeReserved: true, expand: true },
};

describe('names', () => {
  test('of all types in the fixed parts are reserved', () => {
    const parts = new Set(Object.keys(everyPart) as RuntimePart[]);
    const text = `${writeCaller(parts)}${writeRuntime(parts)}`;
    const declared = [...text.matchAll(/^(?:export )?(?:type|interface|class|enum) (\w+)/gm)].map(([, name]) => name);

    expect(declared.toSorted()).toEqual(runtimeTypeNames.toSorted());
  });

  test('of schemas may be the same as those of the fixed parts', () => {
    const named = (name: string): object => ({
      type: 'object',
      properties: { it: { $ref: `#/$defs/${name}` }, also: { $ref: `#/$defs/${name}` } },
      $defs: { [name]: { type: 'object', properties: { a: { type: 'string' } } } },
    });
    const tools = runtimeTypeNames.map((name, index) => tool(`t${index}`, { inputSchema: named(name) as never }));
    const resourceTemplates = [{ uriTemplate: 'x://{a}{?b}', name: 'find' }];

    expect(problemsIn({ 'client.mts': writeClientModule({ ...weather, tools, resourceTemplates }) })).toEqual([]);
  });

  test('that clash or are reserved are made safe', async () => {
    const names = [
      'a-b',
      'a_b',
      'a b',
      'then',
      '__proto__',
      'constructor',
      'resources',
      'delete',
      '1st',
      'größe',
      'x',
      'x.y',
      'x.z',
      '.',
      '',
    ];
    const { client, calls } = await open(offer({ tools: names.map((name) => tool(name)) }), { content: [] });

    expect(Object.keys(client)).toEqual([
      'a_b',
      'a_b_2',
      'a_b_3',
      'then_',
      '__proto___',
      'constructor_',
      'resources_2',
      'delete',
      '_1st',
      'größe',
      'x',
      'x_2',
      '_',
      '__2',
    ]);
    await client['x_2']?.['y']?.();
    expect(calls).toEqual([['callTool', { name: 'x.y', arguments: {} }]]);
  });

  test('a schema that refers only to itself becomes any object', () => {
    const text = writeClientModule(offer({ tools: [tool('loop', { inputSchema: { type: 'object', $ref: '#' } })] }));

    expect(text).toContain('  loop(input?: { [key: string]: unknown }): Promise<ToolAnswer>;');
    expect(problemsIn({ 'client.mts': text })).toEqual([]);
  });

  test('that clash still compile', () => {
    const inputSchema = { type: 'object', properties: { a: {} } };
    const tools = [
      'a-b',
      'a_b',
      'weather_client',
      'mcp_caller',
      'promise',
      'x',
      'x.y',
      'toString',
      '"',
      '`${x}`',
      '\\',
    ].map((name) => {
      return tool(name, { inputSchema, outputSchema: { type: 'object' } });
    });

    expect(problemsIn({ 'client.mts': writeClientModule({ ...weather, tools }) })).toEqual([]);
  });

  test('of equal definitions are shared, and those of different ones are prefixed with the tool', () => {
    const using = (type: string): object => ({
      type: 'object',
      properties: { it: { $ref: '#/$defs/Item' } },
      $defs: { Item: { type: 'object', properties: { a: { type }, b: { $ref: '#/$defs/Item' } } } },
    });
    const tools = [
      tool('one', { inputSchema: using('string') as never }),
      tool('two', { inputSchema: using('string') as never, outputSchema: using('number') as never }),
    ];
    const text = writeClientModule(offer({ tools }));

    expect(text.match(/^export interface \w*Item /gm)).toEqual(['export interface Item ', 'export interface TwoItem ']);
    expect(text).toContain('export interface TwoItem {\n  a?: number;\n  b?: TwoItem;\n}');
    expect(problemsIn({ 'client.mts': text })).toEqual([]);
  });
});
