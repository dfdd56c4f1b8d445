/** A remote server behind a server over standard input and output, which has one client. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { mainProgram } from './built-server.test-support.js';

/** Asks for roots once the handshake is done, as servers of files do, and says in its tool what it got. */
const program = `
import { createInterface } from 'node:readline';
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'files', version: '1' } },
  'tools/list': { tools: [{ name: 'roots', inputSchema: { type: 'object' } }] },
  ping: {},
};
let roots = [];
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, result } = JSON.parse(line);
  if (method === 'notifications/initialized') return say({ id: 'roots', method: 'roots/list' });
  if (id === 'roots') return void (roots = result?.roots ?? []);
  const answer = () => say({ id, result: results[method] ?? { content: [{ type: 'text', text: JSON.stringify(roots) }] } });
  if (id !== undefined) setTimeout(answer, method === 'tools/call' ? 100 : 0);
});
`;

test('the roots that a remote server asks for after its handshake are those of the only client', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-roots-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'files.mjs'), program);
  const files = {
    remote: { command: process.execPath, args: [join(folder, 'files.mjs')], protocol: 'legacy', required: true },
  };
  await writeFile(join(folder, 'mcps.source.json'), JSON.stringify({ files }));
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { roots: {} } });
  client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: 'file:///home' }] }));
  const args = [mainProgram, '--stdio', 'files', '--mcps', join(folder, 'mcps.source.json')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
  onTestFinished(() => client.close());

  // The question waits for the first call, which may be over before the answer is back.
  await client.callTool({ name: 'roots', arguments: {} });

  expect((await client.callTool({ name: 'roots', arguments: {} })).content).toEqual([
    { type: 'text', text: '[{"uri":"file:///home"}]' },
  ]);
});
