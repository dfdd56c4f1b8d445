import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { openSession, type Answer } from './facility/served-plugin.test-support.js';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';

/** One plugin for each kind of harm; `members` go into its class. */
const harms: Readonly<Record<string, { members: string; settings?: object; before?: string }>> = {
  good: { members: "  /** Well. */\n  @Tool()\n  work(): string {\n    return 'well';\n  }\n" },
  'throws-on-load': {
    before: "throw new Error('no licence at /srv/secret/licence.key');",
    members: tool('work'),
    settings: { activation: 'onStart' },
  },
  'throws-at-first-use': {
    before: "throw new Error('no licence at /srv/secret/licence.key');",
    members: tool('work'),
  },
  'never-starts': {
    members: `${tool('work')}  start(): Promise<void> {\n    return new Promise(() => undefined);\n  }\n`,
    settings: { startTimeoutMs: 300 },
  },
  'blocks-worker': { members: blocking(), settings: { link: 'worker', linkLimits: { stuckMs: 2000 } } },
  'blocks-process': { members: blocking(), settings: { link: 'process', linkLimits: { stuckMs: 2000 } } },
  exits: {
    members: `  /** Ends the process. */\n  @Tool()\n  work(): string {\n    process.exit(7);\n  }\n`,
    settings: { link: 'process' },
  },
  'exits-inline': {
    members: `  /** Would end the server. */\n  @Tool()\n  work(): string {\n    process.exit(7);\n  }\n`,
  },
  'throws-late': {
    members: `  /** Throws when it is over. */\n  @Tool()\n  work(): string {\n    setTimeout(() => {\n      throw Object.assign(new Error('late'), { code: 'EPIPE' });\n    });\n    setTimeout(() => {\n      throw undefined;\n    });\n    void Promise.reject(undefined);\n    return 'over';\n  }\n`,
  },
  leaks: {
    members: `  readonly kept: string[][] = [];\n  /** Keeps everything. */\n  @Tool()\n  work(): string {\n    for (;;) this.kept.push(Array.from({ length: 10_000 }, (_, i) => 'x' + i + Math.random()));\n  }\n`,
    settings: { link: 'worker', linkLimits: { maxHeapMb: 32 } },
  },
  tampered: { members: tool('work') },
};

let plugins: PluginsFolder;
let server: ServerProcess;

beforeAll(async () => {
  plugins = await newPluginsFolder();
  for (const [name, { members, before = '' }] of Object.entries(harms)) {
    await plugins.writePlugin(
      name,
      `import { Tool } from '@sigil/core';\ndeclare const process: { exit(code: number): never };\ndeclare function setTimeout(run: () => void): void;\n${before}\n/** Made by a test. */\nexport class Made {\n${members}}\n`,
    );
  }
  buildPlugins(Object.keys(harms).map((name) => join(plugins.path, name)));
  await appendFile(join(plugins.path, 'tampered', 'dist', 'plugin.cjs'), '\n// changed after the build\n');
  const config = join(plugins.path, 'sigil.config.json');
  const settings = Object.fromEntries(Object.entries(harms).map(([name, harm]) => [name, harm.settings ?? {}]));
  await writeFile(config, JSON.stringify({ plugins: settings }));
  server = await startServer(['--plugins', plugins.path, '--config', config]);
});

afterAll(async () => {
  await server.stop();
  await plugins.remove();
});

async function call(name: string): Promise<Answer> {
  return (await openSession(`${server.url}/mcp/${name}`)).call('work');
}

async function expectOthersServe(): Promise<void> {
  const { body } = await call('good');
  expect(body.result?.content).toEqual([{ type: 'text', text: 'well' }]);
}

async function pageOf(name: string): Promise<string> {
  return (await fetch(`${server.url}/mcp/meta/${name}`)).text();
}

describe.each([
  ['throws-on-load', 'code-failed'],
  ['never-starts', 'timed-out'],
  ['tampered', 'code-mismatch'],
])('a plugin that %s', (name, code) => {
  test(`never serves, is reported as ${code} without a path, and does not affect the others`, async () => {
    const health = (await (await fetch(`${server.url}/healthz`)).json()) as { plugins: Record<string, unknown> };
    const page = await pageOf(name);

    expect(health.plugins[name]).toMatchObject({ state: 'failed', reason: code, boot: { outcome: 'failed' } });
    expect(page).toContain(code);
    expect(JSON.stringify(health) + page).not.toContain(plugins.path);
    expect(JSON.stringify(health) + page).not.toContain('/srv/secret');
    await expectOthersServe();
  });
});

test('a plugin that throws at first use fails its calls without a path and is then reported as failed', async () => {
  const before = await pageOf('throws-at-first-use');

  const { body } = await call('throws-at-first-use');
  const health = (await (await fetch(`${server.url}/healthz`)).json()) as { plugins: Record<string, unknown> };

  expect(before).not.toContain('code-failed');
  expect(body.result?.isError).toBe(true);
  expect(body.result?.content?.[0]?.text).toMatch(/^plugin "throws-at-first-use" could not be started; try again in/);
  expect(health.plugins['throws-at-first-use']).toMatchObject({
    state: 'failed',
    activation: 'failed',
    reason: 'code-failed',
    boot: { outcome: 'failed' },
  });
  expect(JSON.stringify(health)).not.toContain('/srv/secret');
  expect(await pageOf('throws-at-first-use')).toContain('code-failed');
  expect(server.said()).toContain('throws-at-first-use could not be brought up for its first use');
  await expectOthersServe();
});

describe.each([
  ['blocks-worker', 'a worker'],
  ['blocks-process', 'a process'],
  ['exits', 'a process'],
  ['leaks', 'a worker'],
])('a plugin that %s in %s', (name) => {
  test('fails only its own calls, is restarted, and shows the crash on its page', async () => {
    const harmful = call(name);
    await expectOthersServe();
    const { body } = await harmful;

    expect(body, server.said()).toMatchObject({ result: { isError: true } });
    expect(body.result?.content?.[0]?.text).toMatch(/restarted|again/);
    await expect
      .poll(() => server.said(), { timeout: 10_000 })
      .toMatch(new RegExp(`${name}.* (runs again|was restarted)`));
    expect(await pageOf(name)).toMatch(/crash/i);
    await expectOthersServe();
  });
});

test('process.exit in a plugin is refused, logged and fails only its call', async () => {
  const { body } = await call('exits-inline');

  expect(body).toMatchObject({ result: { isError: true } });
  await expect.poll(() => server.said()).toContain('process.exit(7) was refused');
  await expectOthersServe();
});

test('a plugin that throws after its call does not end the server and is logged', async () => {
  const { body } = await call('throws-late');

  expect(body.result?.content?.[0]?.text).toBe('over');
  await expect.poll(() => server.said()).toMatch(/uncaught exception outside of any call.*undefined/);
  expect(server.said()).toMatch(/uncaught exception outside of any call.*late/);
  expect(server.said()).toMatch(/unhandled rejection outside of any call.*undefined/);
  await expectOthersServe();
});

test('a server keeps serving when its output is closed', async () => {
  server.process.stdout?.destroy();
  server.process.stderr?.destroy();

  await call('throws-late');
  await call('exits-inline');

  await expectOthersServe();
  expect(server.process.exitCode).toBeNull();
});

function tool(name: string): string {
  return `  /** Works. */\n  @Tool()\n  ${name}(): string {\n    return 'worked';\n  }\n`;
}

function blocking(): string {
  return `  /** Never lets go. */\n  @Tool()\n  work(): string {\n    const end = Date.now() + 5_000;\n    while (Date.now() < end);\n    return 'at last';\n  }\n`;
}
