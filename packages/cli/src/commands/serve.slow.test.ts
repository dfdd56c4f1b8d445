import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectClient } from '../connect-client.test-support.js';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const shout = `
  /** Greet loudly. */
  @Tool()
  shout(name: string): string {
    return name.toUpperCase();
  }
`;

let plugin: PluginFolder;

beforeEach(() => {
  plugin = makePlugin();
});
afterEach(() => plugin.remove());

const serve = (captured: CapturedTerminal, ...args: string[]): Promise<number> =>
  runSigil(['serve', plugin.path, ...args], captured.terminal);

async function urlIn(captured: CapturedTerminal): Promise<string> {
  const [, url] = await captured.out.has(/serves .* at (\S+)[^]*Client configuration[^]*\n\}\n/);
  return url!;
}

describe('sigil serve over HTTP', () => {
  test('prints its URL and tools, answers at both paths and exits with 0 when interrupted', async () => {
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0');
    const url = await urlIn(captured);

    const byName = await run(['call', url, 'greet', '--arg', 'name=Ada']);
    const byServer = await run(['list', new URL('/mcp', url).href]);
    captured.interrupt();

    expect(await ended).toBe(0);
    expect(byName).toEqual({ exitCode: 0, stdout: 'Hello, Ada!\n', stderr: '' });
    expect(byServer.stdout).toMatch(/^greeter 1\.2\.3\n\nTools\n.*\n {2}greet {2}name: string {2}Greet somebody\.\n$/);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\/greeter$/);
    expect(captured.out.text).toContain('greeter 1.2.3 serves 1 tool at ');
    expect(captured.out.text).toContain('  greet  name: string  Greet somebody.');
    const [, snippet] = /Client configuration\n(\{[^]*\n\})/.exec(captured.out.text)!;
    expect(JSON.parse(snippet!)).toEqual({ mcpServers: { greeter: { type: 'http', url } } });
    expect(captured.err.text).toMatch(/^greeter 1\.2\.3: 1 tool -> /);
  });

  test('answers GET and DELETE with 405 when --stateless is given, and still serves clients', async () => {
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0', '--stateless');
    const url = await urlIn(captured);

    const statuses = await Promise.all(['GET', 'DELETE'].map(async (method) => (await fetch(url, { method })).status));
    const called = await run(['call', url, 'greet', '--arg', 'name=Ada']);
    captured.interrupt();
    await ended;

    expect(statuses).toEqual([405, 405]);
    expect(called.stdout).toBe('Hello, Ada!\n');
  });

  test('lists a search in place of its tools with --discovery search', async () => {
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0', '--discovery', 'search');
    const url = await urlIn(captured);

    const { stdout: listed } = await run(['list', url]);
    const called = await run(['call', url, 'call_tool', '{"name":"greet","arguments":{"name":"Ada"}}']);
    captured.interrupt();

    expect(await ended).toBe(0);
    expect(listed).toMatch(/search_tools[^]*call_tool/);
    expect(listed).not.toContain('greet  ');
    expect(called.stdout).toBe('Hello, Ada!\n');
  });

  test('reports code that fails to start at its first use and keeps serving', async () => {
    plugin.write('src/greeter.ts', greeter(`\n  constructor() {\n    throw new Error('no luck');\n  }\n`));
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0');
    const url = await urlIn(captured);

    const called = await run(['call', url, 'greet', '--arg', 'name=Ada']);
    const listed = await run(['list', url]);
    captured.interrupt();

    expect(await ended).toBe(0);
    expect(called.exitCode).not.toBe(0);
    expect(called.stdout + called.stderr).toContain('plugin "greeter" could not be started; try again in 1 s');
    expect(captured.out.text).toMatch(/failed to come up for its first use, and will be tried again: [^]*no luck/);
    expect(listed.stdout).toContain('greet  name: string');
  });

  test('also accepts WebSocket connections with --ws', async () => {
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0', '--ws');
    await urlIn(captured);
    const [, url] = await captured.out.has(/WebSocket\n(ws:\S+)\n/);

    const asked = request(url!.replace('ws:', 'http:'), {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Protocol': 'sigil.stream',
      },
    }).end();
    const [response, socket] = (await once(asked, 'upgrade')) as [IncomingMessage, Socket];
    const said = once(socket, 'data') as Promise<[Buffer]>;
    captured.interrupt();
    const [goodbye] = await said;
    socket.destroy();

    expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/mcp\/greeter\/ws$/);
    expect(response.headers['sec-websocket-protocol']).toBe('sigil.stream');
    expect(goodbye.readUInt16BE(2)).toBe(1001);
    expect(await ended).toBe(0);
  });

  test('swaps in a later build, in the link that the package.json asks for, and notifies clients', async () => {
    plugin.write('package.json', JSON.stringify({ name: 'greeter', type: 'module', sigil: { link: 'worker' } }));
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0');
    const { client, nextToolNames } = await connectClient(await urlIn(captured));

    const told = nextToolNames();
    plugin.write('src/greeter.ts', greeter(shout));
    await run(['build', plugin.path]);

    expect(await told).toEqual(['greet', 'shout']);
    await captured.out.has(/\d\d:\d\d:\d\d swapped tools \+shout\n/);
    const seen: unknown = await (await fetch(new URL('/dashboard.json', await urlIn(captured)))).json();
    expect(seen).toMatchObject({ canCancel: false, plugins: [{ link: 'worker' }], swaps: [{ plugin: 'greeter' }] });
    await client.close();
    captured.interrupt();
    expect(await ended).toBe(0);
  });

  test('exits with 0 while a client is still connected', async () => {
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0');
    const { client } = await connectClient(await urlIn(captured));

    captured.interrupt();

    expect(await ended).toBe(0);
    await client.close();
  });

  test('exits with 1 and says what to do when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;

    const { exitCode, stdout, stderr } = await run(['serve', plugin.path, '--port', String(port)]);
    other.close();

    expect(stderr).toContain(`error: port ${port} on 127.0.0.1 is in use: stop the program that uses it, or choose`);
    expect(stderr).not.toContain('    at ');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });

  test('rejects requests for another host name unless --allow-host names it', async () => {
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0', '--host', '0.0.0.0', '--allow-host', 'greeter.test');
    const { port } = new URL(await urlIn(captured));
    const statusFor = async (host: string): Promise<number> => {
      const { request } = await import('node:http');
      return new Promise((resolve, reject) => {
        const sent = request({ port, path: '/mcp', method: 'GET', headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode!);
        });
        sent.on('error', reject).end();
      });
    };

    expect(await statusFor('evil.test')).toBe(403);
    expect(await statusFor('greeter.test')).not.toBe(403);
    captured.interrupt();
    expect(await ended).toBe(0);
    expect(captured.out.text).toContain('warning: anyone who can reach 0.0.0.0 can call these tools');
  });
});

describe('sigil serve with a changed source', () => {
  test('serves the existing build with a warning', async () => {
    await run(['build', plugin.path]);
    plugin.write('src/greeter.ts', greeter(shout));
    const captured = new CapturedTerminal({ cwd: plugin.path });
    const ended = serve(captured, '--port', '0');
    await urlIn(captured);
    captured.interrupt();

    expect(await ended).toBe(0);
    expect(captured.err.text).toBe('warning: src/greeter.ts has changed since the build; --build builds it again\n');
    expect(captured.out.text).toContain('serves 1 tool at');
  });

  test('rebuilds the plugin with --build', async () => {
    await run(['build', plugin.path]);
    plugin.write('src/greeter.ts', greeter(shout));
    const captured = new CapturedTerminal();
    const ended = serve(captured, '--port', '0', '--build');
    await urlIn(captured);
    captured.interrupt();

    expect(await ended).toBe(0);
    expect(captured.out.text).toContain('serves 2 tools at');
  });

  test('exits with 1 without serving when the source has errors', async () => {
    plugin.write('src/greeter.ts', 'export const nothing = 1;\n');

    const { exitCode, stdout, stderr } = await run(['serve', plugin.path, '--port', '0']);

    expect(stderr).toContain('was not built: it has 1 error, shown above');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });
});

describe('sigil serve over stdio', () => {
  test('writes only messages to standard output and exits when its input ends', async () => {
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    ];
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');

    const { exitCode, stdout, stderr } = await run(['serve', plugin.path, '--stdio'], { input });

    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    expect(stderr).toMatch(/\ngreeter 1\.2\.3 serves 1 tool on standard input and output\n$/);
    expect(exitCode).toBe(0);
  });

  test('answers with a subscription and its events when --native is given', async () => {
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'greet', params: ['Ada'] })}\n`;

    const { stdout, stderr } = await run(['serve', plugin.path, '--stdio', '--native'], { input });

    const [answer, ...events] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { result?: unknown; params?: { result: { type: string } } });
    expect(answer?.result).toEqual({ subscription: 1 });
    expect(events.map(({ params }) => params?.result.type)).toEqual(['start', 'content', 'complete']);
    expect(stderr).toMatch(/\ngreeter 1\.2\.3 serves 1 tool on standard input and output, as native streams\n$/);
  });

  test.each([
    [['--native'], '--native means nothing without --stdio'],
    [['--mcp'], '--mcp means nothing without --stdio'],
    [['--stdio', '--native', '--mcp'], "option '--mcp' cannot be used with option '--native'"],
    [['--stdio', '--stateless'], "option '--stateless' cannot be used with option '--stdio'"],
  ])('%j is refused', async (options, message) => {
    const { exitCode, stderr } = await run(['serve', plugin.path, ...options]);

    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  test('serves MCP when --mcp is given', async () => {
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;

    const { stdout } = await run(['serve', plugin.path, '--stdio', '--mcp'], { input });

    expect(JSON.parse(stdout)).toMatchObject({ id: 1 });
  });

  test('shows the client configuration on standard error when it runs on a terminal', async () => {
    const { stderr } = await run(['serve', plugin.path, '--stdio'], {
      input: '',
      columns: 200,
      env: { NO_COLOR: '1' },
    });

    const [, snippet] = /Client configuration\n(\{[^]*\n\})/.exec(stderr)!;
    expect(JSON.parse(snippet!)).toEqual({
      mcpServers: {
        greeter: {
          command: 'node',
          args: [expect.stringMatching(/@sigil.cli.bin.sigil\.mjs$/), 'serve', plugin.path, '--stdio'],
        },
      },
    });
  });
});
