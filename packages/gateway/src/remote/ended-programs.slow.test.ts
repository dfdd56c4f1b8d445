/** Programs that end, or speak, at awkward moments. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';

const handshake =
  '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"program","version":"1"}}';
const list = '{"tools":[{"name":"look","inputSchema":{"type":"object"}}]}';

/** @param body of a function with a message and a function that writes one */
async function open(
  body: string,
  more: JsonObject = {},
  isOfOneClient = false,
): Promise<{ remote: RemoteServer; problems: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-program-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = join(folder, 'program.mjs');
  await writeFile(
    script,
    `import { spawn } from 'node:child_process';
     import { closeSync } from 'node:fs';
     import { createInterface } from 'node:readline';
     const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
     const state = {};
     createInterface({ input: process.stdin }).on('line', (line) => read(JSON.parse(line)));
     function read({ id, method, params, result }) { ${body} }`,
  );
  const problems: string[] = [];
  const configuration = { command: process.execPath, args: [script], protocol: 'legacy', ...more };
  const remote = openRemote(configuration, {
    name: 'up',
    client: { name: 'sigil', version: '0' },
    isOfOneClient,
    onProblem: (why) => problems.push(why),
  });
  onTestFinished(() => remote.close());
  await remote.ready;
  return { remote, problems };
}

test('an answer that is still in transit when its program ends is read', async () => {
  // Another process holds the output, so the output ends after the program.
  const { remote } = await open(`
    if (method === 'initialize') write({ id, result: ${handshake} });
    else if (method === 'tools/list') write({ id, result: ${list} });
    else if (method === 'tools/call') {
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'late' }] } });
      const args = ['-c', 'sleep 0.2; printf "%s\\\\n" "$1"', 'sh', answer];
      spawn('/bin/sh', args, { detached: true, stdio: ['ignore', 1, 'ignore'] });
      process.exit(0);
    }`);
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());

  const { content } = await client.callTool('look');

  expect(content).toMatchObject([{ text: 'late' }]);
});

test('a program that closes its output is restarted', async () => {
  const { remote, problems } = await open(
    `
    if (method === 'initialize') write({ id, result: ${handshake} });
    else if (method === 'tools/list') {
      write({ id, result: ${list} });
      setTimeout(() => closeSync(1), 50);
      setInterval(() => undefined, 1_000);
    }`,
    { killGraceMs: 200 },
  );
  const { listedAt } = remote.status;

  await expect.poll(() => problems.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect.poll(() => remote.status.listedAt, { timeout: 10_000 }).not.toBe(listedAt);
});

test('a program that closes its input is restarted, and its calls fail', async () => {
  const { remote } = await open(
    `
    if (method === 'initialize') write({ id, result: ${handshake} });
    else if (method === 'tools/list') {
      write({ id, result: ${list} });
      setTimeout(() => closeSync(0), 50);
      setInterval(() => undefined, 1_000);
    }`,
    { killGraceMs: 200 },
  );
  const { listedAt } = remote.status;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());
  await new Promise((resolve) => setTimeout(resolve, 200));

  const { content } = await client.callTool('look');

  expect(content).toEqual([{ type: 'text', text: 'server "up": the program of the server closed its input' }]);
  await expect.poll(() => remote.status.listedAt, { timeout: 10_000 }).not.toBe(listedAt);
});

test('a program that writes a line over maxMessageBytes is restarted', async () => {
  const { remote, problems } = await open(
    `
    if (method === 'initialize') write({ id, result: ${handshake} });
    else if (method === 'tools/list') {
      write({ id, result: ${list} });
      setTimeout(() => process.stdout.write('x'.repeat(5_000)), 50);
    }`,
    { maxMessageBytes: 4_096, killGraceMs: 200 },
  );
  const { listedAt } = remote.status;

  await expect.poll(() => remote.status.listedAt, { timeout: 10_000 }).not.toBe(listedAt);

  expect(problems[0]).toContain('maxMessageBytes');
});

test('a program that pings before its handshake gets a pong', async () => {
  const { remote } = await open(`
    if (method === 'initialize') {
      state.first = id;
      write({ id: 'p-1', method: 'ping' });
    } else if (id === 'p-1' && result) write({ id: state.first, result: ${handshake} });
    else if (method === 'tools/list') write({ id, result: ${list} });`);

  expect(remote.status.state).toBe('serving');
});

test('a program that pings right after its handshake gets a pong', async () => {
  const { remote } = await open(
    `
    const line = (message) => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n';
    if (method === 'initialize') {
      process.stdout.write(line({ id, result: ${handshake} }) + line({ id: 'p-1', method: 'ping' }));
    } else if (id === 'p-1' && result) {
      if (state.asked !== undefined) write({ id: state.asked, result: ${list} });
      state.hasPong = true;
    } else if (method === 'tools/list') {
      if (state.hasPong) write({ id, result: ${list} });
      else state.asked = id;
    }`,
    { listTimeoutMs: 2_000 },
  );

  expect(remote.status.state).toBe('serving');
});

test('a program that ignores its closed input and SIGTERM ends before a client over stdio kills this process', async () => {
  const body = `
    process.on('SIGTERM', () => undefined);
    setInterval(() => undefined, 1_000);
    if (method === 'initialize') write({ id, result: ${handshake} });
    else if (method === 'tools/list') write({ id, result: ${list} });`;
  const { remote } = await open(body, {}, true);
  // The official clients send SIGKILL 4 seconds after they closed the input, and one of them after 3.
  const killed = sleep(3_000, 'killed');

  const closed = remote.close().then(() => 'closed');

  expect(await Promise.race([closed, killed])).toBe('closed');
});
