import { describe, expect, test } from 'vitest';
import { catalogOf, structured, text, toolOf, toolThatNeedsCity } from '../catalog/catalog.test-support.js';
import type { Catalog, PublishedTool } from '../catalog/catalog.js';
import type { CallEnd, ObservedCall } from '../calls/call-observer.js';
import type { DiscoveryClient, ToolDiscovery } from '../calls/tool-discovery.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { fixedSource } from '../catalog/build-catalog.js';
import type { EngineOptions } from './engine.js';
import type { LegacyIncoming } from './incoming-message.js';
import { describeStreamed } from './stream-access.js';
import { gatedJob } from './tasks.test-support.js';
import {
  callIn,
  codeOf,
  engineOf,
  initializeOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  settled,
  talkIn,
  talkTo,
} from './engine.test-support.js';

/** Finds tools whose names contain the query. */
function discoveryOf(members: Partial<ToolDiscovery> = {}): ToolDiscovery {
  return {
    listsAll: () => false,
    search: ({ tools }, query, limit) =>
      tools
        .flatMap(({ definition }, index) => (definition.name.includes(query) ? [{ index, score: 1.23456 }] : []))
        .slice(0, limit),
    ...members,
  };
}

const forecast: PublishedTool = {
  ...toolOf('forecast', () => structured({ sky: 'clear' }), {
    title: 'Forecast',
    description: 'Says how the weather will be. Knows ten days.',
    outputSchema: { type: 'object', properties: { sky: { type: 'string' } } },
    annotations: { readOnlyHint: true },
    _meta: { team: 'sky' },
  }),
};
const status: PublishedTool = { ...toolOf('status'), isAlwaysListed: true };
const weather = catalogOf({ tools: [forecast, toolForCity(), status] });

function toolForCity(): PublishedTool {
  const { definition, ...tool } = toolThatNeedsCity();
  return { ...tool, definition: { ...definition, name: 'forecast_city' } };
}

const serve = (options: Partial<EngineOptions> = {}, catalog: Catalog = weather) =>
  engineOf(catalog, { discovery: discoveryOf(), ...options });

const search = (revision: Revision, query: JsonObject) =>
  callIn(revision, 2, { name: 'search_tools', arguments: query });
const callThrough = (revision: Revision, tool: JsonObject) =>
  callIn(revision, 3, { name: 'call_tool', arguments: tool });

const namesIn = (result: JsonObject): unknown => (result['tools'] as { name: string }[]).map(({ name }) => name);

/** Reads the tools of a search's result, from its text, which every revision has. */
function foundIn(result: JsonObject): JsonObject[] {
  const [block] = result['content'] as [{ text: string }];
  return (JSON.parse(block.text) as { tools: JsonObject[] }).tools;
}

describe.each(revisions)('in $date', (revision) => {
  test('a list has the search, the call and the tools that are always listed', async () => {
    const talk = await talkIn(revision, serve());

    const answer = await talk.request(requestIn(revision, 1, ['tools/list']));

    expect(namesIn(resultIn(answer))).toEqual(['search_tools', 'call_tool', 'status']);
    expect(JSON.stringify(answer).length).toBeLessThan(6_000);
  });

  test('a client that reads the whole list reads what a server without a search lists', async () => {
    const list = requestIn(revision, 1, ['tools/list']);
    const all = await talkIn(revision, serve({ discovery: discoveryOf({ listsAll: () => true }) }));
    const plain = await talkIn(revision, engineOf(weather));

    const { tools, cacheScope } = resultIn(await all.request(list));
    expect(JSON.stringify(tools)).toBe(JSON.stringify(resultIn(await plain.request(list))['tools']));
    // Another client may read the short list.
    expect(cacheScope).toBe(revision.era === 'modern' ? 'private' : undefined);
  });

  test('a found tool is defined byte for byte as in the whole list', async () => {
    const talk = await talkIn(revision, serve());
    const plain = await talkIn(revision, engineOf(weather));

    const found = foundIn(resultIn(await talk.request(search(revision, { query: 'forecast' }))));
    const listed = resultIn(await plain.request(requestIn(revision, 1, ['tools/list'])))['tools'] as JsonObject[];

    expect(found.map((tool) => JSON.stringify(tool))).toEqual(listed.slice(0, 2).map((tool) => JSON.stringify(tool)));
  });

  test.each(['forecast', 'status'])('a call of %s through the other tool has the result of the tool', async (name) => {
    const talk = await talkIn(revision, serve());

    const direct = resultIn(await talk.request(callIn(revision, 1, { name, arguments: {} })));
    const through = resultIn(await talk.request(callThrough(revision, { name })));

    expect(through).toEqual(direct);
  });

  test.each<[string, JsonObject]>([
    ['an unknown tool', { name: 'gone', arguments: {} }],
    ['wrong arguments', { name: 'forecast_city', arguments: {} }],
    ['arguments of another kind', { name: 'forecast', arguments: 5 }],
  ])('%s is refused as in a direct call', async (_what, tool) => {
    const talk = await talkIn(revision, serve());

    const direct = await talk.request(callIn(revision, 3, tool));
    const through = await talk.request(callThrough(revision, tool));

    expect(through).toEqual(direct);
  });
});

describe('a search', () => {
  const ask = async (query: JsonObject, options: Partial<EngineOptions> = {}) => {
    const talk = await talkIn(modern, serve(options));
    return resultIn(await talk.request(search(modern, query)));
  };

  test('is structured, with scores beside it', async () => {
    const result = await ask({ query: 'forecast' });

    expect(result['structuredContent']).toEqual({ tools: foundIn(result) });
    expect(result['_meta']).toMatchObject({ 'dev.sigil/searchScores': [1.235, 1.235] });
  });

  test.each([
    ['names', { name: 'forecast' }],
    ['summary', { name: 'forecast', description: 'Says how the weather will be.' }],
  ])('with the detail %s returns that part of a definition', async (detail, expected) => {
    expect(foundIn(await ask({ query: 'forecast', limit: 1, detail }))).toEqual([expected]);
  });

  test('finds neither itself nor the call', async () => {
    expect(foundIn(await ask({ query: 'tool', limit: 20 }))).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['argument "query" must be a string, got nothing', {}],
    ['argument "query" must be a string, got 5', { query: 5 }],
    ['argument "limit" must be a whole number from 1 to 20, got 0', { query: 'a', limit: 0 }],
    ['argument "limit" must be a whole number from 1 to 20, got 21', { query: 'a', limit: 21 }],
    ['argument "detail" must be one of "names", "summary", "full", got "all"', { query: 'a', detail: 'all' }],
  ])('is refused if its %s', async (message, query) => {
    const result = await ask(query);

    expect(result).toMatchObject({ isError: true, content: [{ text: `tool "search_tools": ${message}` }] });
  });

  test('reads a number that was written as a text', async () => {
    expect(foundIn(await ask({ query: 'forecast', limit: '1' }))).toHaveLength(1);
  });
});

describe('a call through the other tool', () => {
  test('does not call itself', async () => {
    const talk = await talkIn(modern, serve());

    const answers = [
      await talk.request(callThrough(modern, { name: 'call_tool', arguments: { name: 'forecast' } })),
      await talk.request(callThrough(modern, { name: 'search.tools', arguments: { query: 'a' } })),
      await talk.request(callThrough(modern, {})),
    ];

    expect(answers.map((answer) => resultIn(answer)['isError'])).toEqual([true, true, true]);
  });

  test('reads arguments that were written as JSON text', async () => {
    const talk = await talkIn(modern, serve());

    const answer = await talk.request(callThrough(modern, { name: 'forecast_city', arguments: '{"city":"Rome"}' }));

    expect(resultIn(answer)).toMatchObject({ isError: false, content: [{ text: 'sunny' }] });
  });

  test('is observed as a call of the tool', async () => {
    const seen: [ObservedCall['params'], CallEnd['outcome'] | undefined][] = [];
    const observer: EngineOptions['observer'] = {
      began: ({ params }) => ({ ended: ({ outcome }) => void seen.push([params, outcome]) }),
    };
    const talk = await talkIn(modern, serve({ observer }));

    await talk.request(callThrough(modern, { name: 'forecast', arguments: { days: 2 } }));

    expect(seen).toEqual([[expect.objectContaining({ name: 'forecast', arguments: { days: 2 } }), 'ok']]);
  });

  test('passes progress on, and is cancelled as a direct call is', async () => {
    let isAborted = false;
    const slow = toolOf('slow', async (_input, context) => {
      await context.reportProgress(1, 2);
      return new Promise((resolve) => {
        context.signal.addEventListener('abort', () => {
          isAborted = true;
          resolve(text('late'));
        });
      });
    });
    const [legacy] = revisions;
    const talk = await talkIn(legacy!, serve({}, catalogOf({ tools: [slow] })));

    const params = { name: 'call_tool', arguments: { name: 'slow' }, _meta: { progressToken: 'p' } };
    const answered = talk.send(callIn(legacy!, 3, params));
    await settled();
    await talk.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    await answered;

    expect(talk.sent.map(({ method }) => method)).toEqual(['notifications/progress']);
    expect(isAborted).toBe(true);
  });

  test('takes turns with direct calls of a tool that limits its concurrent calls', async () => {
    let running = 0;
    let most = 0;
    const one = toolOf('one', async () => {
      most = Math.max(most, ++running);
      await settled();
      running--;
      return text('done');
    });
    const catalog = catalogOf({ tools: [{ ...one, limits: { maxConcurrentCalls: 1 } }] });
    const talk = await talkIn(modern, serve({}, catalog));

    await Promise.all([
      talk.send(callIn(modern, 1, { name: 'one', arguments: {} })),
      talk.send(callThrough(modern, { name: 'one' })),
    ]);

    expect(most).toBe(1);
  });

  test('asks the client, and continues with its answer', async () => {
    const asking = toolOf('asking', async (_input, context) => {
      const answer = await context.elicit('Sure?', { type: 'object', properties: { sure: { type: 'boolean' } } });
      return text(answer.action);
    });
    const talk = await talkIn(modern, serve({}, catalogOf({ tools: [asking] })));
    const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
    const params = { name: 'call_tool', arguments: { name: 'asking' }, _meta: capabilities };

    const question = resultIn(await talk.request(callIn(modern, 1, params)));
    const [key] = Object.keys(question['inputRequests'] as JsonObject);
    const answered = { inputResponses: { [key!]: { action: 'decline' } }, requestState: question['requestState']! };
    const answer = resultIn(await talk.request(callIn(modern, 2, { ...params, ...answered })));

    expect(question['resultType']).toBe('input_required');
    expect(answer).toMatchObject({ content: [{ text: 'decline' }] });
  });
});

describe('a task', () => {
  test('begins by a call through the other tool, and its outcome is that of the tool', async () => {
    const { tool, open } = gatedJob('optional');
    const talk = await talkIn(latestLegacy, serve({}, catalogOf({ tools: [tool] })));
    open();

    const listed = resultIn(await talk.request(requestIn(latestLegacy, 1, ['tools/list'])))['tools'] as JsonObject[];
    const params = { name: 'call_tool', arguments: { name: 'job' }, task: {} };
    const { taskId } = resultIn(await talk.request(callIn(latestLegacy, 2, params)))['task'] as { taskId: string };
    const outcome = resultIn(await talk.request(requestIn(latestLegacy, 3, ['tasks/result', { taskId }])));

    expect(listed[1]).toMatchObject({ name: 'call_tool', execution: { taskSupport: 'optional' } });
    expect(outcome).toMatchObject({ content: [{ text: 'done' }], isError: false });
  });

  test('that a tool requires is refused to a client without tasks, as in a direct call', async () => {
    const talk = await talkIn(modern, serve({}, catalogOf({ tools: [gatedJob('required').tool] })));

    const direct = await talk.request(callIn(modern, 3, { name: 'job' }));
    const through = await talk.request(callThrough(modern, { name: 'job' }));

    expect(codeOf(direct)).toBeDefined();
    expect(through).toEqual(direct);
  });
});

describe('rights', () => {
  const guarded: PublishedTool = { ...toolOf('forecast_secret'), scopes: ['secret'] };
  const catalog = catalogOf({ tools: [forecast, guarded], showsOnlyAllowed: true });
  const stranger: Principal = { id: 'stranger', issuer: 'https://sky.example', scopes: [], claims: {} };

  test('a tool that the caller does not see is not found, and answers a call as an unknown one does', async () => {
    const { engine } = serve({}, catalog);
    const sent: JsonObject[] = [];
    const send = async (request: JsonObject): Promise<void> => {
      const incoming = engine.read(JSON.stringify(request));
      if (incoming.kind !== 'modern') throw new Error('expected a modern request');
      const outlet = { send: async ({ json }: { json: string }) => void sent.push(JSON.parse(json)) };
      await engine.serve(incoming, outlet, stranger).done;
    };

    await send(search(modern, { query: 'forecast' }));
    await send(callThrough(modern, { name: 'forecast_secret' }));
    await send(callThrough(modern, { name: 'forecast_unknown' }));

    const [found, hidden, unknown] = sent;
    expect(foundIn(resultIn(found)).map(({ name }) => name)).toEqual(['forecast']);
    expect(codeOf(hidden)).toBe(codeOf(unknown));
    expect(JSON.stringify(hidden)).toBe(JSON.stringify(unknown).replaceAll('forecast_unknown', 'forecast_secret'));
  });

  test('to read the stream of an answer again are those of the tool that was called through the other one', () => {
    const request = { kind: 'request', id: 1, method: 'tools/call' } as const;
    const params = { name: 'call_tool', arguments: { name: 'forecast_secret' } };
    const server = { source: fixedSource(catalog), discovery: discoveryOf() };

    const streamed = describeStreamed({ ...request, params }, server);

    expect(streamed).toEqual({ kind: 'tool', name: 'forecast_secret', scopes: ['secret'] });
  });
});

describe('tools of a plugin', () => {
  test('with the name of one of the two are left out', async () => {
    const own = ['search_tools', 'call.tool', 'forecast'].map((name) => toolOf(name));
    const discovery = discoveryOf({ listsAll: () => true });
    const talk = await talkIn(modern, serve({ discovery }, catalogOf({ tools: own })));

    const answer = await talk.request(requestIn(modern, 1, ['tools/list']));

    expect(namesIn(resultIn(answer))).toEqual(['forecast']);
  });

  test('are searched as they are after a swap', async () => {
    const server = serve();
    const talk = await talkIn(modern, server);

    server.source.swap(catalogOf({ tools: [toolOf('forecast_new')] }), 'tools');
    const answer = await talk.request(search(modern, { query: 'forecast' }));

    expect(foundIn(resultIn(answer)).map(({ name }) => name)).toEqual(['forecast_new']);
  });
});

describe('a client', () => {
  test.each(revisions)('in $date is told apart by its session, name and capabilities', async (revision) => {
    const clients: DiscoveryClient[] = [];
    const discovery = discoveryOf({ listsAll: (client) => clients.push(client) > 0 });
    const talk = await talkIn(revision, serve({ discovery }));
    const info = { 'io.modelcontextprotocol/clientInfo': { name: 'client', version: '1' } };

    await talk.request(requestIn(revision, 1, ['tools/list', revision.era === 'modern' ? { _meta: info } : {}]));
    await talk.request(requestIn(revision, 2, ['tools/list']));

    expect(clients[0]).toMatchObject({ info: { name: 'client', version: '1' }, capabilities: {} });
    expect(clients[0]!.session).toBe(clients[1]!.session);
    expect(clients[0]!.session === undefined).toBe(revision.era === 'modern');
  });

  test('of a session that several processes serve has no name, since not all of them know it', async () => {
    const clients: DiscoveryClient[] = [];
    const discovery = discoveryOf({ listsAll: (client) => clients.push(client) > 0 });
    const { engine } = serve({ discovery });
    const shared = { name: 'shared', process: 'a', keepWish: async () => undefined };
    const outlet = { send: async () => undefined };
    const session = engine.openSession(outlet, shared);

    for (const message of [initializeOf(latestLegacy.date), requestIn(latestLegacy, 1, ['tools/list'])])
      await session.receive(engine.read(JSON.stringify(message)) as LegacyIncoming, outlet);

    expect(clients).toEqual([expect.objectContaining({ info: undefined })]);
  });

  test('that searched and called is reported with both', async () => {
    const seen: unknown[] = [];
    const discovery = discoveryOf({
      searched: (_client, query, found) => void seen.push([query, found]),
      called: (_client, tool) => void seen.push(tool),
    });
    const talk = await talkIn(modern, serve({ discovery }));

    await talk.request(search(modern, { query: 'city' }));
    await talk.request(callThrough(modern, { name: 'forecast_city', arguments: { city: 'Rome' } }));
    await talk.request(callIn(modern, 4, { name: 'status' }));

    expect(seen).toEqual([['city', ['forecast_city']], 'forecast_city', 'status']);
  });
});

describe.each(revisions)('tools that are for views only, in $date', (revision) => {
  const hold = toolOf('forecast_hold', async () => text('held'), { _meta: { ui: { visibility: ['app'] } } });
  const withHold = catalogOf({ tools: [forecast, hold, status] });
  const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
  const asHost = ([method, params = {}]: [string, JsonObject?]): JsonObject =>
    requestIn(revision, 1, [
      method,
      { ...params, _meta: { 'io.modelcontextprotocol/clientCapabilities': capabilities } },
    ]);

  async function talkAsHost(catalog = withHold, discovery = discoveryOf()) {
    const talk = talkTo(serve({ discovery }, catalog));
    if (revision.era === 'modern') return talk;
    await talk.send(initializeOf(revision.date, 'init', capabilities));
    await talk.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return talk;
  }

  test('are listed to a host beside the search, and called as any other', async () => {
    const talk = await talkAsHost();

    const list = resultIn(await talk.request(asHost(['tools/list'])));
    const called = await talk.request(asHost(['tools/call', { name: 'forecast_hold' }]));

    expect(namesIn(list)).toEqual(['search_tools', 'call_tool', 'forecast_hold', 'status']);
    expect(resultIn(called)['content']).toEqual([{ type: 'text', text: 'held' }]);
  });

  test('are neither found nor called through another tool, whoever asks', async () => {
    const talk = await talkAsHost();

    const found = await talk.request(
      asHost(['tools/call', { name: 'search_tools', arguments: { query: 'forecast' } }]),
    );
    const called = await talk.request(
      asHost(['tools/call', { name: 'call_tool', arguments: { name: 'forecast_hold' } }]),
    );

    expect(foundIn(resultIn(found)).map(({ name }) => name)).toEqual(['forecast']);
    expect(codeOf(called)).toBe(-32602);
  });
});

test('the whole list is announced without tools that are for views only, as it is searched', async () => {
  const hold = toolOf('hold', async () => text('held'), { _meta: { ui: { visibility: ['app'] } } });
  const announced: Catalog[] = [];
  const searched: Catalog[] = [];
  const discovery = discoveryOf({
    listChanged: (whole) => void announced.push(whole()),
    search: (catalog) => (searched.push(catalog), []),
  });
  const talk = talkTo(serve({ discovery }, catalogOf({ tools: [hold, status] })));

  await talk.request(search(modern, { query: 'x' }));

  expect(announced[0]?.tools.map(({ definition }) => definition.name)).toEqual(['status']);
  expect(searched[0]).toBe(announced[0]);
});

test('the whole list is announced at the start and after each change of the tools', () => {
  const announced: string[][] = [];
  const listChanged: ToolDiscovery['listChanged'] = (whole) =>
    void announced.push(whole().tools.map(({ definition }) => definition.name));
  const { source } = serve({ discovery: discoveryOf({ listChanged }) });

  source.swap(catalogOf({ tools: [status] }), 'tools');
  source.swap(catalogOf({ tools: [status] }), 'prompts');

  expect(announced).toEqual([['forecast', 'forecast_city', 'status'], ['status']]);
});
