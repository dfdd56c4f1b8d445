import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerProcess } from '../built-server.test-support.js';
import { openSession, post } from './served-plugin.test-support.js';

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-disabled-'));
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(
    mcps,
    JSON.stringify({
      echo: { enabled: false, tools: { echo: {} } },
      date: { mcp_enabled: false },
      gathered: { include: [{ server: 'echo' }, { server: 'jq' }] },
    }),
  );
  server = await startServer(['--mcps', mcps, '--state', join(folder, 'state')]);
}, 30_000);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { message: 'hello' } } };

test.each(['echo', 'date'])('T5.6 a call to the disabled server %s is answered with 404', async (name) => {
  const { status } = await post(`${server.url}/mcp/${name}`, call);

  expect(status).toBe(404);
});

test.each(['all', 'gathered'])(
  'T14.3 a disabled server cannot be reached through %s, which still has the others',
  async (name) => {
    const session = await openSession(`${server.url}/mcp/${name}`);

    const listed = await session.request('tools/list');
    const names = ((listed.body.result?.['tools'] ?? []) as { name: string }[]).map((tool) => tool.name);
    const answers = await Promise.all(
      ['echo', 'echo_echo', 'echo.echo'].map((tool) => session.call(tool, { message: 'hello' })),
    );

    expect(names).toContain(name === 'all' ? 'jq_query' : 'query');
    expect(names.filter((tool) => /echo|now/.test(tool))).toEqual([]);
    expect(answers.map(({ body }) => body.error)).toEqual([
      expect.objectContaining({ code: -32602 }),
      expect.objectContaining({ code: -32602 }),
      expect.objectContaining({ code: -32602 }),
    ]);
  },
);
