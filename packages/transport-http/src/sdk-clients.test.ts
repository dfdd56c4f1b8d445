/**
 * The reference clients against a real server: their own ways of reconnecting to a stream.
 */
import { Client as SecondClient, StreamableHTTPClientTransport as SecondTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { createEngine } from '@sigil/core/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import { echo, gate, textResult, toolOf } from '@sigil/testing/transports';
import { counter, openTestServer, sourceOf, type TestOptions } from './http.test-support.js';
import { openHttpServer } from './listening/open-http-server.js';
import { createSseEndpoints } from './sse-pair/sse-endpoints.js';

const info = { name: 'tester', version: '0' };
const quick = { reconnectionDelayGrowFactor: 1, initialReconnectionDelay: 20, maxReconnectionDelay: 20, maxRetries: 5 };

interface Connected {
  /** @returns the text of the answer, and the progress before it */
  call(name: string, onProgress?: (progress: number) => void): Promise<{ text: string; progress: number[] }>;
}

type Open = (url: URL) => Promise<Connected>;

function clientOver(client: FirstClient | SecondClient): Connected {
  return {
    async call(name, onProgress) {
      const progress: number[] = [];
      const onprogress = (notice: { progress: number }): void => {
        progress.push(notice.progress);
        onProgress?.(notice.progress);
      };
      const answer =
        client instanceof FirstClient
          ? await client.callTool({ name }, undefined, { onprogress })
          : await client.callTool({ name }, { onprogress });
      const [first] = answer.content as { text: string }[];
      return { text: first!.text, progress };
    },
  };
}

const openFirst: Open = async (url) => {
  const client = new FirstClient(info);
  await client.connect(new FirstTransport(url, { reconnectionOptions: quick }));
  onTestFinished(() => client.close());
  return clientOver(client);
};

const openSecond: Open = async (url) => {
  const client = new SecondClient(info);
  await client.connect(new SecondTransport(url, { reconnectionOptions: quick }));
  onTestFinished(() => client.close());
  return clientOver(client);
};

async function serve(options: TestOptions): Promise<{ url: URL; cut(): void }> {
  const { http } = await openTestServer({ limits: { retryMs: 20 }, ...options });
  return { url: new URL(`${http.url}/mcp`), cut: () => http.server.closeAllConnections() };
}

describe.each([
  ['first', openFirst],
  ['second', openSecond],
])('the client of the %s SDK', (_which, open) => {
  test('gets the answer of a call that releases its connection', async () => {
    const polled = toolOf('polled', async (_input, context) => {
      await context.reportProgress(1);
      context.releaseConnection();
      await context.reportProgress(2);
      return textResult('finished');
    });
    const { url } = await serve({ tools: [polled] });
    const client = await open(url);

    const answer = await client.call('polled');

    expect(answer).toEqual({ text: 'finished', progress: [1, 2] });
  });

  test('gets every event of a call although all its connections are cut repeatedly', async () => {
    const steps = 40;
    const heard = Array.from({ length: steps }, gate);
    const busy = toolOf('busy', async (_input, context) => {
      for (let step = 1; step <= steps; step++) {
        await context.reportProgress(step);
        await heard[step - 1]!.opened;
      }
      return textResult('finished');
    });
    const { url, cut } = await serve({ tools: [busy] });
    const client = await open(url);

    const answer = await client.call('busy', (progress) => {
      if (progress % 10 === 0) cut();
      heard[progress - 1]!.open();
    });

    expect(answer).toEqual({ text: 'finished', progress: Array.from({ length: steps }, (_, at) => at + 1) });
  });
});

describe('the client for HTTP+SSE', () => {
  async function openSse(tools = [echo, counter], capabilities = {}) {
    const source = sourceOf(tools);
    const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source });
    const pair = createSseEndpoints(engine, { messagesPath: '/messages' });
    const endpoints = new Map([
      ['/sse', pair.stream],
      ['/messages', pair.messages],
    ]);
    const http = await openHttpServer({ endpoints, port: 0 });
    onTestFinished(() => http.close({ graceMs: 1 }));
    const client = new FirstClient(info, { capabilities });
    return { client, pair, source, transport: new SSEClientTransport(new URL(`${http.url}/sse`)) };
  }

  test('lists and calls tools and receives progress and list changes', async () => {
    const heard = gate();
    const stepping = toolOf('stepping', async (_input, context) => {
      await context.reportProgress(1);
      await heard.opened;
      return textResult('finished');
    });
    const { client, source, transport } = await openSse([echo, stepping]);
    await client.connect(transport);
    onTestFinished(() => client.close());
    const changed = new Promise((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve('changed')),
    );

    const { tools } = await client.listTools();
    const answer = await clientOver(client).call('stepping', () => heard.open());
    source.change('tools');

    expect(tools.map((tool) => tool.name)).toEqual(['echo', 'stepping']);
    expect(answer).toEqual({ text: 'finished', progress: [1] });
    expect(await changed).toBe('changed');
  });

  test('answers questions', async () => {
    const asking = toolOf('asking', async (_input, context) => {
      const answer = await context.elicit('Which city?', {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      });
      return textResult(JSON.stringify(answer));
    });
    const { client, transport } = await openSse([asking], { elicitation: {} });
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { city: 'Oslo' } }));
    await client.connect(transport);
    onTestFinished(() => client.close());

    expect((await clientOver(client).call('asking')).text).toContain('Oslo');
  });

  test('ends its session by disconnecting', async () => {
    const { client, pair, transport } = await openSse();
    await client.connect(transport);
    const before = pair.stream.sessionCount;

    await client.close();

    expect(before).toBe(1);
    await expect.poll(() => pair.stream.sessionCount).toBe(0);
  });
});
