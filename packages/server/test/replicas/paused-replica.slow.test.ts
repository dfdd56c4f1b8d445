/** A replica whose process is stopped by SIGSTOP, as by a debugger or a machine that sleeps. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startReplicas, type ServerProcess } from './server-process.test-support.js';

const source = `
import { Tool } from '@sigil/core';

export class It {
  /** Answers. */
  @Tool()
  who(): string {
    return 'it';
  }
}
`;
/** Longer than the lease of a process and than any pause that goes unnoticed. */
const pausedMs = 4_000;

let plugins: PluginsFolder;
beforeAll(async () => {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('it', source);
  buildPlugins([join(plugins.path, 'it')]);
});
afterAll(() => plugins.remove());

interface Answer {
  readonly status: number | undefined;
  readonly session: string;
}

/** Sends over one connection, which exists before the process is paused. */
function connectTo({ url }: ServerProcess) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async (method: string, session?: string, message?: object): Promise<Answer> => {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(session ? { 'Mcp-Session-Id': session } : {}),
    };
    const sent = request(`${url}/mcp/it`, { method, agent, headers });
    sent.end(message && JSON.stringify({ jsonrpc: '2.0', ...message }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await response.resume().toArray();
    return { status: response.statusCode, session: String(response.headers['mcp-session-id']) };
  };
}

const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const initialize = { id: 1, method: 'initialize', params };
const ping = { id: 2, method: 'ping' };

test('does not serve a session that was deleted at another replica meanwhile, and serves the others', async () => {
  const [paused, other] = await startReplicas({ plugins: plugins.path });
  const [toPaused, toOther] = [connectTo(paused), connectTo(other)];
  const { session: deleted } = await toPaused('POST', undefined, initialize);
  const { session: kept } = await toPaused('POST', undefined, initialize);

  paused.process.kill('SIGSTOP');
  // It waits in the paused process, before the news of the deletion.
  const late = toPaused('POST', deleted, ping);
  await wait(200);
  const deletion = await toOther('DELETE', deleted);
  await wait(pausedMs);
  paused.process.kill('SIGCONT');

  expect(deletion.status).toBe(204);
  expect((await late).status).toBe(404);
  expect((await toPaused('POST', deleted, ping)).status).toBe(404);
  expect((await toPaused('POST', kept, ping)).status).toBe(200);
}, 60_000);
