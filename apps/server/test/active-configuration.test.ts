import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { openSession } from './facility/served-plugin.test-support.js';

let folder: string;
let server: ServerProcess;

const source = {
  echo: { config_cid: 'echo.json' },
  jq: { enabled: false },
  date: { toolz: {} },
  clock: {
    shell: { command: process.execPath, args: ['--print', 'hidden-argument'], set_env: { TOKEN: 'hidden-value' } },
  },
  script: { shell: { command: 'TOKEN=hidden-text env', shell: true } },
  mistaken: { shell: { command: 'TOKEN=hidden-start env', env: ['PATH', 'TOKEN=hidden-value'] } },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-active-'));
  const echo = {
    tools: { echo: { description: 'Says it', inputSchema: { type: 'object', properties: {}, api_key: 'hidden-key' } } },
    variables: { greeting: 'hidden-variable' },
    resources: { plan: { uri: 'vault://plan', name: 'plan', text: 'hidden-plan' } },
    prompts: { ask: { description: 'Asks', template: 'hidden-template' } },
  };
  await writeFile(join(folder, 'mcps.source.json'), JSON.stringify(source));
  await writeFile(join(folder, 'echo.json'), JSON.stringify(echo));
  server = await startServer(['--mcps', join(folder, 'mcps.source.json')]);
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function readActive(): Promise<Record<string, Record<string, unknown>>> {
  return (await (await fetch(`${server.url}/mcp/meta`)).json()) as Record<string, Record<string, unknown>>;
}

test('the page links to the active configuration, which describes every server', async () => {
  const page = await (await fetch(`${server.url}/mcp`, { headers: { accept: 'text/html' } })).text();
  const active = await readActive();

  expect(page).toContain('<a href="/mcp/meta">');
  expect(Object.keys(active)).toEqual(['clock', 'data', 'date', 'echo', 'markdown', 'mistaken', 'script', 'sql']);
  expect(active).toMatchObject({
    clock: { state: 'serving', from: 'mcps.source.json', tools: ['clock'] },
    date: { state: 'refused', problems: [expect.stringContaining('there is no "toolz"')] },
    echo: {
      state: 'serving',
      from: 'echo.json',
      plugin: { name: 'echo', version: '0.1.0', manifest_cid: expect.stringMatching(/^bafkrei/) as string },
      configuration: { auto_discover: false, tools: { echo: { description: 'Says it' } } },
      tools: ['echo'],
      overrides: ['tool "echo": description, inputSchema overridden by echo.json'],
    },
    sql: { state: 'serving', from: 'discovery' },
  });
});

test('the active configuration masks secrets and contains no local path', async () => {
  const text = JSON.stringify(await readActive());

  expect(text).not.toContain('hidden');
  expect(text).toContain('"variables":{"greeting":"…"}');
  expect(text).toContain('"resources":{"plan":{"name":"plan","text":"…","uri":"vault://plan"}}');
  expect(text).toContain('"prompts":{"ask":{"description":"Asks","template":"…"}}');
  expect(text).toMatch(/"shell":\{"args":"…","command":"node\w*","set_env":"…"\}/);
  expect(text).toContain('"shell":{"command":"…","shell":true}');
  expect(text).toContain('"shell":{"command":"…","env":["PATH","…"]}');
  expect(text).not.toContain(folder);
  expect(text).not.toContain(process.execPath);
});

test('T10.2 the variable "mcps" of every server is the active configuration', async () => {
  const active = await readActive();

  for (const name of ['echo', 'sql']) {
    const session = await openSession(`${server.url}/mcp/${name}`);
    const { body } = await session.request('resources/read', { uri: 'variable://mcps' });
    const [contents] = (body.result?.['contents'] ?? []) as { mimeType: string; text: string }[];

    expect(contents?.mimeType).toBe('application/json');
    expect(JSON.parse(contents?.text ?? '')).toEqual(active);
  }
});
