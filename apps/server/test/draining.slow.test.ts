import { answersOf, beginCalls, sourceOfLongCalls } from '@sigil/test-support/calls-across-saves';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from './built-server.test-support.js';

interface Health {
  readonly plugins: { readonly long: { readonly generation: number; readonly draining?: object } };
}

test.each(['inline', 'worker', 'process'])(
  'link %s: three saves are live at once, and calls of every kind end on the code that they began on',
  async (link) => {
    const plugins = await newPluginsFolder();
    onTestFinished(() => plugins.remove());
    await plugins.writePlugin('long', sourceOfLongCalls(plugins.path, 'one'));
    const config = join(plugins.path, 'sigil.config.json');
    await writeFile(config, JSON.stringify({ plugins: { long: { link } } }));
    const server = await startServer(['--plugins', plugins.path, '--watch', '--ws', '--config', config], {
      MCP_METRICS: 'true',
    });
    onTestFinished(() => server.stop());
    await expect.poll(() => server.said(), { timeout: 30_000, interval: 50 }).toContain('serves version 1.0.0');
    const calls = await beginCalls(`${server.url}/mcp/long`, plugins.path);

    for (const version of ['two', 'three', 'four']) {
      await plugins.writeSource('long', sourceOfLongCalls(plugins.path, version));
      await expect.poll(() => calls.version(), { timeout: 30_000, interval: 20 }).toBe(version);
    }
    const health = (await (await fetch(`${server.url}/healthz`)).json()) as Health;
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const answers = await calls.end();

    expect(answers).toEqual(answersOf('one'));
    expect(health.plugins.long).toMatchObject({ draining: { calls: 5 } });
    expect(metrics).toMatch(/^sigil_draining_calls\{plugin="long"\} 5$/m);
    // A request that was answered meanwhile may count as the sixth.
    await expect.poll(() => server.said()).toMatch(/generation 1 runs on for [56] calls that began on it/);
    await expect.poll(() => server.said()).toMatch(/generation 1 has ended, \d+ ms after it was replaced/);
  },
);
