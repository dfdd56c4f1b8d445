/** Servers whose components are those of an upstream, which is a server of ours in either era. */
import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test } from 'vitest';
import { connect, healthOf, namesOf, openGateway, openUpstream, untilServing } from './gateway.test-support.js';

test.each(['legacy', 'modern'])(
  'a %s upstream can be renamed, included and shown like any server',
  async (protocol) => {
    const upstream = await openUpstream();
    const gateway = await openGateway({
      far: { remote: { url: `${upstream.url}/mcp/sums`, protocol } },
      named: {
        include: [{ server: 'far', namespace: 'f' }],
        tools: { plus: { runs: 'f_add', description: 'Plus.' } },
        prompts: {
          manual: {
            description: 'By hand.',
            messages: [{ role: 'user', text: 'Add 1 and 2.' }],
          },
        },
      },
    });
    await untilServing(gateway, 'far');
    const [far, named, all] = await Promise.all(
      ['far', 'named', 'all'].map((name) => connect(`${gateway.url}/mcp/${name}`)),
    );

    expect(namesOf(await far!.listTools())).toEqual(['add', 'delete']);
    expect(namesOf(await all!.listTools())).toContain('far_add');
    expect(namesOf(await named!.listTools())).toEqual(['f_add', 'plus', 'f_delete']);
    expect(await named!.callTool({ name: 'plus', arguments: { a: 1, b: 2 } })).toMatchObject({
      content: [{ text: '3' }],
    });
    expect(await named!.getPrompt({ name: 'manual' })).toMatchObject({
      messages: [{ content: { text: 'Add 1 and 2.' } }],
    });
    expect(await far!.getPrompt({ name: 'greet' })).toMatchObject({ messages: [{ content: { text: 'Hello.' } }] });
    expect(await healthOf(gateway.url)).toMatchObject({
      status: 'ok',
      upstreams: { far: { state: 'serving', era: protocol } },
    });
  },
);

test('the profile readonly offers only read-only tools of an upstream', async () => {
  const upstream = await openUpstream();
  const gateway = await openGateway({ far: { remote: { url: `${upstream.url}/mcp/sums` } } }, { profile: 'readonly' });
  await untilServing(gateway, 'far');

  expect(namesOf(await (await connect(`${gateway.url}/mcp/far`)).listTools())).toEqual(['add']);
});

test('a hanging upstream and a refusing one do not affect the others', async () => {
  const upstream = await openUpstream();
  const { createServer } = await import('node:http');
  const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => void hanging.close().closeAllConnections());
  await new Promise((resolve) => hanging.once('listening', resolve));
  const { port } = hanging.address() as { port: number };
  const gateway = await openGateway({
    far: { remote: { url: `${upstream.url}/mcp/sums` } },
    hung: { remote: { url: `http://127.0.0.1:${port}/mcp`, connectTimeoutMs: 300 } },
    refusing: { remote: { url: 'http://127.0.0.1:9/mcp' } },
  });
  await untilServing(gateway, 'far');
  const client = await connect(`${gateway.url}/mcp/all`);

  expect(namesOf(await client.listTools())).toEqual(['far_add', 'far_delete']);
  expect(await healthOf(gateway.url)).toMatchObject({
    status: 'degraded',
    upstreams: { refusing: { state: 'failed' } },
  });
  const page = await (await fetch(`${gateway.url}/mcp/meta/refusing`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('has not answered yet');
  expect(page).toContain('cannot be reached (ECONNREFUSED)');
});

test('a server does not start without a required upstream', async () => {
  const open = openGateway({ far: { remote: { url: 'http://127.0.0.1:9/mcp', required: true } } });

  await expect(open).rejects.toThrow(
    /required plugins or upstream servers do not serve.*\n {2}far: .*cannot be reached/,
  );
});

test('a changed configuration reconnects to the upstream, and an equal one does not', async () => {
  const [one, two] = [await openUpstream(), await openUpstream()];
  const gateway = await openGateway({ far: { remote: { url: `${one.url}/mcp/sums` } } });
  await untilServing(gateway, 'far');
  const serving = (): number => gateway.lines.filter((line) => line.includes('serves, over MCP')).length;

  await gateway.configure({ far: { description: 'Far.', remote: { url: `${one.url}/mcp/sums` } } });
  const before = serving();
  await gateway.configure({ far: { remote: { url: `${two.url}/mcp/sums` } } });
  await expect.poll(serving).toBe(2);
  await gateway.configure({});

  expect(before).toBe(1);
  expect(await healthOf(gateway.url)).not.toHaveProperty('upstreams');
});

test('an invalid upstream configuration is reported for its server, naming the member', async () => {
  const gateway = await openGateway({ far: { remote: { urll: 'http://127.0.0.1:9/mcp' } } });

  expect(gateway.server.servers.find(({ name }) => name === 'far')?.problems).toEqual([
    expect.stringContaining('server "far": remote: there is no "urll". Did you mean "url"?'),
    expect.stringContaining('server "far": remote: expected either a "url" or a "command"'),
  ]);
});

test('an unset variable is reported by name, and pages show no secret', async () => {
  const gateway = await openGateway({
    far: {
      remote: {
        url: 'http://127.0.0.1:9/mcp?key=s3cret',
        headers: { 'x-key': 's3cret' },
        auth: { kind: 'bearer', token: '${SIGIL_TEST_NOT_SET}' },
      },
    },
  });
  const texts = await Promise.all(
    ['/healthz', '/mcp/meta/far', '/mcp'].map(async (path) =>
      (await fetch(gateway.url + path, { headers: { accept: 'text/html' } })).text(),
    ),
  );

  expect(gateway.lines.join('')).toContain('"auth.token" names the variable SIGIL_TEST_NOT_SET, which is not set');
  expect(texts.join('')).not.toContain('s3cret');
});

test('a remote server from the environment can be included and given prompts', async () => {
  const upstream = await openUpstream();
  const environment = { MCP_SERVER_SUMS_URL: `${upstream.url}/mcp/sums`, MCP_CLIENT_RETRY_ATTEMPTS: '0' };
  const manual = { description: 'By hand.', messages: [{ role: 'user', text: 'Add 1 and 2.' }] };
  const gateway = await openGateway({ named: { include: [{ server: 'sums' }], prompts: { manual } } }, {}, environment);
  await untilServing(gateway, 'sums');
  const [sums, named] = await Promise.all(['sums', 'named'].map((name) => connect(`${gateway.url}/mcp/${name}`)));

  expect(namesOf(await sums!.listTools())).toEqual(['add', 'delete']);
  expect(namesOf(await named!.listTools())).toEqual(['add', 'delete']);
  expect((await named!.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet', 'manual']);
  const described = (await (await fetch(`${gateway.url}/mcp/meta`)).json()) as object;
  expect(described).toMatchObject({ sums: { from: 'environment' }, named: { from: 'mcps.source.json' } });
});

test('a tool named like one of another remote server is reported in the log and on the page', async () => {
  const [near, far] = await Promise.all([openUpstream(), openUpstream()]);
  const gateway = await openGateway({
    near: { remote: { url: `${near.url}/mcp/sums` } },
    far: { remote: { url: `${far.url}/mcp/sums` } },
  });
  const problemsOf = (wanted: string) => gateway.server.servers.find(({ name }) => name === wanted)?.problems;

  await expect
    .poll(() => problemsOf('far'))
    .toEqual([
      'server "far": the tool "add" has the name of one of server "near"',
      'server "far": the tool "delete" has the name of one of server "near"',
    ]);
  expect(gateway.lines.filter((line) => line.includes('the tool "add" has the name of one of server')).length).toBe(1);
  const page = await (await fetch(`${gateway.url}/mcp/meta/far`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('the tool &quot;add&quot; has the name of one of server &quot;near&quot;');
});

test('a tool named like one of a plugin is reported', async () => {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin(
    'sums',
    "import { Tool } from '@sigil/core';\nexport class Sums {\n  /** Adds. */\n  @Tool()\n  add(): number {\n    return 1;\n  }\n}\n",
  );
  buildPlugins([join(plugins.path, 'sums')]);
  const upstream = await openUpstream();
  const gateway = await openGateway(
    { far: { remote: { url: `${upstream.url}/mcp/sums` } } },
    { plugins: plugins.path },
  );
  const problems = (): readonly string[] | undefined =>
    gateway.server.servers.find(({ name }) => name === 'far')?.problems;

  await expect
    .poll(problems, { timeout: 10_000 })
    .toEqual(['server "far": the tool "add" has the name of one of plugin "sums"']);
  expect(gateway.lines.filter((line) => line.includes('has the name of one of plugin'))).toHaveLength(1);
});
