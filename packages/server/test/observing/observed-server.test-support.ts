import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { modernRequest } from '@sigil/testing/transports';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';

const source = `
import { Tool, ToolError } from '@sigil/core';

export class Sky {
  /** Says it again. @param text What to say */
  @Tool()
  echo(text: string): string {
    return text;
  }

  /** Fails as its author meant it to. @param why The reason */
  @Tool()
  async refuse(why: string): Promise<string> {
    throw new ToolError(why);
  }

  /** Tells what it should not. @param what What its environment has */
  @Tool()
  leak(what: string): string {
    throw new Error('login with ' + (globalThis as any).process.env['SKY_TOKEN'] + ' failed at https://ann:pa55word@db.example/?sig=5igned, Authorization: Bearer header-t0ken, ' + what.length);
  }

  /** Fails as nobody meant it to. @param secret What must stay inside */
  @Tool()
  break(secret: string): string {
    throw new TypeError('cannot read ' + secret);
  }
}
`;

/** A server of one plugin "sky", with variables of the environment and the contents of a configuration file; what it logs is kept. */
export async function openObservedServer(environment: NodeJS.ProcessEnv, settings: object = {}) {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('sky', source);
  buildPlugins([join(plugins.path, 'sky')]);
  const folder = await mkdtemp(join(tmpdir(), 'sigil-observed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'settings.json');
  await writeFile(config, JSON.stringify(settings));
  const flags = { plugins: plugins.path, state: join(folder, 'state'), port: '0', config };
  const configuration = readConfiguration(flags, { MCP_FOLLOW: 'false', ...environment }, plugins.path);
  const lines: string[] = [];
  const server = await openServer(configuration, { write: (line) => void lines.push(line) });
  onTestFinished(() => server.close());
  let lastId = 0;
  const ask = async (method: string, params: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const message = modernRequest(++lastId, method, params as never);
    const answer = await fetch(`${server.url}/mcp/sky`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': (message['params'] as { _meta: Record<string, string> })._meta[
          'io.modelcontextprotocol/protocolVersion'
        ]!,
        'Mcp-Method': method,
        ...('name' in params ? { 'Mcp-Name': String(params.name) } : {}),
        ...headers,
      },
      body: JSON.stringify(message),
    });
    return answer.text();
  };
  return {
    server,
    folder,
    lines,
    ask,
    call: (name: string, input: object = {}) => ask('tools/call', { name, arguments: input }),
  };
}
