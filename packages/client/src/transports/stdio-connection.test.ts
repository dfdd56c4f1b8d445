/** A program as a connection: aborted requests, and the program's last output. */
import { expect, onTestFinished, test } from 'vitest';
import type { WireMessage } from '../wire/wire-message.js';
import { StdioConnection } from './stdio-connection.js';

const unread = { maxBufferedBytes: 65_536, healthMs: 60_000 };
const noJson = 'the server sent what is no JSON';
const noObject = 'the server sent what is no JSON object';
const limits = { cwd: undefined, maxMessageBytes: 65_536, killGraceMs: 500, ...unread };

test('a request that was aborted before it was sent is not sent', async () => {
  const came: WireMessage[] = [];
  const echo = { command: 'cat', args: [], environment: process.env as Record<string, string>, ...limits };
  const connection = new StdioConnection(echo, {
    onMessage: (message) => came.push(message),
    onEnd: () => undefined,
  });
  onTestFinished(() => connection.close());
  const text = '{"jsonrpc":"2.0","id":1,"method":"tools/call"}';
  const signal = AbortSignal.abort(new Error('gone'));

  const answer = connection.request({ id: 1, text, headers: {}, signal, onMessage: () => undefined });
  await expect(answer).rejects.toThrow('gone');
  await connection.send('{"jsonrpc":"2.0","method":"notifications/afterwards"}');

  await expect.poll(() => came.map(({ method }) => method)).toEqual(['notifications/afterwards']);
});

test.each([
  [`process.stderr.write('starting\\nthe port is taken')`, ['starting', 'the port is taken']],
  [`console.log('starting'); console.log('usage: server --key <key>')`, ['starting', 'usage: server --key <key>']],
  [`console.log('{"result":"for one caller alone"'); console.log('[1]')`, [noJson, noObject]],
])('the program %j logs %j', async (script, lines) => {
  const log: string[] = [];
  const environment = { PATH: process.env['PATH'] ?? '' };
  const program = { command: process.execPath, args: ['-e', script], environment, ...limits };

  await new Promise<void>((resolve) => {
    const connection = new StdioConnection(program, {
      onMessage: () => undefined,
      onEnd: () => resolve(),
      onLog: (line) => log.push(line),
    });
    onTestFinished(() => connection.close());
  });

  expect(log).toEqual(lines);
});
