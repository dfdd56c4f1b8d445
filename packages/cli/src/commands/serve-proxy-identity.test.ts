/** The facts that a proxied server states about itself reach the clients of the proxy. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runSigil } from '../run-sigil.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const old = { name: 'Azure MCP/Server', version: '2.0.5' };
const titled = { ...old, title: 'Azure' };
const whole = {
  ...titled,
  description: 'All of it',
  icons: [{ src: 'https://azure.example/icon.svg' }],
  websiteUrl: 'https://azure.example',
};

/** Serves a program without tools that states these facts, until the test ends. @returns the proxy's address, and its log */
async function proxy(serverInfo: object): Promise<{ url: string; log: () => string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-identity-'));
  const program = join(folder, 'upstream.mjs');
  writeFileSync(
    program,
    `import { createInterface } from 'node:readline';
    const results = {
      initialize: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: ${JSON.stringify(serverInfo)} },
      ping: {},
    };
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (id === undefined) return;
      const error = { code: -32601, message: 'unknown' };
      const answer = results[method] ? { result: results[method] } : { error };
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
    });`,
  );
  const captured = new CapturedTerminal();
  const ended = runSigil(['serve', '--proxy', `"${process.execPath}" "${program}"`, '--port', '0'], captured.terminal);
  onTestFinished(async () => {
    captured.interrupt();
    await ended;
    rmSync(folder, { recursive: true });
  });
  const [, url] = await captured.out.has(/serves 0 tools, .* at (\S+)/);
  return { url: url!, log: () => captured.err.text };
}

async function initialize(url: string, protocolVersion: string): Promise<unknown> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  const [, message] = /(\{.*\})/.exec(await answer.text()) ?? [];
  return JSON.parse(message!).result.serverInfo;
}

test.each([
  ['2025-03-26', old],
  ['2025-06-18', titled],
  ['2025-11-25', whole],
])('a client of %s sees what the remote server states about itself', async (revision, expected) => {
  const { url } = await proxy({ ...whole, rank: 7 });

  const serverInfo = await initialize(url, revision);

  expect(serverInfo).toEqual(expected);
  expect(url).toMatch(/\/mcp\/Azure-MCP-Server$/);
});

test('a member of a wrong type is left out and logged', async () => {
  const { url, log } = await proxy({ ...whole, icons: 'icon.svg' });

  const serverInfo = await initialize(url, '2025-11-25');

  expect(serverInfo).toEqual({ ...whole, icons: undefined });
  expect(log()).toContain('the server itself is offered without "icons" (must be an array, got a string)');
});
