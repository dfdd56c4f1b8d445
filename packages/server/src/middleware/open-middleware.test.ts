import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { Clients, createEngine } from '@sigil/core/engine';
import { callOf, textResult, toolOf } from '@sigil/testing/transports';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ServingLog } from '../log/server-log.js';
import { serveHttp } from '../running/serve-http.js';
import { openMiddleware } from './open-middleware.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-middleware-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function write(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}

async function serveBehind(files: readonly string[]) {
  const run = vi.fn(async () => textResult('done'));
  const source = fixedSource(
    buildCatalog({ tools: [toolOf('pay', run)], resources: [], resourceTemplates: [], prompts: [] }),
  );
  const engine = createEngine({ info: { name: 'shop', version: '1.0.0' }, source });
  const failure = vi.fn();
  const log: ServingLog = { failure, faultsOf: () => () => undefined };
  const rest = { description: '', plugins: new Map(), isConfigured: true, problems: [], overrides: [] };
  const mount = { name: 'shop', path: '/mcp/shop', engine, source, stateless: false, ...rest };
  const service = await serveHttp(
    { all: [mount], onMounts: () => () => undefined },
    {
      configuration: { host: '127.0.0.1', port: 0, sse: false, ws: false, allowedOrigins: [] },
      fallback: (_request, response) => void response.writeHead(200).end('page'),
      log,
      clients: new Clients(),
      middleware: await openMiddleware(files, log),
      onForbidden: () => undefined,
      authentication: undefined,
      store: undefined,
    },
  );
  onTestFinished(() => service.close(1));
  const call = (): Promise<Response> =>
    fetch(`${service.url}/mcp/shop`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'pay',
        'X-Test': 'here',
      },
      body: JSON.stringify(callOf(1, 'pay')),
    });
  return { url: service.url, call, run, failure };
}

test('middleware wraps calls and pages in order, and runs its code after next() once the answer is sent', async () => {
  const seen: unknown[] = [];
  vi.stubGlobal('seen', seen);
  onTestFinished(() => void vi.unstubAllGlobals());
  const outer = write(
    'outer.mjs',
    `export default async (context, next) => {
      seen.push(['before', context.path]);
      await next();
      seen.push(['after', context.res.statusCode, context.res.writableFinished, context.get('x-test')]);
    };`,
  );
  const inner = write('inner.mjs', `export default (context, next) => { seen.push('inner'); return next(); };`);
  const { call, url } = await serveBehind([outer, inner]);

  const answer = await call();
  await answer.text();
  await vi.waitFor(() => expect(seen).toHaveLength(3), 20_000);
  const page = await (await fetch(`${url}/elsewhere`)).text();
  await vi.waitFor(() => expect(seen).toHaveLength(6), 20_000);

  expect([answer.status, page]).toEqual([200, 'page']);
  expect(seen).toEqual([
    ['before', '/mcp/shop'],
    'inner',
    ['after', 200, true, 'here'],
    ['before', '/elsewhere'],
    'inner',
    ['after', 200, true, ''],
  ]);
});

test('a request answered by middleware does not reach the tool', async () => {
  const file = write('closed.mjs', `export default (context) => { context.status = 418; context.body = 'closed'; };`);
  const { call, run } = await serveBehind([file]);

  const answer = await call();

  expect([answer.status, await answer.text()]).toEqual([418, 'closed']);
  expect(run).not.toHaveBeenCalled();
});

test('an error thrown by middleware is logged, and the caller gets 500 without the reason', async () => {
  const file = write('broken.mjs', `export default () => { throw new Error('a secret'); };`);
  const { call, failure } = await serveBehind([file]);

  const answer = await call();

  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret');
  expect(failure).toHaveBeenCalledWith('middleware', expect.objectContaining({ message: 'a secret' }));
});

test.each([
  ['missing.mjs', undefined, 'cannot be loaded'],
  ['syntax.mjs', 'export default (', 'cannot be loaded'],
  ['nothing.mjs', 'export const a = 1;', 'must export a function by default'],
])('the middleware file %s is rejected at start', async (name, source, message) => {
  const file = source === undefined ? join(folder, name) : write(name, source);
  const log: ServingLog = { failure: () => undefined, faultsOf: () => () => undefined };

  await expect(openMiddleware([file], log)).rejects.toThrow(message);
});

test('a body that middleware has read is served as it left it', async () => {
  const parsing = `import { json } from 'node:stream/consumers';
    export default async (context, next) => { context.request.body = await json(context.req); await next(); };`;
  const { call, run } = await serveBehind([write('parsing.mjs', parsing)]);

  const answer = await call();

  expect(await answer.text()).toContain('done');
  expect(run).toHaveBeenCalledOnce();
});
