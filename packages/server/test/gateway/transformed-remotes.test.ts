/** Tools of a remote server that a configuration transforms: calls, tasks, access rules and pins, in both eras of the remote server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type CatalogSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, openConversation, type Principal } from '@sigil/core/engine';
import { connect, type Client, type ServerError } from '@sigil/client';
import { openRemote, PinFile } from '@sigil/gateway';
import { ReplaceableSource } from '@sigil/plugin-host';
import { gate as openGate } from '@sigil/testing/transports';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Access } from '../../src/authentication/access-rules.js';
import type { ServingLog } from '../../src/log/server-log.js';
import { openPluginServer } from '../../src/running/open-plugin-server.js';
import { pluginOf, serverOf } from '../../src/servers/servers.test-support.js';

const silent: ServingLog = { faultsOf: () => () => undefined, failure: () => undefined };

interface Upstream {
  readonly url: string;
  /** The arguments of each call. */
  readonly calls: JsonObject[];
  /** Lets reports about the US end. */
  finish(): void;
  /** Offers the tool with another schema. */
  change(properties: JsonObject): void;
}

/** A server whose tool may be a task, and asks its caller for nothing. */
async function openUpstream(): Promise<Upstream> {
  const calls: JsonObject[] = [];
  const gate = openGate();
  const source = new ReplaceableSource();
  const offer = (properties: JsonObject): void => {
    const row = { type: 'object', properties: { id: { type: 'string' }, cost: { type: 'number' } } };
    const report: PublishedTool = {
      definition: {
        name: 'report',
        description: 'Reports.',
        inputSchema: { type: 'object', properties, required: ['customer', 'token'], additionalProperties: false },
        outputSchema: { type: 'object', properties: { rows: { type: 'array', items: row } } },
        task: 'optional',
      },
      run: async (input, context) => {
        calls.push(input);
        if (input['customer'] === 'nobody')
          return {
            kind: 'result',
            isError: true,
            content: [{ type: 'text', text: `"customer" is nobody: ${input['token']}` }],
          };
        await context.reportProgress(1, 2, 'half');
        if (input['region'] === 'us') await gate.opened;
        const result = { rows: [{ id: 'r1', cost: 7 }], by: input };
        const structuredJson = JSON.stringify(result);
        return { kind: 'result', isError: false, content: [{ type: 'text', text: structuredJson }], structuredJson };
      },
    };
    source.replaceWith(
      fixedSource(buildCatalog({ tools: [report], resources: [], resourceTemplates: [], prompts: [] })),
    );
  };
  const text = { type: 'string' };
  offer({ customer: text, region: { enum: ['eu', 'us'] }, token: text });
  const offered = { name: 'sales', version: '1', description: '', source };
  const server = await openPluginServer(offered, {}, { log: silent, closeGraceMs: 1 });
  onTestFinished(() => server.close());
  return { url: `${server.url!}/mcp`, calls, finish: () => gate.open(), change: offer };
}

const entry = {
  runs: 'report',
  arguments: {
    customer: { name: 'client', description: 'Whose sales.' },
    region: { default: 'eu' },
    token: { constant: '${SALES_TOKEN}' },
  },
  result: { pick: '/rows', each: { id: '/id' }, template: 'Sales: {{#.}}{{id}} {{/.}}' },
};

interface OpenOptions {
  readonly protocol?: 'legacy' | 'modern';
  readonly pins?: 'block';
  readonly access?: Access;
}

/** Serves the upstream's tool as `sales_of`. */
async function openTransformed({ protocol = 'modern', access, pins }: OpenOptions = {}) {
  const upstream = await openUpstream();
  const folder = await mkdtemp(join(tmpdir(), 'sigil-transformed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const configuration = { url: upstream.url, protocol, ...(pins && { pins }) };
  const remote = openRemote(configuration, { name: 'tested', client: { name: 'sigil', version: '0' }, folder });
  onTestFinished(() => remote.close());
  await remote.ready;
  const server = await serverOf({ remote: { url: upstream.url }, tools: { sales_of: entry } }, pluginOf({}), {
    openRemote: () => remote.source,
    readVariable: (name) => (name === 'SALES_TOKEN' ? 'secret-token' : undefined),
    ...(access && { access }),
  });
  onTestFinished(() => server.close());
  const approve = (): Promise<unknown> =>
    new PinFile(join(folder, 'mcps.lock.json')).change('tested', (pin) => ({ approved: pin!.pending! }));
  return { upstream, remote, server, approve };
}

async function connectTo({ source }: { readonly source: CatalogSource }, revision: string): Promise<Client> {
  const gateway = await openPluginServer(
    { name: 'gate', version: '1', description: '', source },
    {},
    { log: silent, closeGraceMs: 1 },
  );
  onTestFinished(() => gateway.close());
  const client = await connect(`${gateway.url!}/mcp`, { name: 'test', version: '1', revision });
  onTestFinished(() => client.close());
  return client;
}

const cells = ['2025-11-25', '2026-07-28'].flatMap((date) =>
  (['legacy', 'modern'] as const).map((protocol) => [date, protocol] as const),
);

describe.each(cells)('a client of %s, and a remote server of the %s era', (revision, protocol) => {
  test('a call has the constants, the names and the defaults, and its result is reduced', async () => {
    const { upstream, server } = await openTransformed({ protocol });
    const client = await connectTo(server, revision);

    const [tool, ...others] = await client.listTools();
    const answer = await client.callTool('sales_of', { client: 'ann' });

    expect(others).toEqual([]);
    expect(tool).toMatchObject({ name: 'sales_of', inputSchema: { required: ['client'] } });
    expect(JSON.stringify(tool)).not.toMatch(/token|customer/);
    expect(upstream.calls).toEqual([{ customer: 'ann', region: 'eu', token: 'secret-token' }]);
    expect(answer.content).toEqual([{ type: 'text', text: 'Sales: r1 ' }]);
    expect(JSON.stringify(answer)).not.toMatch(/cost|secret-token/);
  });

  test('a task is one of the transformed tool, with the reduced result', async () => {
    const { upstream, server } = await openTransformed({ protocol });
    const client = await connectTo(server, revision);
    const states: string[] = [];
    const onTask = ({ status }: { readonly status: string }): void => {
      states.push(status);
      upstream.finish();
    };

    const answer = await client.callTool('sales_of', { client: 'ann', region: 'us' }, { onTask });

    expect(states[0]).toBe('working');
    expect(upstream.calls).toHaveLength(1);
    expect(answer.content).toEqual([{ type: 'text', text: 'Sales: r1 ' }]);
    expect(JSON.stringify(answer)).not.toMatch(/cost|secret-token/);
  });

  test('a failure has the names that clients know, and no constant', async () => {
    const { server } = await openTransformed({ protocol });
    const client = await connectTo(server, revision);

    const answer = await client.callTool('sales_of', { client: 'nobody' });

    expect(answer.isError).toBe(true);
    expect(answer.content).toEqual([{ type: 'text', text: '"client" is nobody: [redacted]' }]);
  });

  test('arguments of the hidden or the old name are refused before the remote server is called', async () => {
    const { upstream, server } = await openTransformed({ protocol });
    const client = await connectTo(server, revision);

    for (const input of [{ client: 'ann', token: 'mine' }, { customer: 'ann' }]) {
      const answer = await client.callTool('sales_of', input).catch((error: ServerError) => error);
      expect(JSON.stringify(answer instanceof Error ? answer.message : answer)).toMatch(/token|customer/);
    }
    expect(upstream.calls).toEqual([]);
  });
});

/** Sends a request of 2026-07-28 as a caller. */
async function askAs(
  source: CatalogSource,
  scopes: readonly string[],
  [method, params]: [string, JsonObject],
): Promise<JsonObject> {
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source });
  onTestFinished(() => engine.close());
  const principal: Principal = { id: 'ann', issuer: 'here', scopes, claims: {} };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const sent: JsonObject[] = [];
  const outlet = {
    send: async ({ json }: { readonly json: string }) => void sent.push(JSON.parse(json) as JsonObject),
  };
  const conversation = openConversation(engine, outlet, { principal });
  await conversation.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }));
  return sent.find(({ id }) => id === 1)!;
}

test.each(['all', 'allowed'] as const)(
  'access rules match the name of the entry, with visibility "%s"',
  async (visibility) => {
    const rule = { kind: 'tools', pattern: 'sales_*', scopes: ['sales'], claims: new Map() } as const;
    const { upstream, server } = await openTransformed({ access: { access: [rule], visibility } });
    const call: [string, JsonObject] = ['tools/call', { name: 'sales_of', arguments: { client: 'ann' } }];

    const refused = await askAs(server.source, [], call);
    const original = await askAs(server.source, [], ['tools/call', { name: 'report', arguments: {} }]);
    expect(upstream.calls).toEqual([]);
    const listed = await askAs(server.source, [], ['tools/list', {}]);
    const allowed = await askAs(server.source, ['sales'], call);

    expect(refused).toHaveProperty('error');
    expect(original).toMatchObject({ error: { code: -32602 } });
    expect((listed['result'] as { tools: unknown[] }).tools).toHaveLength(visibility === 'all' ? 1 : 0);
    expect(allowed).toMatchObject({ result: { content: [{ text: 'Sales: r1 ' }] } });
  },
);

test('a tool that changed after its approval is not offered transformed, and is compiled again once it is approved', async () => {
  const { upstream, remote, server, approve } = await openTransformed({ pins: 'block' });
  const offered = (): readonly string[] => server.source.current().tools.map(({ definition }) => definition.name);
  expect(offered()).toEqual(['sales_of']);

  const text = { type: 'string' };
  upstream.change({ customer: text, region: { enum: ['eu', 'us', 'asia'] }, token: text });
  await expect.poll(() => remote.status.state).toBe('pinned');
  expect(offered()).toEqual([]);
  await approve();
  await expect.poll(offered).toEqual(['sales_of']);

  const [tool] = server.source.current().tools;
  expect(tool?.definition.inputSchema).toMatchObject({ properties: { region: { enum: ['eu', 'us', 'asia'] } } });
});

test('a tool that loses an argument that a rule names is not offered, and the server says why', async () => {
  const { upstream, server } = await openTransformed();

  upstream.change({ customer: { type: 'string' } });

  await expect.poll(() => server.source.current().tools).toEqual([]);
  expect(server.problems.join()).toMatch(/tools\.sales_of: arguments\.(region|token): the tool has no such argument/);
});
