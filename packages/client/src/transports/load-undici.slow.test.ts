/** The effect of undici on the rest of a process, in a process of its own: the test runner has used `fetch` already. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('opening a pool leaves the dispatcher of Node’s global fetch in place', async () => {
  const code = `
    const { openHttpConnection } = await import('@sigil/client/internal');
    const limits = { maxMessageBytes: 1_024, maxConnections: 1, connectTimeoutMs: 1_000, allowPrivate: true };
    openHttpConnection({ url: new URL('http://127.0.0.1:9'), headers: {}, ...limits });
    const used = globalThis[Symbol.for('undici.globalDispatcher.1')];
    const { Agent } = await import('undici');
    console.log(used !== undefined, used instanceof Agent);`;

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });

  expect(stdout).toBe('true false\n');
});
