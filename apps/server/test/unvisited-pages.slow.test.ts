import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';

/** Reports each file of the console that the process reads, and each port that it opens. */
const recorder = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
const { readFileSync } = fs;
fs.readFileSync = (path, ...more) => {
  if (String(path).includes('console/dist/assets')) process.stderr.write('reads an asset\\n');
  return readFileSync(path, ...more);
};
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...more) {
  process.stderr.write('opens a port\\n');
  return listen.apply(this, more);
};
syncBuiltinESMExports();
`;

let server: ServerProcess;

beforeAll(async () => {
  const hook = `data:text/javascript,${encodeURIComponent(recorder)}`;
  server = await startServer([], { NODE_OPTIONS: `--import ${hook}`, MCP_WORKERS: '1' });
});

afterAll(() => server.stop());

const count = (text: string): number => server.said().split(text).length - 1;

test('a server that only clients and probes visit reads nothing of the console, and has one port', async () => {
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const answer = await fetch(`${server.url}/mcp/date`, { method: 'POST', headers, body: JSON.stringify(initialize) });
  const probe = await fetch(`${server.url}/healthz`);

  expect([answer.status, probe.status]).toEqual([200, 200]);
  expect([count('reads an asset'), count('opens a port')]).toEqual([0, 1]);
});

test('the first page reads the assets, and opens no port without a view', async () => {
  const page = await fetch(`${server.url}/mcp/meta/date`, { headers: { accept: 'text/html' } });

  expect(page.status).toBe(200);
  expect(count('reads an asset')).toBeGreaterThan(5);
  expect(count('opens a port')).toBe(1);
});
