import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { revisions } from '@sigil/core/engine';
import { runRefusedRequests, runTransportContract, type TransportPair } from '@sigil/testing/contracts';
import { expect, test } from 'vitest';
import { serveStdio, type StdioOptions } from './serve-stdio.js';
import { echo, engineOf } from '@sigil/testing/transports';

const maxLineBytes = 2 * 1024 * 1024;

async function openPair(engine: ReturnType<typeof engineOf>, options: StdioOptions = {}): Promise<TransportPair> {
  const input = new PassThrough();
  const output = new PassThrough();
  const server = serveStdio(engine, { input, output, ...options });
  return {
    send: (text) => void input.write(`${text}\n`),
    onMessage: (listener) => void createInterface({ input: output }).on('line', listener),
    close: () => server.close(),
  };
}

runTransportContract('stdio', (engine) => openPair(engine));
runRefusedRequests('stdio', (engine) => openPair(engine, { maxLineBytes }), { maxTextBytes: maxLineBytes });

/** The reference client's end of a pipe, whose handshake requests another revision than its own. */
class OlderTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;

  constructor(
    private readonly pair: TransportPair,
    private readonly protocolVersion: string,
  ) {}

  async start(): Promise<void> {
    this.pair.onMessage((text) => this.onmessage?.(JSON.parse(text) as JSONRPCMessage));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isHello = 'method' in message && message.method === 'initialize';
    const params = isHello ? { params: { ...message.params, protocolVersion: this.protocolVersion } } : {};
    this.pair.send(JSON.stringify({ ...message, ...params }));
  }

  async close(): Promise<void> {
    await this.pair.close();
    this.onclose?.();
  }
}

const legacyDates = revisions.filter(({ era }) => era === 'legacy').map(({ date }) => date);

test.each(legacyDates)('the reference client learns in %s that a request is too long or too deep', async (date) => {
  const client = new Client({ name: 'tester', version: '0' });
  await client.connect(new OlderTransport(await openPair(engineOf([echo]), { maxLineBytes: 100_000 }), date));
  const deep: unknown = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`);

  const tooLong = client.callTool({ name: 'echo', arguments: { text: 'x'.repeat(100_000) } });
  const tooDeep = client.callTool({ name: 'echo', arguments: { deep } });

  await expect(tooLong).rejects.toThrow('limit maxLineBytes');
  await expect(tooDeep).rejects.toThrow('limit maxJsonDepth');
  await client.close();
});
