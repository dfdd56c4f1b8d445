/**
 * Debian's nginx for tests, on loopback and in a folder of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/**
 * Starts nginx and waits until it answers; ended with the test.
 *
 * @param port that it listens on, as its servers say
 * @param servers the text of its `http` block
 */
export async function startNginx(port: number, servers: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const http = ['access_log off;', ...temporary, servers].join('\n');
  const whole = `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\n${http}\n}\n`;
  await writeFile(join(folder, 'nginx.conf'), whole);
  const proxy = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = once(proxy, 'exit');
  onTestFinished(async () => {
    proxy.kill();
    await ended;
  });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/healthz`), { timeout: 20_000, interval: 50 });
}
