import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mainProgram, startServer, type ServerProcess } from './built-server.test-support.js';
import { openSession } from './facility/served-plugin.test-support.js';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { spawnSync } from 'node:child_process';

let server: ServerProcess;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Answer {
  readonly status: number;
  readonly body: {
    readonly id?: number;
    readonly error?: { code: number; message: string };
    readonly result?: Record<string, unknown>;
  };
}

async function post(body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const response = await fetch(`${server.url}/mcp/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

function postModern(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const name = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } };
  return post(JSON.stringify(message), { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name });
}

describe('a faulty request of a modern client', () => {
  test('with malformed JSON fails with -32700', async () => {
    const { status, body } = await post('{"jsonrpc": ');

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: -32700 });
  });

  test('for an unknown method fails with -32601 and names the method', async () => {
    const { status, body } = await postModern('tools/destroy');

    expect(status).toBe(404);
    expect(body).toMatchObject({ id: 1, error: { code: -32601, message: expect.stringContaining('tools/destroy') } });
  });

  test('for an unknown tool fails with -32602 and suggests the nearest name', async () => {
    const { status, body } = await postModern('tools/call', { name: 'ecko' });

    expect(status).toBe(200);
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('Did you mean "echo"?') });
  });

  test('with wrong arguments returns a tool error that names the expected argument', async () => {
    const { body } = await postModern('tools/call', { name: 'echo', arguments: { mesage: 'hi' } });

    const text = JSON.stringify(body.result);
    expect(body.result).toMatchObject({ isError: true });
    expect(text).toContain('mesage');
    expect(text).toContain('message');
  });

  afterAll(async () => {
    const { body } = await postModern('tools/call', { name: 'echo', arguments: { message: 'still here' } });
    expect(body.result).toMatchObject({ isError: false, content: [{ type: 'text', text: 'still here' }] });
  });
});

test('an error thrown by a plugin becomes a tool error without a stack or a path', async () => {
  const { url } = server;
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'query', arguments: { filter: '.[', json: '{}' }, _meta: envelope },
  };
  const response = await fetch(`${url}/mcp/jq`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'query',
    },
    body: JSON.stringify(message),
  });
  const text = await response.text();

  expect(text).toContain('"isError":true');
  expect(text).not.toMatch(/node_modules|\.cjs|\bat \w+ \(/);
});

test('a plugin folder without a manifest is reported in the health and the log, and the others are served', async () => {
  const plugins = await newPluginsFolder();
  await plugins.writePlugin('unbuilt', '');
  await mkdir(join(plugins.path, 'no-plugin'));
  for (const part of ['dist', 'package.json']) {
    await cp(join(import.meta.dirname, '../plugins/echo', part), join(plugins.path, 'echo', part), { recursive: true });
  }
  const own = await startServer(['--plugins', plugins.path]);

  const health = (await (await fetch(`${own.url}/healthz`)).json()) as unknown;
  const { body } = await (await openSession(`${own.url}/mcp/echo`)).call('echo', { message: 'hello' });
  const said = own.said();
  await own.stop();
  await plugins.remove();

  expect(health).toMatchObject({
    status: 'degraded',
    plugins: {
      unbuilt: { state: 'failed', reason: 'manifest-missing', boot: { outcome: 'failed' } },
      echo: { state: 'serving' },
    },
  });
  expect(body.result?.content).toEqual([{ type: 'text', text: 'hello' }]);
  expect(JSON.stringify(health)).not.toContain(plugins.path);
  expect(said).toContain('build the plugin with "sigil build"');
});

describe('a server that cannot start', () => {
  const start = (...args: string[]): { status: number | null; stderr: string } =>
    spawnSync(process.execPath, [mainProgram, ...args], { encoding: 'utf8', timeout: 15_000 });

  test('exits with 1 on a busy port and prints one line for it', () => {
    const port = new URL(server.url).port;

    const { status, stderr } = start('--port', port);

    expect(status).toBe(1);
    expect(stderr).toContain(port);
    expect(stderr.split(/^error /m)[1]).toMatch(/^.+\n$/);
  });

  test.each([
    ['a flag that there is not', ['--prot', '3000'], "unknown option '--prot'"],
    ['a flag without its value', ['--port'], 'argument missing'],
    ['a word that is no flag', ['serve'], 'too many arguments'],
  ])('exits with 2 on %s', (_, args, message) => {
    const { status, stderr } = start(...args);

    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test('exits with 2 on an invalid port and prints one line', () => {
    const { status, stderr } = start('--port', 'http');

    expect(status).toBe(2);
    expect(stderr).toBe('error --port must be a port from 0 to 65535, got "http"\n');
  });

  test('exits with 2 on a public address without --allow-unauthenticated and prints one line', () => {
    const { status, stderr } = start('--host', '0.0.0.0', '--port', '0');

    expect(status).toBe(2);
    expect(stderr).toMatch(/^error .+--allow-unauthenticated.+\n$/);
  });

  test('exits with 2 on a request state key of the wrong length and prints one line without it', () => {
    const environment = { ...process.env, MCP_REQUEST_STATE_KEY: 'c2VjcmV0' };

    const { status, stderr } = spawnSync(process.execPath, [mainProgram], { encoding: 'utf8', env: environment });

    expect(status).toBe(2);
    expect(stderr).toBe('error MCP_REQUEST_STATE_KEY must be 32 bytes in base64, got 6 bytes\n');
  });

  test('exits with 2 on an unknown mount', () => {
    const { status, stderr } = start('--stdio', 'nothing');

    expect(status).toBe(2);
    expect(stderr).toContain('there is no server "nothing"');
  });
});
