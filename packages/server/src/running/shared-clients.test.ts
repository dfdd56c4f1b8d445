import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { Clients, createEngine } from '@sigil/core/engine';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '@sigil/test-support/web-socket';
import type { Mount } from '../mounts/mount.js';
import { openServerLog } from '../log/server-log.js';
import { noMiddleware } from '../middleware/operator-middleware.js';
import { serveHttp } from './serve-http.js';

function mountOf(name: string): Mount {
  const source = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));
  const engine = createEngine({ info: { name, version: '1.0.0' }, source });
  const rest = {
    description: '',
    plugins: new Map(),
    stateless: false,
    isConfigured: true,
    problems: [],
    overrides: [],
  };
  return { name, path: `/mcp/${name}`, engine, source, ...rest };
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

test('the limits on sessions and request bytes are shared by all mounts and transports', async () => {
  const clients = new Clients({ maxSessions: 1, maxRequestBytes: 1_000, clientSharePercent: 100 });
  const service = await serveHttp(
    { all: [mountOf('one'), mountOf('other')], onMounts: () => () => undefined },
    {
      configuration: { host: '127.0.0.1', port: 0, sse: true, ws: true, allowedOrigins: [] },
      fallback: (_request, response) => void response.writeHead(404).end(),
      log: openServerLog(() => undefined),
      clients,
      middleware: noMiddleware,
      onForbidden: () => undefined,
      authentication: undefined,
      store: undefined,
    },
  );
  onTestFinished(() => service.close(1));
  const { url } = service;
  const post = (name: string, body: string): Promise<Response> =>
    fetch(`${url}/mcp/${name}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  const first = await post('one', initialize);
  const second = await post('other', initialize);
  const pair = await fetch(`${url}/mcp/other/sse`, { headers: { accept: 'text/event-stream' } });
  const { socket } = await ask(`${url}/mcp/one/ws`, 'mcp');
  // The beginning of a message that does not end.
  socket!.write(Buffer.concat([Buffer.from([0x81, 0x80 | 126, 0x0f, 0xff, 0, 0, 0, 0]), Buffer.alloc(900, 'x')]));
  await expect.poll(() => clients.requestBytes.inUse).toBe(908);
  const crowdedOut = await post('other', initialize);
  socket!.destroy();
  await expect.poll(() => clients.requestBytes.inUse).toBe(0);

  expect([first.status, second.status, pair.status]).toEqual([200, 503, 503]);
  expect(await second.text()).toContain('limit maxSessions');
  expect(crowdedOut.status).toBe(503);
  expect(await crowdedOut.text()).toContain('limit maxRequestBytes');
});
