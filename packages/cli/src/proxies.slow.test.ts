/** The command behind a proxy: towards an upstream over TLS, and as a client. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openProxy } from '@sigil/test-support/proxy';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const host = 'upstream.test';

/** An upstream over TLS, and the file with the certificate that its clients have to trust. */
interface SecureUpstream {
  readonly port: number;
  readonly certificate: string;
}

async function openUpstream(): Promise<SecureUpstream> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'pipe',
  });
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (request, response) => {
    void answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, certificate };
}

/** Answers without sessions: each request has its own server. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const server = new McpServer({ name: 'far', version: '1' });
  server.registerTool('look', {}, () => ({ content: [{ type: 'text', text: String(request.headers.host) }] }));
  const transport = new StreamableHTTPServerTransport({});
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

interface Behind {
  readonly environment: Record<string, string>;
  readonly asked: readonly string[];
}

async function openNetwork(): Promise<Behind> {
  const { port, certificate } = await openUpstream();
  const { url, asked, close } = await openProxy(port, 'me:secret');
  onTestFinished(close);
  const { PATH = '' } = process.env;
  const proxy = url.replace('//', '//me:secret@');
  return { environment: { PATH, HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: certificate }, asked };
}

test('a gateway reaches an upstream over TLS through a tunnel of the proxy', async () => {
  const { environment, asked } = await openNetwork();
  const args = [main, 'serve', '--stdio', '--proxy', `https://${host}/mcp`];
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: environment, stderr: 'ignore' }),
  );
  onTestFinished(() => client.close());

  expect(await client.callTool({ name: 'look' })).toMatchObject({ content: [{ text: host }] });
  expect(new Set(asked)).toEqual(new Set([`CONNECT ${host}:443`]));
});

test('sigil call reaches a server over TLS through the proxy', async () => {
  const { environment, asked } = await openNetwork();

  const { code, out, err } = await run(['call', `https://${host}/mcp`, 'look'], environment);

  expect(err).toBe('');
  expect(out).toContain(host);
  expect(code).toBe(0);
  expect(asked).toContain(`CONNECT ${host}:443`);
});

test('with NO_PROXY *, sigil call reaches the server directly', async () => {
  const { environment, asked } = await openNetwork();

  const { code, err } = await run(['call', `https://${host}/mcp`, 'look'], { ...environment, NO_PROXY: '*' });

  // The name leads nowhere without the proxy.
  expect(code).toBe(1);
  expect(err).toContain('cannot connect');
  expect(asked).toEqual([]);
});

test('a variable that names no proxy is an error of usage that does not repeat its value', async () => {
  const { code, err } = await run(['call', 'https://upstream.test/mcp', 'look'], {
    HTTPS_PROXY: 'ftp://me:secret@host',
  });

  expect(code).toBe(2);
  expect(err).toBe('error: the variable HTTPS_PROXY must be the http: or https: URL of a proxy\n');
});

async function run(args: string[], env: Record<string, string>): Promise<{ code: unknown; out: string; err: string }> {
  const child: ChildProcess = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { out: '', err: '' };
  child.stdout!.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, ...text };
}
