import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { callOf, textResult, toolOf } from '@sigil/testing/transports';
import { expect, onTestFinished, test } from 'vitest';
import { readAuth } from '../../src/configuration/auth-settings.js';
import type { ServingConfiguration } from '../../src/configuration/serving-configuration.js';
import { openServerLog } from '../../src/log/server-log.js';
import { openPluginMounts } from '../../src/mounts/plugin-mounts.js';
import { observeNothing } from '../../src/observing/observe-nothing.js';
import { serveConfigured, serveMounts } from '../../src/running/serve-mounts.js';
import { onlyProcess } from '../../src/workers/membership.js';

const pay = { ...toolOf('pay', async (_input, { principal }) => textResult(principal.id)), scopes: ['orders:pay'] };
const source = fixedSource(buildCatalog({ tools: [pay], resources: [], resourceTemplates: [], prompts: [] }));

/** One message over standard input. @returns the last one that comes back for it */
async function tell(auth: JsonObject | undefined, stdioView: 'mcp' | 'native', message: JsonObject) {
  const log = openServerLog(() => undefined);
  const configuration: ServingConfiguration = {
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    sse: false,
    ws: false,
    stateless: false,
    card: 'off',
    profile: 'default',
    limits: {},
    sharedLimits: {},
    adminToken: undefined,
    requestStateKeys: undefined,
    stdioMount: 'orders',
    stdioView,
    auth: auth && readAuth(auth, { where: 'sigil.config.json', folder: '/', environment: {} }),
  };
  const mounts = openPluginMounts({ name: 'orders', version: '1.0.0', source }, false, { configuration, log });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const loop = { blocked: [] };
  const parts = {
    ...{ log, loop, reload: () => Promise.resolve(), closers: [], streams: { input, output } },
    builds: { changes: undefined, errors: () => ({}), stories: undefined },
    observation: observeNothing(log),
    callers: undefined,
    store: undefined,
    member: onlyProcess,
  };
  const server = await serveMounts(mounts, configuration, parts, serveConfigured);
  onTestFinished(() => server.close());
  const lines: string[] = [];
  const ended = new Promise((resolve) =>
    createInterface(output)
      .on('line', (line) => lines.push(line))
      .on('close', resolve),
  );
  input.end(`${JSON.stringify(message)}\n`);
  await server.ended;
  output.end();
  await ended;
  return lines.join('\n');
}

const call = callOf(1, 'pay');

test.each([
  ['mcp', call],
  ['native', { jsonrpc: '2.0', id: 1, method: 'pay', params: {} }],
] as const)('over stdio (%s) the caller has the scopes of the configuration', async (view, message) => {
  const poor = { stdio: { id: 'ann', scopes: ['orders:read'] } };
  const rich = { stdio: { id: 'ann', scopes: ['orders'] }, hierarchy: { orders: ['orders:pay'] } };

  expect(await tell(poor, view, message)).toContain('this needs the scope orders:pay');
  expect(await tell(rich, view, message)).toContain('"ann"');
});

test('without "stdio" the caller is local, whatever else is configured', async () => {
  expect(await tell({ keys: 'keys.json' }, 'mcp', call)).toContain('"local"');
  expect(await tell(undefined, 'mcp', call)).toContain('"local"');
});
