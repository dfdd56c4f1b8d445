/**
 * A server behind a real authorization server, and a person who uses a client of the official SDK.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { onTestFinished } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';

const source = `
import { Tool } from '@sigil/core';

export class Orders {
  /** Counts orders. */
  @Tool()
  count(): number {
    return 7;
  }

  /** Pays an order. */
  @Tool({ scopes: ['orders:read', 'orders:write'] })
  pay(): string {
    return 'paid';
  }
}
`;

/**
 * A server of one plugin "orders" with the configuration of an operator, and a file of it. Closed with its test.
 *
 * @param more further members of the configuration
 */
export async function openOrders(
  issuer: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly url: string; readonly lines: readonly string[] }> {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('orders', source);
  buildPlugins([join(plugins.path, 'orders')]);
  const folder = await mkdtemp(join(tmpdir(), 'sigil-authorized-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'sigil.config.json');
  await writeFile(config, JSON.stringify({ auth: { issuers: [{ issuer }], scopes: ['orders:read'] }, ...more }));
  const flags = { config, plugins: plugins.path, state: join(folder, 'state'), port: '0' };
  const lines: string[] = [];
  const configuration = readConfiguration(flags, { MCP_FOLLOW: 'false' }, plugins.path);
  const server = await openServer(configuration, { write: (line) => void lines.push(line) });
  onTestFinished(() => server.close());
  return { url: server.url!, lines };
}

/**
 * Keeps in memory what a client of the official SDK keeps, and the address that it sends a person to.
 *
 * @param registered the client as the authorization server knows it; it registers itself when left out
 */
export function newPerson(registered?: {
  readonly client_id: string;
}): OAuthClientProvider & { sentTo: URL | undefined } {
  const kept: Record<string, unknown> = { client: registered };
  return {
    sentTo: undefined,
    redirectUrl: 'http://127.0.0.1/callback',
    clientMetadata: {
      client_name: 'test',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    clientInformation: () => kept['client'] as never,
    saveClientInformation: (client) => void (kept['client'] = client),
    tokens: () => kept['tokens'] as never,
    saveTokens: (tokens) => void (kept['tokens'] = tokens),
    discoveryState: () => kept['discovery'] as never,
    saveDiscoveryState: (state) => void (kept['discovery'] = state),
    codeVerifier: () => String(kept['verifier']),
    saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
    redirectToAuthorization(url) {
      this.sentTo = url;
    },
  };
}
