/**
 * The reference clients over a WebSocket: the first SDK with its own transport, the second with one written for its interface,
 * since it has none.
 */
import { Client as SecondClient, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { echo, gate, textResult, toolOf } from '@sigil/testing/transports';
import { openTestServer, path } from './ws.test-support.js';

const info = { name: 'tester', version: '0' };

/** The transport in the form of the second SDK. */
class WebSocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #socket: WebSocket | undefined;

  constructor(private readonly url: string) {}

  start(): Promise<void> {
    const socket = new WebSocket(this.url, 'mcp');
    this.#socket = socket;
    socket.on('message', (data) => this.onmessage?.(JSON.parse((data as Buffer).toString()) as JSONRPCMessage));
    socket.on('close', () => this.onclose?.());
    return new Promise((resolve, reject) => {
      socket.once('open', resolve).once('error', reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#socket?.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket?.close();
  }
}

beforeAll(() => {
  // The first SDK's transport uses the global of browsers and newer versions of Node.
  vi.stubGlobal('WebSocket', WebSocket);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** A tool that continues once its progress was received: these clients drop a call's progress as soon as they have its answer. */
function steppingTool() {
  const heard = gate();
  const tool = toolOf('stepping', async (_input, context) => {
    for (let step = 1; step <= 3; step++) await context.reportProgress(step, 3);
    await heard.opened;
    return textResult('finished');
  });
  const progress: number[] = [];
  const onprogress = (notice: { progress: number }): void => {
    progress.push(notice.progress);
    if (progress.length === 3) heard.open();
  };
  return { tool, progress, onprogress };
}

describe('the client of the first SDK', () => {
  test('connects, lists tools, calls one and receives progress', async () => {
    const { tool, progress, onprogress } = steppingTool();
    const { port } = await openTestServer([echo, tool]);
    const client = new FirstClient(info);
    onTestFinished(() => client.close());
    const transport = new WebSocketClientTransport(new URL(`ws://127.0.0.1:${port}${path}`));

    await client.connect(transport as Parameters<typeof client.connect>[0]);
    const { tools } = await client.listTools();
    const answer = await client.callTool({ name: 'stepping' }, undefined, { onprogress });

    expect(tools.map(({ name }) => name)).toEqual(['echo', 'stepping']);
    expect(answer.content).toEqual([{ type: 'text', text: 'finished' }]);
    expect(progress).toEqual([1, 2, 3]);
  });
});

describe.each(['legacy', 'auto'] as const)('the client of the second SDK, negotiating %s', (mode) => {
  test('connects, lists tools, calls one and receives progress', async () => {
    const { tool, progress, onprogress } = steppingTool();
    const { port } = await openTestServer([echo, tool]);
    const client = new SecondClient(info, { versionNegotiation: { mode } });
    onTestFinished(() => client.close());

    await client.connect(new WebSocketTransport(`ws://127.0.0.1:${port}${path}`));
    const { tools } = await client.listTools();
    const answer = await client.callTool({ name: 'stepping' }, { onprogress });

    expect(tools.map(({ name }) => name)).toEqual(['echo', 'stepping']);
    expect(answer.content).toEqual([{ type: 'text', text: 'finished' }]);
    expect(progress).toEqual([1, 2, 3]);
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
  });
});
