/**
 * Two servers of one plugin and one key, as they stand behind a proxy, and a client that reaches them there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { onTestFinished } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';
import type { RunningServer } from '../../src/running/running-server.js';

const source = `
import { Tool, type Context } from '@sigil/core';

declare const process: { once(event: string, listener: () => void): void };

export class Replica {
  private readonly id = String(Math.random());

  /** Says which replica answers. */
  @Tool()
  async who(): Promise<string> {
    return this.id;
  }

  /** Says which replicas a call with a question began and ended on. */
  @Tool()
  async ask(context: Context): Promise<string> {
    const begun = await context.step('begin', () => this.id);
    const answer = await context.elicit<{ sure: boolean }>('Sure?');
    return [answer.action, begun, this.id].join(' ');
  }

  /** Begins to tell, and goes on when the test says so. */
  @Tool()
  async *story(): AsyncGenerator<string, string> {
    yield 'Once upon a time';
    await new Promise<void>((resolve) => process.once('replica-story', resolve));
    return 'the end';
  }
}
`;

/** Lets every story end that has begun. */
export function endStories(): void {
  (process as NodeJS.EventEmitter).emit('replica-story');
}

/** A replica that runs, and where. */
export interface Replica {
  readonly host: string;
  readonly server: RunningServer;
}

/** Closed with the test. */
export async function openReplicas(environment: NodeJS.ProcessEnv = {}): Promise<readonly Replica[]> {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('replica', source);
  buildPlugins([join(plugins.path, 'replica')]);
  const key = Buffer.alloc(32, 7).toString('base64');
  const settings = { MCP_FOLLOW: 'false', MCP_REQUEST_STATE_KEY: key, ...environment };
  const replicas: Replica[] = [];
  for (const name of ['first', 'second']) {
    const state = await mkdtemp(join(tmpdir(), `sigil-${name}-`));
    onTestFinished(() => rm(state, { recursive: true, force: true }));
    const flags = { plugins: plugins.path, state, port: '0' };
    const server = await openServer(readConfiguration(flags, settings, plugins.path), { write: () => undefined });
    onTestFinished(() => server.close());
    replicas.push({ host: new URL(server.url!).host, server });
  }
  return replicas;
}

/** Calls tools without arguments, and gives the text of the answer. */
export type CallText = (tool: string, onProgress?: (message: string | undefined) => void) => Promise<string>;

/** Opens a client of the modern revision that says yes to every question; closed with the test. */
export async function callThrough(url: string): Promise<CallText> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { sure: true } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/replica`)));
  onTestFinished(() => client.close());
  return async (name, onProgress) => {
    const options = onProgress
      ? { onprogress: ({ message }: { message?: string | undefined }) => onProgress(message) }
      : {};
    const { content } = await client.callTool({ name, arguments: {} }, options);
    return content[0]?.type === 'text' ? content[0].text : '';
  };
}
