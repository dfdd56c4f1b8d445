import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greeter, makePlugin } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

describe('sigil inspect of a folder', () => {
  test('builds and starts the plugin and shows the time of each step', async () => {
    const plugin = makePlugin();
    try {
      const { exitCode, stdout, stderr } = await run(['inspect', plugin.path]);

      expect(stdout).toMatch(/^greeter 1\.2\.3 serves 1 tool\n/);
      for (const step of ['read', 'open', 'start', 'health']) {
        expect(stdout).toMatch(new RegExp(`^ {2}${step} +[\\d.]+ ms +ok$`, 'm'));
      }
      expect(stdout).toMatch(/^ {2}activates +onFirstUse$/m);
      expect(stderr).toMatch(/^greeter 1\.2\.3: 1 tool -> /);
      expect(exitCode).toBe(0);
    } finally {
      plugin.remove();
    }
  });

  test('starts the plugin in the link that its package.json asks for', async () => {
    const plugin = makePlugin();
    plugin.write('package.json', JSON.stringify({ name: 'greeter', type: 'module', sigil: { link: 'worker' } }));
    try {
      expect((await run(['inspect', plugin.path])).stdout).toMatch(/^ {2}link +worker$/m);
    } finally {
      plugin.remove();
    }
  });

  test('shows services with their source and their dependencies', async () => {
    const service = `\nexport class Names {\n  static readonly carry = ['seen'];\n  private seen: string[] = [];\n  add(name: string): void {\n    this.seen.push(name);\n  }\n}\n`;
    const plugin = makePlugin(greeter(`\n  constructor(readonly names: Names) {}\n`) + service);
    try {
      const text = await run(['inspect', plugin.path]);
      const json = await run(['inspect', plugin.path, '--format', 'json']);

      expect(text.stdout).toMatch(/^ {2}SERVICE +PROVIDES +FROM +FILE +NEEDS +CARRIES STATE$/m);
      expect(text.stdout).toMatch(/^ {2}Names +Names +class +src\/\S+\.ts +yes$/m);
      expect(JSON.parse(json.stdout).plugins).toMatchObject([
        { services: [{ name: 'Names', from: 'class', provides: ['Names'], needs: [], carries: true }] },
      ]);
    } finally {
      plugin.remove();
    }
  });

  test('shows the scopes that components require', async () => {
    const guarded = `\n  /** Greet all. */\n  @Tool({ scopes: ['greet:all', 'greet'] })\n  all(): string {\n    return 'Hello!';\n  }\n`;
    const plugin = makePlugin(greeter(guarded));
    try {
      const text = await run(['inspect', plugin.path]);
      const json = await run(['inspect', plugin.path, '--format', 'json']);

      expect(text.stdout).toMatch(/^ {2}KIND +NAME +SCOPES$/m);
      expect(text.stdout).toMatch(/^ {2}tool +all +greet:all greet$/m);
      expect(JSON.parse(json.stdout).plugins[0].scopes).toEqual([
        { kind: 'tool', name: 'all', scopes: ['greet:all', 'greet'] },
      ]);
    } finally {
      plugin.remove();
    }
  });

  test('shows the step at which a plugin failed to start, with the message of its error, and exits with 1', async () => {
    const broken = makePlugin(greeter(`\n  start(): void {\n    throw new Error('no greeting today');\n  }\n`));
    try {
      const text = await run(['inspect', broken.path]);
      const json = await run(['inspect', broken.path, '--format', 'json']);

      expect(text.stdout).toMatch(/^ {2}start +[\d.]+ ms +failed$/m);
      expect(text.stderr).toMatch(
        /start failed \(start-failed\): start\(\) of Greeter threw \(src\/greeter\.ts:\d+:\d+\): no greeting today/,
      );
      expect(text.exitCode).toBe(1);
      expect(JSON.parse(json.stdout).plugins).toMatchObject([
        { state: 'failed', reason: 'start-failed', boot: { outcome: 'failed', reason: 'start-failed' } },
      ]);
      expect(json.exitCode).toBe(1);
    } finally {
      broken.remove();
    }
  });
});

describe('sigil inspect of a URL', () => {
  const boot = { outcome: 'serving', startedAt: '2026-01-01T00:00:00.000Z', durationMs: 12, steps: [] };
  const failedBoot = {
    ...boot,
    outcome: 'failed',
    steps: [
      { step: 'read', durationMs: 1 },
      { step: 'open', durationMs: 3.5 },
    ],
    reason: 'construct-failed',
    message: 'no key\u001b[2J',
  };
  const health = {
    status: 'degraded',
    plugins: {
      date: { state: 'serving', version: '1.0.0', generation: 3, link: 'worker', policy: 'required', boot },
      sql: { state: 'failed', version: '0.9.0', link: 'inline', reason: 'construct-failed', boot: failedBoot },
    },
  };
  const answers: Readonly<Record<string, unknown>> = {
    '/healthz': health,
    '/one/healthz': { status: 'ok', plugins: { date: health.plugins.date } },
    '/used/healthz': {
      status: 'degraded',
      plugins: { sql: { ...health.plugins.sql, activation: 'failed' } },
    },
    '/none/healthz': { status: 'ok', plugins: {} },
    '/other/healthz': { fine: true },
  };
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.statusCode = request.url === '/healthz' ? 503 : 200;
      response.end(JSON.stringify(answers[request.url ?? '']));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test('shows every plugin of the server and why one failed', async () => {
    const { exitCode, stdout, stderr } = await run(['inspect', `${url}/mcp/date`]);

    expect(stdout).toMatch(/^ {2}date +serving +1\.0\.0 +3 +worker +required +12 ms$/m);
    expect(stdout).toMatch(/^ {2}sql +failed +0\.9\.0 +inline/m);
    expect(stdout).toContain(
      'sql 0.9.0 still serves, the newest build does not: open failed (construct-failed): no key',
    );
    expect(stdout).toMatch(/^ {2}open +3\.5 ms +failed$/m);
    expect(stdout).not.toContain('\u001b');
    expect(stderr).toBe('error: sql: open failed (construct-failed): no key[2J\n');
    expect(exitCode).toBe(1);
  });

  test('reports that a plugin whose code failed at its first use is still listed', async () => {
    const { exitCode, stdout } = await run(['inspect', `${url}/used/healthz`]);

    expect(stdout).toContain(
      'sql 0.9.0 is listed, its code did not come up when it was used: open failed (construct-failed): no key',
    );
    expect(stdout).toMatch(/^ {2}code +failed$/m);
    expect(exitCode).toBe(1);
  });

  test('exits with 0 for a healthy server', async () => {
    const { exitCode, stdout, stderr } = await run(['inspect', `${url}/one/healthz`]);

    expect(stdout).toMatch(/^date 1\.0\.0 serves\n/);
    expect(stdout).toMatch(/^ {2}generation +3$/m);
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  test('says when a server hosts no plugins', async () => {
    expect((await run(['inspect', `${url}/none/healthz`])).stdout).toBe('It hosts no plugins.\n');
  });

  test('rejects a URL of another kind of server, and a URL where nothing listens', async () => {
    const other = await run(['inspect', `${url}/other/healthz`]);
    const none = await run(['inspect', 'http://127.0.0.1:9']);

    expect(other.stderr).toMatch(/^error: expected the health of a Sigil server at .*\/other\/healthz, got something/);
    expect(none.stderr).toMatch(/^error: cannot ask http:\/\/127\.0\.0\.1:9\/healthz: /);
    expect([other.exitCode, none.exitCode]).toEqual([1, 1]);
  });

  test.each([
    [['inspect', 'http://127.0.0.1:9', '-c', 'x.json'], /--config means nothing for a URL/],
    [['inspect', '.', '-H', 'A: b'], /--header means nothing for a plugin folder/],
  ])('%j is refused', async (args, message) => {
    const { exitCode, stderr } = await run(args);

    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });
});
