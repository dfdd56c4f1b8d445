import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openObservedServer } from './observed-server.test-support.js';
import { freePort } from '@sigil/test-support/free-port';
import { openTestRedis } from '@sigil/test-support/redis-server';

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;
const patience = { timeout: 60_000, interval: 500 };

interface Answer {
  readonly data: { readonly result: readonly unknown[] };
}

async function openPrometheus(folder: string, target: string): Promise<(query: string) => Promise<Answer>> {
  const file = join(folder, 'prometheus.yml');
  const alerts = join(import.meta.dirname, '../../../../deploy/alerts.yaml');
  const scraping = { job_name: 'sigil', scrape_interval: '1s', static_configs: [{ targets: [target] }] };
  await writeFile(file, JSON.stringify({ rule_files: [alerts], scrape_configs: [scraping] })); // YAML reads JSON
  const port = await freePort();
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`];
  const child = spawn('prometheus', [...options, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  return async (query) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
    if (answer.status !== 200) throw new Error(`${query}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}

// Outside CI Prometheus may be absent: `.ci/run` installs it.
test.skipIf(!hasPrometheus && !process.env['CI'])(
  'Prometheus scrapes a server, and every query of the dashboard returns data',
  async () => {
    const redis = await openTestRedis();
    onTestFinished(() => redis.close());
    const key = randomBytes(32).toString('base64');
    const { server, folder, call } = await openObservedServer(
      { MCP_METRICS: 'true', MCP_REQUEST_STATE_KEY: key },
      { store: { kind: 'redis', url: redis.url } },
    );
    const query = await openPrometheus(folder, new URL(server.url!).host);
    const dashboard = JSON.parse(
      await readFile(join(import.meta.dirname, '../../../../deploy/grafana.json'), 'utf8'),
    ) as { readonly panels: readonly { readonly title: string; readonly targets: readonly { expr: string }[] }[] };
    const queries = dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '30s')]),
    );

    await vi.waitFor(async () => {
      await call('echo', { text: 'hi' });
      await call('refuse', { why: 'no' });
      const empty = [];
      for (const [title, expr] of queries) if ((await query(expr!)).data.result.length === 0) empty.push(title);
      expect(empty).toEqual([]);
    }, patience);

    expect(queries.length).toBeGreaterThan(10);
  },
  120_000,
);
