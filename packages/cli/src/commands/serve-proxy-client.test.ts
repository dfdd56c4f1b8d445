/** A proxied server gets the capabilities of the client that started the command. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { releaseCapabilities } from '@sigil/core/internal';
import { expect, onTestFinished, test } from 'vitest';
import { runSigil } from '../run-sigil.js';
import { Capture } from '../terminal/captured-terminal.test-support.js';
import { openTerminal } from '../terminal/terminal.js';

/** Says in its instructions which capabilities the handshake declared. */
const program = `
import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const serverInfo = { name: 'up', version: '1' };
  const instructions = JSON.stringify(params?.capabilities);
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo, instructions };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? result : {} }) + '\\n');
});`;

interface Answer {
  readonly id: number;
  readonly result: { readonly instructions: string };
}

/** Serves the program to a client that says these lines. @returns the answers, one for each line with an id */
async function serve(...lines: readonly object[]): Promise<Answer[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'upstream.mjs'), program);
  const [stdin, stdout, err] = [new PassThrough(), new PassThrough(), new Capture(undefined)];
  const streams = { stdin, stdout, stderr: err.stream, env: {}, cwd: folder };
  const terminal = openTerminal({ ...streams, interrupted: new AbortController().signal });
  const command = `"${process.execPath}" "${join(folder, 'upstream.mjs')}"`;
  const ended = runSigil(['serve', '--proxy', command, '--protocol', 'legacy', '--stdio'], terminal);
  const answers: Answer[] = [];
  const answered = new Promise<void>((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      answers.push(JSON.parse(line));
      if (answers.length === lines.filter((it) => 'id' in it).length) resolve();
    });
  });
  stdin.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await Promise.race([answered, ended]);
  stdin.end();
  expect([await ended, err.text]).toEqual([0, expect.stringContaining('serves 0 tools')]);
  return answers;
}

test('over stdio, with all that the client sent meanwhile', async () => {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: { sampling: {} }, clientInfo };

  const answers = await serve(
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'ping' },
  );

  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  expect(JSON.parse(answers[0]!.result.instructions)).toEqual({ sampling: {}, ...releaseCapabilities });
});

test('over stdio, when its first message is of the newest revision', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };

  const [answer] = await serve({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } });

  expect(JSON.parse(answer!.result.instructions)).toEqual({ elicitation: { form: {} }, ...releaseCapabilities });
});
