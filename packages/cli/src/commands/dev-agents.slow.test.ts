import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { request } from 'node:http';
import type { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import { connectClient } from '../connect-client.test-support.js';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';
import { runSigil } from '../run-sigil.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const working = greeter(`
  /** Divide. */
  @Tool()
  divide(dividend: number, divisor: number): number {
    if (divisor === 0) throw new Error('divisor is zero');
    return dividend / divisor;
  }

  /** Ask for the name, then greet. */
  @Tool()
  async ask(context: Context): Promise<string> {
    const answer = await context.elicit<{ name: string }>('Who are you?');
    return answer.action === 'accept' ? answer.content.name : answer.action;
  }
`);

let plugin: PluginFolder;
let captured: CapturedTerminal;
let ended: Promise<number>;
let agent: Client;
let user: Client;
let agentUrl: string;

beforeAll(async () => {
  plugin = makePlugin(working);
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: plugin.path, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', 'package.json', 'tsconfig.json', 'src');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first');
  captured = new CapturedTerminal();
  ended = runSigil(['dev', plugin.path, '--mcp', '--port', '0'], captured.terminal);
  const [, url] = await captured.out.has(/Tools for coding agents.*\n(\S+)\n/);
  const [, served] = await captured.out.has(/serves .* at (\S+)/);
  agentUrl = url!;
  agent = (await connectClient(agentUrl)).client;
  user = (await connectClient(served!)).client;
});
afterEach(() => plugin.write('src/greeter.ts', working));
afterAll(async () => {
  await agent?.close();
  await user?.close();
  captured.interrupt();
  expect(await ended).toBe(0);
  plugin.remove();
});

async function use(tool: string, input: object = {}): Promise<unknown> {
  const { isError, structuredContent, content } = await agent.callTool({ name: tool, arguments: { ...input } });
  return isError ? (content as { text: string }[])[0]!.text : structuredContent;
}

test('the banner says how an agent gets the tools', () => {
  expect(captured.out.text).toContain(`claude mcp add --transport http sigil-dev ${agentUrl}\n`);
  expect(captured.out.text).toMatch(/sigil install http\S+ --client cursor --scope project/);
});

test('a save is built before diagnostics answer, with line, frame and fix', async () => {
  expect(await use('diagnostics')).toEqual({ state: 'serving', servesOlderBuild: false, findings: [] });

  plugin.write('src/greeter.ts', working.replace('dividend: number', 'dividend: any'));
  const broken = await use('diagnostics');
  plugin.write('src/greeter.ts', working);
  const mended = await use('diagnostics');

  expect(broken).toEqual({
    state: 'not-built',
    servesOlderBuild: true,
    findings: [
      {
        ...{ severity: 'error', code: 'SIGIL040', file: 'src/greeter.ts', line: 13, column: 10 },
        message: expect.stringContaining('dividend'),
        fix: expect.any(String),
        frame: expect.stringMatching(/^13 \| {3}divide\(dividend: any[^\n]*\n {3}\| {10}\^+$/),
      },
    ],
  });
  expect(mended).toMatchObject({ state: 'serving', findings: [] });
});

test('a build whose code does not start is reported with its reason and its place', async () => {
  plugin.write('src/greeter.ts', `${working}\nthrow new Error('no luck');\n`);

  expect(await use('diagnostics')).toMatchObject({
    state: 'not-started',
    servesOlderBuild: true,
    reason: expect.stringContaining('no luck'),
  });
  const line = working.split('\n').length + 1;
  expect(await use('failures', { limit: 1 })).toMatchObject({
    failures: [{ during: 'the start of a new build', places: [`src/greeter.ts:${line}:7`] }],
  });
});

test('components and the schema of one of them are those that clients get', async () => {
  const { tools } = await user.listTools();

  const { inputSchema } = tools.find(({ name }) => name === 'greet')!;
  expect(await use('components')).toMatchObject({
    plugin: 'greeter',
    version: '1.2.3',
    tools: tools.map(({ name, description }) => ({ name, description })),
  });
  expect(await use('schema', { tool: 'greet' })).toMatchObject({ name: 'greet', inputSchema });
  expect(await use('schema', { tool: 'gret' })).toBe('there is no tool "gret". Did you mean "greet"?');
});

test('a call runs the code that was saved last', async () => {
  plugin.write('src/greeter.ts', working.replace('Hello', 'Good day'));
  await use('diagnostics');

  expect(await use('call', { tool: 'greet', input: { name: 'Ada' } })).toEqual({
    failed: false,
    content: [{ type: 'text', text: 'Good day, Ada!' }],
    progress: [],
  });
  expect(await use('call', { tool: 'gret' })).toContain('gret');
});

test('a tool that asks its user gets the answers of the call, and an agent without them reads the form', async () => {
  expect(await use('call', { tool: 'ask', answers: [{ name: 'Ada' }] })).toMatchObject({
    failed: false,
    content: [{ text: 'Ada' }],
  });
  expect(await use('call', { tool: 'ask' })).toMatch(/the tool asks: "Who are you\?".*"name".*answer number 1/);
  expect(await use('call', { tool: 'ask', answers: [{ name: 7 }] })).toMatch(
    /the tool asks: "Who are you\?".*"name".*Answer number 1 in "answers" does not fit: "name" must be a text/,
  );
});

test('a failed call of any client is listed with its arguments and the lines of the sources', async () => {
  await user.callTool({ name: 'divide', arguments: { dividend: 1, divisor: 0 } });

  expect(await use('failures', { limit: 1 })).toEqual({
    failures: [
      {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        during: 'tool "divide"',
        message: 'divisor is zero',
        places: ['src/greeter.ts:14:30'],
        arguments: '{"dividend":1,"divisor":0}',
      },
    ],
  });
});

test('calls of two clients that fail at the same time keep their own errors', async () => {
  await Promise.all([
    user.callTool({ name: 'divide', arguments: { dividend: 2, divisor: 0 } }),
    user.callTool({ name: 'greet', arguments: { name: 5 } }),
    use('call', { tool: 'divide', input: { dividend: 3, divisor: 0 } }),
  ]);

  const { failures } = (await use('failures', { limit: 3 })) as { failures: { during: string; message: string }[] };
  expect(failures.map(({ during, message }) => `${during}: ${message}`).sort()).toEqual([
    'tool "divide": divisor is zero',
    'tool "divide": divisor is zero',
    expect.stringMatching(/^tool "greet": .*"name" must be a string/),
  ]);
});

test('diff compares with the first build, and with a git ref', async () => {
  plugin.write('src/greeter.ts', working.replace('greet(', 'welcome('));
  await use('diagnostics');

  const changes = [
    { level: 'breaking', component: 'tool "greet"' },
    { level: 'minor', component: 'tool "welcome"' },
  ];
  expect(await use('diff')).toMatchObject({ bump: 'major', changes });
  expect(await use('diff', { against: 'main' })).toMatchObject({ against: 'main', bump: 'major', changes });
  expect(await use('diff', { against: 'no-such-ref' })).toContain('there is no git ref "no-such-ref"');
  expect(await use('diff', { against: '--help' })).toContain('expected a git ref');
});

test('check reports what the named clients refuse', async () => {
  plugin.write(
    'src/greeter.ts',
    working.replace('/** Divide. */\n  @Tool()', "/** Divide. */\n  @Tool({ name: 'a.b' })"),
  );

  expect(await use('check', { clients: ['claude'] })).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ code: 'claude/tool-name-pattern', file: 'src/greeter.ts', line: 13 }),
    ]),
  });
});

describe('the address', () => {
  test.each([{ host: 'evil.example' }, { host: new URL('http://127.0.0.1').host, origin: 'http://evil.example' }])(
    'refuses requests of web pages: %j',
    async (headers) => {
      const { port } = new URL(agentUrl);
      const status = await new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path: '/mcp/sigil-dev', method: 'POST', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent.on('error', reject).end('{}');
      });

      expect(status).toBe(403);
    },
  );

  test('keeps no session, so that agents go on after a new start', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } };
    const answer = await fetch(agentUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });

    expect([answer.status, answer.headers.has('mcp-session-id')]).toEqual([200, false]);
  });

  test('is on loopback whatever --host says, and one port after --port', async () => {
    const other = makePlugin();
    const terminal = new CapturedTerminal();
    const { port } = new URL(agentUrl);
    const over = runSigil(
      ['dev', other.path, '--mcp', '--host', '0.0.0.0', '--port', String(Number(port) - 1)],
      terminal.terminal,
    );

    await terminal.err.has(
      new RegExp(`the tools for coding agents cannot be served: port ${port} on 127\\.0\\.0\\.1 is`),
    );

    expect(await over).toBe(1);
    other.remove();
  });
});

test('a folder that is moved away is reported at once, and serves again when it is back', async () => {
  renameSync(plugin.path, `${plugin.path}-away`);
  const gone = await use('diagnostics');
  const check = await use('check');
  renameSync(`${plugin.path}-away`, plugin.path);

  expect(gone).toMatchObject({ servesOlderBuild: true, reason: expect.stringContaining('is gone') });
  expect(check).toBe('the folder of the plugin is gone');
  expect(await use('diagnostics')).toMatchObject({ state: 'serving', servesOlderBuild: false });
});

test('with --stdio the tools are at their port, and standard output has messages alone', async () => {
  const other = makePlugin();
  const terminal = new CapturedTerminal();
  const stdin = terminal.stdin as PassThrough;
  const over = runSigil(['dev', other.path, '--stdio', '--mcp', '--mcp-port', '0'], terminal.terminal);
  const [, url] = await terminal.err.has(/Tools for coding agents.*\n(\S+)\n/);
  await terminal.err.has(/Watching for changes/);

  const { client } = await connectClient(url!);
  const called = await client.callTool({ name: 'call', arguments: { tool: 'greet', input: { name: 'Ada' } } });
  stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await terminal.out.has(/\n/);
  await client.close();
  stdin.end();

  expect(await over).toBe(0);
  expect(called.structuredContent).toMatchObject({ content: [{ text: 'Hello, Ada!' }] });
  expect(terminal.out.text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  other.remove();
});

test.each([
  [['--mcp-port', '4000'], '--mcp-port means nothing without --mcp'],
  [['--mcp', '--port', '65535'], '--mcp needs --mcp-port: there is no port after 65535'],
  [['--mcp', '--mcp-port', 'x'], 'Expected a whole number from 0 to 65535'],
])('%j is refused', async (args, why) => {
  const { exitCode, stderr } = await run(['dev', plugin.path, ...args]);

  expect(stderr).toContain(why);
  expect(exitCode).toBe(2);
});
