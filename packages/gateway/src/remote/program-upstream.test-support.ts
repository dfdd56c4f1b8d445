/**
 * An upstream server that is a program, and announces changes when its test says so over a separate connection.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { JsonObject } from '@sigil/core';
import { onTestFinished } from 'vitest';
import { listSenders, type NewsUpstream, programPath, type SurfaceState } from '@sigil/test-support/upstream-servers';

const program = programPath('news-upstream');

/** @returns the upstream, which runs once it is opened, and the `remote` of a configuration that runs it */
export async function openProgramUpstream(
  era: 'legacy' | 'modern',
): Promise<NewsUpstream & { readonly remote: JsonObject }> {
  const state: SurfaceState = { calls: {}, tools: [] };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection') as Promise<[Socket]>;
  onTestFinished(() => void server.close());
  const say = async (method: string, params?: JsonObject): Promise<void> => {
    const [socket] = await connected;
    const { tools, prompts, resources } = state;
    socket.write(`${JSON.stringify({ known: { tools, prompts, resources }, method, params })}\n`);
    await once(socket, 'data');
  };
  const { port } = server.address() as AddressInfo;
  return {
    remote: { command: process.execPath, args: [program, era, String(port)] },
    state,
    announceList: (kind) => say(listSenders[kind]),
    announceResource: (uri) => say('sendResourceUpdated', { uri }),
  };
}
