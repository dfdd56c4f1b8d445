/** Extensions of remote servers, used through this one in every combination of eras. */
import { McpError, type JsonObject } from '@sigil/core';
import { defineExtension, type Extension } from '@sigil/core/engine';
import { connect, type Client, type ServerError } from '@sigil/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from './serving.test-support.js';

const id = 'com.example/audit';
const declared = { extensions: { [id]: { detail: 'high' } } };

function signalled() {
  let give = (): void => undefined;
  const came = new Promise<void>((resolve) => (give = resolve));
  return { came, give: () => give() };
}

/** An extension with the methods `NAME/list` and others, and what its server received. */
function auditOf(name = 'audit', more: Partial<Extension> = {}) {
  const seen: JsonObject[] = [];
  const cancelled = signalled();
  const begun = signalled();
  const definition: Extension = {
    id: `com.example/${name}`,
    capability: { list: true },
    methods: {
      [`${name}/list`]: {
        async run({ limit = 10 }, { context }, client) {
          await context.reportProgress(1, 2, 'half');
          await client.notify(`notifications/${name}/read`, { by: client.settings['detail'] ?? null });
          return { limit, of: name, exact: 1.5 };
        },
      },
      [`${name}/refuse`]: {
        run: () => {
          throw new McpError('invalid-params', 'not this one', { hint: 'another' });
        },
      },
      [`${name}/wait`]: {
        run: (_params, { context }) =>
          new Promise(() => {
            context.signal.addEventListener('abort', () => cancelled.give());
            begun.give();
          }),
      },
    },
    notifications: {
      [`notifications/${name}/read`]: {},
      [`notifications/${name}/noted`]: { receive: (params, { settings }) => void seen.push({ params, settings }) },
    },
    ...more,
  };
  return { extension: defineExtension(definition), seen, cancelled: cancelled.came, begun: begun.came };
}

async function open(url: string, revision: string, capabilities: JsonObject = declared) {
  const notifications: { method: string; params: JsonObject }[] = [];
  const client = await connect(url, {
    name: 'test',
    version: '1',
    revision,
    capabilities,
    onNotification: ({ method, params }) => void notifications.push({ method, params }),
  });
  onTestFinished(() => client.close());
  return { client, notifications };
}

async function refused(client: Client, method: string, params: JsonObject = {}): Promise<ServerError> {
  return client.request(method, params).then(
    () => expect.fail('the request was answered'),
    (error: ServerError) => error,
  );
}

const modern = '2026-07-28';
const cells = ['2025-11-25', modern].flatMap((client) => ['legacy', 'modern'].map((upstream) => [client, upstream]));

describe.each(cells)('a client of %s and an upstream of the %s era', (revision, protocol) => {
  async function openPair(capabilities: JsonObject = declared, audit = auditOf()) {
    const upstream = await serve({}, undefined, [audit.extension]);
    const gateway = await serve({}, { up: { remote: { url: `${upstream.url}/mcp/all`, protocol } } });
    return { audit, ...(await open(`${gateway.url}/mcp/up`, revision, capabilities)) };
  }

  test('a method is answered by the upstream, with its notifications and its progress', async () => {
    const { client, notifications } = await openPair();
    const progress: unknown[] = [];

    const onProgress = (it: unknown): void => void progress.push(it);
    const result = await client.request('audit/list', { limit: 3 }, { onProgress });

    expect(result).toMatchObject({ limit: 3, of: 'audit', exact: 1.5 });
    expect(notifications).toContainEqual({ method: 'notifications/audit/read', params: { by: 'high' } });
    expect(progress).toMatchObject([{ progress: 1, total: 2, message: 'half' }]);
    expect(client.server.capabilities).toMatchObject({ extensions: { [id]: { list: true } } });
  });

  test('an error has the code, the message and the data of the upstream', async () => {
    const { client } = await openPair();

    expect(await refused(client, 'audit/refuse')).toMatchObject({
      code: -32602,
      message: 'not this one',
      data: { hint: 'another' },
    });
    expect(await refused(client, 'audit/unknown')).toMatchObject({ code: -32601 });
  });

  test('a client that does not declare the extension gets no answer of its methods', async () => {
    const { client } = await openPair({});

    const error = await refused(client, 'audit/list');

    expect(error.code).toBe(revision === modern && protocol === 'modern' ? -32021 : -32601);
  });

  test('a request that the client cancels is cancelled at the upstream', async () => {
    const { client, audit } = await openPair();
    const controller = new AbortController();

    const waiting = client.request('audit/wait', {}, { signal: controller.signal }).catch(() => 'given up');
    await audit.begun;
    controller.abort();

    expect(await waiting).toBe('given up');
    await audit.cancelled;
  });
});

/** Sends a notification of the modern era. */
async function notify(url: string, method: string, params: JsonObject, extensions: JsonObject): Promise<void> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': modern,
    'mcp-method': method,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', method, params: { ...params, _meta } });
  await (await fetch(url, { method: 'POST', headers, body })).text();
}

test.each(['legacy', 'modern'])('a notification of a client reaches an upstream of the %s era', async (protocol) => {
  const audit = auditOf();
  const upstream = await serve({}, undefined, [audit.extension]);
  const gateway = await serve({}, { up: { remote: { url: `${upstream.url}/mcp/all`, protocol } } });

  await notify(`${gateway.url}/mcp/up`, 'notifications/audit/noted', { entry: 0 }, {});
  await notify(`${gateway.url}/mcp/up`, 'notifications/audit/noted', { entry: 7 }, declared.extensions);

  await expect.poll(() => audit.seen).toEqual([{ params: { entry: 7 }, settings: { detail: 'high' } }]);
});

test('a call of a tool declares the extension too, so that the upstream wraps it', async () => {
  const wrapped: string[] = [];
  const audit = auditOf('audit', {
    wrap: {
      'prompts/get': async (request, next) => {
        wrapped.push(request.method);
        return next();
      },
    },
  });
  const upstream = await serve({}, { one: { prompts: { hello: { description: 'Says it.', template: 'Hello' } } } }, [
    audit.extension,
  ]);
  const gateway = await serve({}, { up: { remote: { url: `${upstream.url}/mcp/one` } } });
  const [knows, knowsNot] = [
    await open(`${gateway.url}/mcp/up`, modern),
    await open(`${gateway.url}/mcp/up`, modern, {}),
  ];

  await knowsNot.client.getPrompt('hello');
  expect(wrapped).toEqual([]);
  await knows.client.getPrompt('hello');

  expect(wrapped).toEqual(['prompts/get']);
});

describe('several upstreams in one server', () => {
  async function openBoth(first: readonly Extension[], second: readonly Extension[], settings: JsonObject = {}) {
    const upstreams = [await serve({}, undefined, first), await serve({}, undefined, second)];
    const [a, b] = upstreams.map(({ url }) => ({ remote: { url: `${url}/mcp/all` } }));
    const both = { include: [{ server: 'a', namespace: 'a' }, { server: 'b' }] };
    return serve(settings, { a: a!, b: b!, both });
  }

  test('a method is answered by the upstream that has it', async () => {
    const gateway = await openBoth([auditOf('audit').extension], [auditOf('billing').extension]);
    const capabilities = { extensions: { [id]: {}, 'com.example/billing': {} } };
    const { client } = await open(`${gateway.url}/mcp/both`, modern, capabilities);

    expect(await client.request('billing/list')).toMatchObject({ of: 'billing' });
    expect(await client.request('audit/list')).toMatchObject({ of: 'audit' });
    expect(await client.request('billing/list')).toMatchObject({ of: 'billing' });
    expect(await refused(client, 'other/list')).toMatchObject({ code: -32601 });
  });

  test('an upstream gets no message of a client that declares only the extension of another one', async () => {
    const [audit, billing] = [auditOf('audit'), auditOf('billing', { clients: 'all' })];
    const gateway = await openBoth([audit.extension], [billing.extension]);
    const { client } = await open(`${gateway.url}/mcp/both`, modern);

    expect(await refused(client, 'billing/list')).toMatchObject({ code: -32601 });
    await notify(`${gateway.url}/mcp/both`, 'notifications/billing/noted', { entry: 7 }, declared.extensions);
    await notify(`${gateway.url}/mcp/both`, 'notifications/audit/noted', { entry: 7 }, declared.extensions);

    await expect.poll(() => audit.seen).toHaveLength(1);
    expect(billing.seen).toEqual([]);
  });

  test('of two upstreams with the same extension, the first answers', async () => {
    const first = auditOf('audit', { methods: { 'audit/list': { run: () => ({ of: 'the first' }) } } });
    const gateway = await openBoth([first.extension], [auditOf('audit').extension]);
    const both = await open(`${gateway.url}/mcp/both`, modern);
    const second = await open(`${gateway.url}/mcp/b`, modern);

    expect(await both.client.request('audit/list')).toMatchObject({ of: 'the first' });
    expect(await second.client.request('audit/list')).toMatchObject({ of: 'audit' });
  });

  test('an extension of this server takes precedence over that of an upstream', async () => {
    const own = auditOf('audit', { methods: { 'audit/list': { run: () => ({ of: 'this server' }) } } });
    const upstream = await serve({}, undefined, [auditOf('audit').extension]);
    const gateway = await serve({}, { up: { remote: { url: `${upstream.url}/mcp/all` } } }, [own.extension]);
    const { client } = await open(`${gateway.url}/mcp/up`, modern);

    expect(await client.request('audit/list')).toMatchObject({ of: 'this server' });
    expect(await refused(client, 'audit/refuse')).toMatchObject({ code: -32601 });
  });
});

test('the profile for reading passes no methods, which may write', async () => {
  const upstream = await serve({}, undefined, [auditOf().extension]);
  const gateway = await serve({ profile: 'readonly' }, { up: { remote: { url: `${upstream.url}/mcp/all` } } });
  const { client } = await open(`${gateway.url}/mcp/up`, modern);

  expect(await refused(client, 'audit/list')).toMatchObject({ code: -32601 });
  expect(client.server.capabilities['extensions']).not.toHaveProperty(id);
});
