/** Programs that take longer to start than a running server may take to answer, as one that `npx` installs first. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { metaKeys } from '@sigil/core/internal';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway, textOf } from './scripted-upstreams.test-support.js';

const tools = [{ name: 'look', inputSchema: { type: 'object' } }];
const eras: Readonly<Record<string, JsonObject>> = {
  legacy: {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'old', version: '1' },
    },
    'tools/list': { tools },
    'tools/call': { content: [{ type: 'text', text: 'seen' }] },
  },
  modern: {
    'server/discover': {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      _meta: { [metaKeys.serverInfo]: { name: 'new', version: '1' } },
    },
    'tools/list': { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools },
    'tools/call': { resultType: 'complete', content: [{ type: 'text', text: 'seen' }] },
  },
};

/** Writes a program that reads its input after `startMs`. @param isSilent whether it ignores methods that it does not know */
async function writeProgram(era: string, startMs: number, isSilent: boolean): Promise<JsonObject> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-slow-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = join(folder, 'program.mjs');
  await writeFile(
    script,
    `import { createInterface } from 'node:readline';
     const results = ${JSON.stringify(eras[era])};
     const error = { code: -32601, message: 'no' };
     await new Promise((resolve) => setTimeout(resolve, ${startMs}));
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method } = JSON.parse(line);
       if (id === undefined || (${isSilent} && !results[method])) return;
       const answer = results[method] ? { result: results[method] } : { error };
       console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
     });`,
  );
  return { command: process.execPath, args: [script] };
}

test.each([
  ['legacy', 'auto', false],
  ['legacy', 'auto', true],
  ['legacy', 'legacy', false],
  ['modern', 'auto', false],
  ['modern', 'modern', false],
])('a %s program that starts slowly is served with the protocol %s (silent: %s)', async (era, protocol, isSilent) => {
  const program = await writeProgram(era, 500, isSilent);

  const { remote, connect } = await openGateway({ ...program, protocol, connectTimeoutMs: 100 });
  const client = await connect();

  expect(remote.status).toMatchObject({ state: 'serving', era });
  expect(textOf(await client.callTool('look'))).toBe('seen');
});

test('a program that has not started after startTimeoutMs has failed', async () => {
  const program = await writeProgram('legacy', 60_000, false);

  const { remote } = await openGateway({ ...program, protocol: 'auto', connectTimeoutMs: 100, startTimeoutMs: 300 });

  expect(remote.status).toMatchObject({ state: 'failed', lastError: { message: 'the server took too long' } });
});
