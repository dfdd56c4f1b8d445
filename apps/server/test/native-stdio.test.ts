import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { mainProgram } from './built-server.test-support.js';

test('the server speaks the native view over stdio with --native', async () => {
  const server = spawn(process.execPath, [mainProgram, '--stdio', 'echo', '--native'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string) as unknown;
  const event = (result: object) => ({ jsonrpc: '2.0', method: 'echo', params: { subscription: 1, result } });

  server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"echo","params":["hello"]}\n');
  const said = [await next(), await next(), await next(), await next()];
  const ended = once(server, 'exit');
  server.stdin.end();

  expect(said).toEqual([
    { jsonrpc: '2.0', id: 1, result: { subscription: 1 } },
    event({ type: 'start' }),
    event({ type: 'content', content: 'hello' }),
    event({ type: 'complete', result: 'hello' }),
  ]);
  expect(await ended).toEqual([0, null]);
});
