/**
 * Two servers of one tool each on all transports, behind authentication as an operator configures it.
 */
import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { Clients, createEngine } from '@sigil/core/engine';
import { textResult, toolOf } from '@sigil/testing/transports';
import { onTestFinished, vi } from 'vitest';
import { addAccessRules, type Access } from '../../src/authentication/access-rules.js';
import { openAuthentication } from '../../src/authentication/open-authentication.js';
import { readAuth } from '../../src/configuration/auth-settings.js';
import { openServerLog } from '../../src/log/server-log.js';
import type { Mount } from '../../src/mounts/mount.js';
import { noMiddleware } from '../../src/middleware/operator-middleware.js';
import { serveHttp } from '../../src/running/serve-http.js';
import { openTestIssuer, type TestIssuer } from './test-issuer.test-support.js';

export const publicUrl = 'https://mcp.example.com/team';
export const resource = `${publicUrl}/mcp/orders`;

export interface AuthorizedServer {
  readonly url: string;
  readonly issuer: TestIssuer;
  /** Called whenever any tool runs. */
  readonly run: ReturnType<typeof vi.fn>;
  readonly lines: readonly string[];
}

/**
 * Closed with its test. Its proxy is everybody, so a test chooses addresses by `X-Forwarded-For`.
 *
 * @param more further members of `auth`
 * @param clients whose shares are counted
 */
export async function openAuthorizedServer(more: JsonObject = {}, clients = new Clients()): Promise<AuthorizedServer> {
  const issuer = await openTestIssuer(resource);
  const run = vi.fn(async () => textResult('done'));
  const lines: string[] = [];
  const log = openServerLog((line) => void lines.push(line));
  const given = { issuers: [{ issuer: issuer.url }], scopes: ['orders:read'], ...more };
  const auth = readAuth(given, { where: 'sigil.config.json', folder: '/', environment: {} });
  const authentication = await openAuthentication({
    configuration: { auth, publicUrl, isTrustedProxy: () => true },
    log,
    url: () => service.url,
  });
  const all = [mountOf('orders', run, auth), mountOf('other', run, auth)];
  const service = await serveHttp(
    { all, onMounts: () => () => undefined },
    {
      configuration: { host: '127.0.0.1', port: 0, sse: true, ws: true, streams: true, allowedOrigins: [] },
      fallback: (_request, response) => void response.writeHead(404).end(),
      log,
      clients,
      authentication,
      middleware: noMiddleware,
      onForbidden: () => undefined,
      store: undefined,
    },
  );
  onTestFinished(() => service.close(1));
  return { url: service.url, issuer, run, lines };
}

function mountOf(name: string, run: () => Promise<ReturnType<typeof textResult>>, access: Access): Mount {
  const offered = fixedSource(
    buildCatalog({ tools: [toolOf('pay', run)], resources: [], resourceTemplates: [], prompts: [] }),
  );
  const source = addAccessRules(offered, access);
  return {
    name,
    path: `/mcp/${name}`,
    engine: createEngine({ info: { name, version: '1.0.0' }, source }),
    source,
    description: '',
    plugins: new Map(),
    stateless: false,
    isConfigured: true,
    problems: [],
    overrides: [],
  };
}
