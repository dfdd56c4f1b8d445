import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const soak = fileURLToPath(new URL('./run-soak.mjs', import.meta.url));

test('replicas that are killed one after the other lose no session or event, and every call ends', async () => {
  const { stdout } = await run(process.execPath, [
    soak,
    '--seconds',
    '12',
    '--clients',
    '16',
    '--kill-every-ms',
    '3000',
  ]);

  expect(stdout).toContain('sessions lost 0');
}, 120_000);
