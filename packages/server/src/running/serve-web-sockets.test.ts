import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildCatalog, fixedSource, type PublishedTool } from '@sigil/core/catalog';
import { Clients, createEngine, type Engine } from '@sigil/core/engine';
import { callOf, gate, textResult, toolOf } from '@sigil/testing/transports';
import { expect, onTestFinished, test } from 'vitest';
import { ask, tell } from '@sigil/test-support/web-socket';
import { openServerLog } from '../log/server-log.js';
import { serveWebSockets } from './serve-web-sockets.js';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

function engineOf(tools: readonly PublishedTool[] = []): Engine {
  const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
  return createEngine({ info: { name: 'test', version: '1.0.0' }, source: fixedSource(catalog) });
}

/** Makes a new mount each time, although its path may be the same. */
const mountOf = (name: string) => ({ name, path: `/mcp/${name}`, engine: engineOf() });

test('connections of a removed or replaced mount close, and those of other mounts stay open', async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const [stays, goes, before, after] = [mountOf('stays'), mountOf('goes'), mountOf('same'), mountOf('same')];
  const configuration = { host: '127.0.0.1', allowedOrigins: [] };
  const log = openServerLog(() => undefined);
  const service = serveWebSockets(http, [stays, goes, before], { configuration, log, clients: new Clients() });
  onTestFinished(async () => {
    await service.close(1);
    http.close();
  });
  const names = ['stays', 'goes', 'same'];
  const [staying, ...leaving] = await Promise.all(names.map((name) => ask(`${url}/mcp/${name}/ws`, 'mcp')));
  const goodbyes = Promise.all(leaving.map(({ socket }) => once(socket!, 'data') as Promise<[Buffer]>));

  service.showMounts([stays, after]);
  const codes = (await goodbyes).map(([bytes]) => bytes.readUInt16BE(2));
  const again = await Promise.all(names.map((name) => ask(`${url}/mcp/${name}/ws`, 'mcp')));
  const answer = await tell(staying!.socket!, ping, '"id":1');
  for (const { socket } of [staying!, ...leaving, ...again]) socket?.destroy();

  expect(codes).toEqual([1001, 1001]);
  expect(again.map(({ status }) => status)).toEqual([101, 404, 101]);
  expect(answer).toContain('"id":1');
});

test('a removed mount finishes its running call, rejects new ones, then closes the connection', async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const [started, finish] = [gate(), gate()];
  const slow = toolOf('slow', async () => {
    started.open();
    await finish.opened;
    return textResult('in time');
  });
  const configuration = { host: '127.0.0.1', allowedOrigins: [] };
  const log = openServerLog(() => undefined);
  const goes = { ...mountOf('goes'), engine: engineOf([slow]) };
  const service = serveWebSockets(http, [goes], { configuration, log, clients: new Clients() });
  onTestFinished(async () => {
    await service.close(1);
    http.close();
  });
  const { socket } = await ask(`${url}/mcp/goes/ws`, 'mcp');
  onTestFinished(() => void socket!.destroy());
  let seen = '';
  socket!.on('data', (piece: Buffer) => (seen += piece.toString('latin1')));
  const answered = tell(socket!, callOf(1, 'slow'), 'in time');
  await started.opened;

  service.showMounts([]);
  const refused = await tell(socket!, { ...ping, id: 2 }, 'closing');
  finish.open();
  await answered;

  expect(refused).toContain('"id":2,"error":{"code":-32603,"message":"the server is closing: try again later"}');
  await expect.poll(() => seen.split('in time')[1]).toContain('\x03\xe9the server is closing');
});

test('foreign origins and hosts get 403, and allowed origins get a WebSocket', async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp/one/ws`;
  const configuration = { host: '127.0.0.1', allowedOrigins: ['https://app.example.com'] };
  const log = openServerLog(() => undefined);
  const service = serveWebSockets(http, [mountOf('one')], { configuration, log, clients: new Clients() });
  onTestFinished(async () => {
    await service.close(1);
    http.close();
  });
  const callers = [
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost.evil.example' },
    { Host: 'evil.example' },
    { Origin: 'https://app.example.com' },
    { Origin: 'http://localhost:5173' },
    {},
  ];

  const answers = await Promise.all(callers.map((headers) => ask(url, 'mcp', headers as Record<string, string>)));
  for (const { socket } of answers) socket?.destroy();

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 101, 101, 101]);
});
