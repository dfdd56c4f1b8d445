import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const soak = fileURLToPath(new URL('./run-soak.mjs', import.meta.url));

test.each(['32', '0'])(
  'replicas that are restarted lose no call where the proxy keeps %s connections',
  async (kept) => {
    const { stdout } = await run(process.execPath, [
      soak,
      ...['--scenario', 'rolling', '--seconds', '1', '--clients', '32', '--proxy-keep-alive', kept],
    ]);

    expect(stdout).toContain('sessions lost 0');
  },
  120_000,
);

test('a key that is replaced under load loses no call, question or session', async () => {
  const { stdout } = await run(process.execPath, [soak, '--scenario', 'rotation', '--clients', '16']);

  expect(stdout).toContain('sessions lost 0');
  expect(Number(/round trips ended (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(4);
}, 180_000);
