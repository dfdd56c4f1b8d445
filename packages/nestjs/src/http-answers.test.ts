/**
 * Compares every answer of an application with that of node:http: whatever Nest does around the endpoint, clients see no difference.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Post, Body, VersioningType, type INestApplication } from '@nestjs/common';
import { revisions } from '@sigil/core/engine';
import { comparedBodyBytes, comparedOrigin, modernSending, readHttpAnswers, sendHttp } from '@sigil/testing/contracts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adapters, serveApp, type AdapterName } from './serving.test-support.js';
import { SigilServer } from './sigil-server.js';

const limits = { maxBodyBytes: comparedBodyBytes };
const sigil = { limits, allowedOrigins: [comparedOrigin] };
const names = Object.keys(adapters) as AdapterName[];
const cases = names.flatMap((adapter) =>
  [false, true].flatMap((stateless) => revisions.map(({ date }) => ({ adapter, stateless, date }))),
);

/** Answers with the same endpoint, without Nest. */
async function serveDirectly(app: INestApplication): Promise<string> {
  const sigilServer = app.get(SigilServer);
  const server = createServer((request, response) => {
    if (request.url === '/mcp') sigilServer.handle({ request, response });
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test.each(cases)(
  'a client of $date gets the answers of node:http from $adapter, stateless: $stateless',
  async ({ adapter, stateless, date }) => {
    const { app, url } = await serveApp(adapter, { sigil: { ...sigil, stateless } });
    const direct = await serveDirectly(app);

    const answers = await readHttpAnswers(url, date);

    expect(answers).toEqual(await readHttpAnswers(direct, date));
    expect(answers.length).toBeGreaterThan(20);
  },
);

@Controller('orders')
class OrdersController {
  @Post()
  create(@Body() body: object): object {
    return { got: body };
  }
}

describe.each(names)('the endpoint on %s', (adapter) => {
  const isAnswered = async (port: number, path: string): Promise<boolean> => {
    const sending = modernSending('tools/call', { name: 'echo', arguments: { text: 'hello' } });
    const { statusCode } = await sendHttp(`http://127.0.0.1:${port}${path}`, sending);
    return statusCode === 200;
  };

  test('is below the global prefix, on its own path', async () => {
    const { port } = await serveApp(adapter, {
      sigil: { path: 'ai/tools' },
      prepare: (app) => void app.setGlobalPrefix('api'),
    });

    expect([await isAnswered(port, '/api/ai/tools'), await isAnswered(port, '/ai/tools')]).toEqual([true, false]);
  });

  test('is outside of the global prefix if the application excludes it', async () => {
    const { port } = await serveApp(adapter, {
      prepare: (app) => void app.setGlobalPrefix('api', { exclude: ['mcp'] }),
    });

    expect([await isAnswered(port, '/mcp'), await isAnswered(port, '/api/mcp')]).toEqual([true, false]);
  });

  test('has no version', async () => {
    const { port } = await serveApp(adapter, {
      prepare: (app) => void app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
    });

    expect(await isAnswered(port, '/mcp')).toBe(true);
  });

  test('may have parameters in its path', async () => {
    const { port } = await serveApp(adapter, { sigil: { path: ':tenant/mcp' } });

    expect(await isAnswered(port, '/acme/mcp')).toBe(true);
  });

  test('leaves the bodies of other requests to their parsers', async () => {
    const { port } = await serveApp(adapter, { controllers: [OrdersController] });

    const answer = await fetch(`http://127.0.0.1:${port}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"dish":"soup"}',
    });

    expect(await answer.json()).toEqual({ got: { dish: 'soup' } });
  });
});
