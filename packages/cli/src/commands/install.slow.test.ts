import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { clientConfiguration, clientIds, type ClientId } from '@sigil/contracts/clients';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenText, fixturesOf, Home } from '../installing/client-files.test-support.js';
import { makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run, type Ran } from '../run-sigil.test-support.js';
import { runSigil } from '../run-sigil.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

/** An address where nothing listens. */
const url = 'http://127.0.0.1:1/mcp/greeter';

let home: Home;
/** The answers of started programs, by command. */
const started = new Map<string, Promise<unknown>>();
let plugin: PluginFolder;

beforeAll(async () => {
  plugin = makePlugin();
  expect(await run(['build', plugin.path])).toMatchObject({ exitCode: 0 });
});
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());
afterAll(() => plugin.remove());

function sigil(...args: string[]): Promise<Ran> {
  return run(args, { env: home.env, cwd: home.path });
}

describe.each(clientIds)('sigil install for %s', (client) => {
  const fixtures = fixturesOf(client);

  test.each(Object.keys(fixtures))('is undone by uninstall in a file with "%s"', async (kind) => {
    home.write(client, fixtures[kind]!);

    const installed = await sigil('install', plugin.path, '--client', client);
    const after = home.read(client);
    const twice = await sigil('install', plugin.path, '--client', client);
    const again = home.read(client);
    const uninstalled = await sigil('uninstall', 'greeter', '--client', client);

    expect([installed.exitCode, twice.exitCode, uninstalled.exitCode, installed.stderr]).toEqual([0, 0, 0, '']);
    expect(home.entry.call({ ...home, read: () => after }, client, 'greeter')).toBeDefined();
    expect(again).toBe(after);
    expect(twice.stdout).toContain('installed already');
    expect(home.read(client)).toBe(fixtures[kind]);
  });

  test('keeps every line of the file, in order', async () => {
    const text = fixtures['comments']!;
    home.write(client, text);

    await sigil('install', url, '--client', client, '--name', 'greeter');

    const after = home.read(client).split('\n');
    let at = 0;
    const lost = text.split('\n').filter((line) => {
      const found = after.findIndex((other, index) => index >= at && [line, `${line.trimEnd()},`].includes(other));
      if (found !== -1) at = found + 1;
      return found === -1;
    });
    expect(lost).toEqual([]);
  });

  test('creates a missing file, which uninstall removes with its folder', async () => {
    await sigil('install', url, '--client', client, '--name', 'greeter');
    const isThere = existsSync(home.fileOf(client));
    await sigil('uninstall', 'greeter', '--client', client);

    expect(isThere).toBe(true);
    expect(existsSync(home.fileOf(client))).toBe(false);
    if (dirname(home.fileOf(client)) !== home.path) expect(existsSync(dirname(home.fileOf(client)))).toBe(false);
  });

  test('keeps changes made to the file between install and uninstall', async () => {
    home.write(client, fixtures['others']!);
    await sigil('install', url, '--client', client, '--name', 'greeter');
    const change = (text: string): string => text.replace('thing', 'another thing');
    writeFileSync(home.fileOf(client), change(home.read(client)));

    await sigil('uninstall', 'greeter', '--client', client);

    expect(home.read(client)).toBe(change(fixtures['others']!));
  });

  test('installs two servers that can be uninstalled one after the other', async () => {
    home.write(client, fixtures['none']!);
    await sigil('install', url, '--client', client, '--name', 'first');
    await sigil('install', url, '--client', client, '--name', 'second');

    await sigil('uninstall', 'first', '--client', client);
    const [first, second] = [home.entry(client, 'first'), home.entry(client, 'second')];
    await sigil('uninstall', 'second', '--client', client);

    expect(first).toBeUndefined();
    expect(second).toBeDefined();
    expect(home.read(client)).toBe(fixtures['none']);
  });

  test('reports a file with a syntax error and leaves it unchanged', async () => {
    home.write(client, brokenText(client));

    const { exitCode, stderr } = await sigil('install', url, '--client', client);

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/stays as it is: it is not (?:JSON|TOML|YAML): .* at line \d+, column \d+/);
    expect(home.read(client)).toBe(brokenText(client));
  });

  test('a read-only file stays as it is', async () => {
    home.write(client, fixtures['others']!);
    chmodSync(home.fileOf(client), 0o444);

    const { exitCode, stderr } = await sigil('install', url, '--client', client);

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is read-only')]);
    expect(home.read(client)).toBe(fixtures['others']);
  });

  test('keeps a symbolic link and the permissions of its target', async () => {
    const target = join(home.path, 'dotfiles');
    writeFileSync(target, fixtures['others']!, { mode: 0o640 });
    mkdirSync(dirname(home.fileOf(client)), { recursive: true });
    symlinkSync(target, home.fileOf(client));

    await sigil('install', url, '--client', client, '--name', 'greeter');

    expect(lstatSync(home.fileOf(client)).isSymbolicLink()).toBe(true);
    expect(home.entry(client, 'greeter')).toBeDefined();
    expect(statSync(target).mode & 0o777).toBe(0o640);
    await sigil('uninstall', 'greeter', '--client', client);
    expect(readFileSync(target, 'utf8')).toBe(fixtures['others']);
  });

  test('replaces an existing entry with the same name only with --force', async () => {
    home.write(client, fixtures['others']!);

    const refused = await sigil('install', url, '--client', client, '--name', 'other');
    const unchanged = home.read(client);
    const forced = await sigil('install', url, '--client', client, '--name', 'other', '--force');

    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('was not installed by sigil')]);
    expect(unchanged).toBe(fixtures['others']);
    expect(forced.exitCode).toBe(0);
    expect(JSON.stringify(home.entry(client, 'other'))).toContain(url);
    await sigil('uninstall', 'other', '--client', client);
    expect(home.read(client)).toBe(fixtures['others']);
  });

  test('the official client starts the plugin as the entry says', async () => {
    home.write(client, fixtures['others']!);
    await sigil('install', plugin.path, '--client', client);

    const program = programIn(home.entry(client, 'greeter'));
    // Most entries are identical, and one program need not be started twice.
    const key = JSON.stringify(program);
    started.set(key, started.get(key) ?? callStarted(program));

    expect(await started.get(key)).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);
  });
});

describe('sigil install of an HTTP server', () => {
  const served = new CapturedTerminal();
  let address = '';
  let ended: Promise<unknown>;

  beforeAll(async () => {
    ended = runSigil(['serve', plugin.path, '--port', '0'], served.terminal);
    [address] = (await served.out.has(/http:\/\/127\.0\.0\.1:\d+\/mcp\/greeter/)) as unknown as [string];
  });
  afterAll(async () => {
    served.interrupt();
    await ended;
  });

  const overHttp = clientIds.filter((client) => clientConfiguration(client).http !== undefined);

  test.each(overHttp)('writes a URL for %s to which the official client can connect', async (client) => {
    const { exitCode, stderr } = await sigil('install', address, '--client', client);

    expect([exitCode, stderr]).toEqual([0, '']);
    const connection = new Client({ name: 'test', version: '1.0.0' });
    await connection.connect(new StreamableHTTPClientTransport(new URL(addressIn(home.entry(client, 'greeter')))));
    const { content } = await connection.callTool({ name: 'greet', arguments: { name: 'Ada' } });
    await connection.close();
    expect(content).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);
  });

  test('a server is found by its name', async () => {
    const origin = new URL(address).origin;

    const { exitCode } = await sigil('install', 'greeter', '--client', 'cursor', '--origin', origin);
    const missing = await sigil('install', 'nobody', '--client', 'cursor', '--origin', origin);

    expect(exitCode).toBe(0);
    expect(home.entry('cursor', 'greeter')).toEqual({ url: address });
    expect([missing.exitCode, missing.stderr]).toEqual([
      1,
      expect.stringContaining('neither a folder "nobody" nor a server'),
    ]);
  });
});

test('a server folder is installed as one program with all its plugins', async () => {
  const server = makePlugin();
  rmSync(join(server.path, 'tsconfig.json'));
  server.write('plugins/greeter/package.json', '{"name":"greeter","version":"1.0.0","sigil":{"plugin":true}}');
  server.write('sigil.config.json', '{"pluginsFolder":"./plugins"}');
  cpSync(join(plugin.path, 'dist'), join(server.path, 'plugins/greeter/dist'), { recursive: true });

  const { exitCode, stderr } = await sigil('install', server.path, '--client', 'cursor', '--name', 'ours');
  const connection = new Client({ name: 'test', version: '1.0.0' });
  const { command, args, env } = programIn(home.entry('cursor', 'ours'));
  await connection.connect(new StdioClientTransport({ command, args, env, cwd: home.path, stderr: 'ignore' }));
  const { tools } = await connection.listTools();
  await connection.close();
  server.remove();

  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('its tools were not checked')]);
  expect(tools.map(({ name }) => name)).toEqual(['greeter_greet']);
});

test('a dry run shows the change and writes nothing', async () => {
  home.write('cursor', '{}\n');

  const { exitCode, stdout } = await sigil('install', url, '--client', 'cursor', '--name', 'greeter', '--dry-run');

  expect(exitCode).toBe(0);
  expect(stdout).toContain(`  +       "url": "${url}"`);
  expect(stdout).toContain('Nothing was written');
  expect(home.read('cursor')).toBe('{}\n');
});

test('install warns about a tool that a client rejects', async () => {
  const dotted = makePlugin(
    `import { Tool } from '@sigil/core';\n/** A. */\nexport class A {\n  /** Do it. */\n  @Tool({ name: 'a.b' })\n  run(): string {\n    return '';\n  }\n}\n`,
  );

  const { exitCode, stderr } = await sigil('install', dotted.path, '--client', 'claude-desktop,zed');
  dotted.remove();

  expect(exitCode).toBe(0);
  expect(stderr).toContain('Claude Desktop refuses: tool "a.b"');
});

test('no file is changed when one of the files cannot be changed', async () => {
  home.write('cursor', '{}\n');
  home.write('zed', '{');

  const { exitCode } = await sigil('install', url, '--client', 'cursor,zed');

  expect(exitCode).toBe(1);
  expect(home.read('cursor')).toBe('{}\n');
});

test('project scope writes a relative path and rejects clients without a project file', async () => {
  const project = dirname(plugin.path);
  const folder = basename(plugin.path);
  const inProject = (...args: string[]): Promise<Ran> =>
    run([...args, '--scope', 'project'], { env: home.env, cwd: project });

  const { exitCode } = await inProject('install', folder, '--client', 'claude-code');
  const written: unknown = JSON.parse(readFileSync(join(project, '.mcp.json'), 'utf8'));
  await inProject('uninstall', 'greeter', '--client', 'claude-code');
  const refused = await inProject('install', folder, '--client', 'windsurf');

  expect(exitCode).toBe(0);
  expect(written).toEqual({
    mcpServers: { greeter: { command: 'npx', args: ['-y', '@sigil/cli', 'serve', folder, '--stdio'] } },
  });
  expect(existsSync(join(project, '.mcp.json'))).toBe(false);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining('Windsurf has no file for one project'),
  ]);
});

describe('secrets', () => {
  const header = 'Authorization: Bearer ${TOKEN}';
  const env = { TOKEN: 's3cr3t' };

  function install(client: ClientId, ...more: string[]): Promise<Ran> {
    const args = ['install', url, '--client', client, '--name', 'greeter', '-H', header, ...more];
    return run(args, { env: { ...home.env, ...env }, cwd: home.path });
  }

  test.each([
    ['claude-code', { headers: { Authorization: 'Bearer ${TOKEN}' } }],
    ['cursor', { headers: { Authorization: 'Bearer ${env:TOKEN}' } }],
    ['vscode', { headers: { Authorization: 'Bearer ${input:greeter-TOKEN}' } }],
    ['codex', { bearer_token_env_var: 'TOKEN' }],
    ['gemini-cli', { headers: { Authorization: 'Bearer ${TOKEN}' } }],
    ['windsurf', { headers: { Authorization: 'Bearer ${env:TOKEN}' } }],
    ['opencode', { headers: { Authorization: 'Bearer {env:TOKEN}' } }],
    ['goose', { headers: { Authorization: 'Bearer ${TOKEN}' }, env_keys: ['TOKEN'] }],
  ] as const)('are written as a reference for %s', async (client, expected) => {
    const { exitCode, stdout } = await install(client);

    expect(exitCode).toBe(0);
    expect(home.entry(client, 'greeter')).toMatchObject(expected);
    expect(home.read(client) + stdout).not.toContain('s3cr3t');
  });

  test('are requested by one VS Code input, which uninstall removes with the entry', async () => {
    home.write('vscode', '{\n  "inputs": [\n    { "id": "mine" }\n  ],\n  "servers": {}\n}\n');
    await install('vscode');
    const { inputs } = JSON.parse(home.read('vscode')) as { inputs: unknown[] };
    writeFileSync(home.fileOf('vscode'), `${home.read('vscode')}\n`);
    await run(['uninstall', 'greeter', '--client', 'vscode'], { env: home.env, cwd: home.path });

    const question = { id: 'greeter-TOKEN', type: 'promptString', description: 'TOKEN for greeter', password: true };
    expect(inputs).toEqual([{ id: 'mine' }, question]);
    expect(home.read('vscode')).toBe('{\n  "inputs": [\n    { "id": "mine" }\n  ],\n  "servers": {}\n}\n\n');
  });

  test.each(['claude-desktop', 'zed', 'cline'] as const)(
    'are written for %s only with --write-secrets',
    async (client) => {
      const refused = await install(client);
      const isThere = existsSync(home.fileOf(client));
      const allowed = await install(client, '--write-secrets');

      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--write-secrets allows it')]);
      expect(refused.stdout + allowed.stdout + allowed.stderr).not.toContain('s3cr3t');
      expect(isThere).toBe(false);
      expect(home.read(client)).toContain('s3cr3t');
    },
  );

  test('are written only after a user at a terminal agrees', async () => {
    const args = ['install', url, '--client', 'zed', '--name', 'greeter', '-H', header];
    const options = { env: { ...home.env, ...env }, cwd: home.path, columns: 100 };

    const no = await run(args, { ...options, input: 'no\n' });
    const isThere = existsSync(home.fileOf('zed'));
    const yes = await run(args, { ...options, input: 'yes\n' });

    expect([no.exitCode, isThere, yes.exitCode]).toEqual([2, false, 0]);
    expect(home.read('zed')).toContain('Bearer s3cr3t');
  });

  test('are rejected on the command line without being printed', async () => {
    const args = ['install', url, '--client', 'cursor', '-H', 'Authorization: Bearer s3cr3t'];

    const { exitCode, stderr } = await run(args, { env: home.env, cwd: home.path });

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('looks like a secret')]);
    expect(stderr).not.toContain('s3cr3t');
  });

  test('are passed on by name when they are environment variables of a program', async () => {
    const args = ['install', plugin.path, '--client', 'cursor,codex,goose', '-e', 'TOKEN', '-e', 'LEVEL=debug'];

    const { exitCode } = await run(args, { env: { ...home.env, ...env }, cwd: home.path });

    expect(exitCode).toBe(0);
    expect(home.entry('cursor', 'greeter')).toMatchObject({ env: { TOKEN: '${env:TOKEN}', LEVEL: 'debug' } });
    expect(home.entry('codex', 'greeter')).toMatchObject({ env: { LEVEL: 'debug' }, env_vars: ['TOKEN'] });
    expect(home.entry('goose', 'greeter')).toMatchObject({ envs: { LEVEL: 'debug' }, env_keys: ['TOKEN'] });
  });
});

describe('command lines', () => {
  test.each([
    [['install', '.'], 'expected --client with one or more of claude-code'],
    [['install', '.', '--client', 'curser'], 'there is no client "curser". Did you mean "cursor"?'],
    [['install', 'ftp://x', '--client', 'cursor'], 'expected a plugin folder, an http(s) URL or the name of a server'],
    [['install', url, '--client', 'cursor', '--name', 'a b'], 'expected --name with 1 to 64 letters'],
    [['install', 'http://a:b@127.0.0.1:1', '--client', 'cursor'], 'use --header'],
  ])('%j is refused', async (args, message) => {
    const { exitCode, stderr } = await sigil(...args);

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('--client all fails on a machine without clients', async () => {
    const { exitCode, stderr } = await sigil('install', url, '--client', 'all');

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('no client was found on this machine')]);
  });

  test('--client all installs for the clients found on the machine', async () => {
    home.write('cursor', '{}');
    mkdirSync(dirname(home.fileOf('goose')), { recursive: true });

    const { exitCode } = await sigil('install', url, '--client', 'all', '--name', 'greeter');

    expect(exitCode).toBe(0);
    expect(clientIds.filter((client) => existsSync(home.fileOf(client)))).toEqual(['cursor', 'goose']);
  });

  test('uninstall rejects an entry that sigil did not install', async () => {
    home.write('cursor', '{"mcpServers":{"a":{}}}');

    const refused = await sigil('uninstall', 'a', '--client', 'cursor');
    const absent = await sigil('uninstall', 'b', '--client', 'cursor');

    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('was not installed by sigil')]);
    expect([absent.exitCode, absent.stdout]).toEqual([0, expect.stringContaining('is not installed in')]);
  });

  test('install rejects a plugin that needs a configuration unless --config is given, and keeps its files', async () => {
    const needy = makePlugin(
      `import { Tool } from '@sigil/core';\n/** A. */\nexport class A {\n  constructor(private readonly config: { key: string }) {}\n  /** Do it. */\n  @Tool()\n  run(): string {\n    return this.config.key;\n  }\n}\n`,
    );
    needy.write('config.json', '{"key":"x"}');

    const refused = await sigil('install', needy.path, '--client', 'cursor');
    needy.write('.env', '');
    const [config, variables] = [join(needy.path, 'config.json'), join(needy.path, '.env')];
    const files = ['--config', config, '--env-file', variables];
    const { exitCode } = await sigil('install', needy.path, '--client', 'cursor', ...files);
    needy.remove();

    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--config')]);
    expect(exitCode).toBe(0);
    expect(home.entry('cursor', 'greeter')).toMatchObject({
      args: expect.arrayContaining(['--config', config, '--env-file', variables]),
    });
  });
});

interface Program {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

async function callStarted({ command, args, env }: Program): Promise<unknown> {
  const connection = new Client({ name: 'test', version: '1.0.0' });
  await connection.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
  const { content } = await connection.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  await connection.close();
  return content;
}

/** Reads a program, whatever the client's names for its parts. */
function programIn(entry: unknown): Program {
  const { command, cmd, args, env, envs, environment } = entry as Record<string, unknown>;
  const variables = { ...process.env, ...((env ?? envs ?? environment ?? {}) as object) } as Record<string, string>;
  if (Array.isArray(command))
    return { command: command[0] as string, args: command.slice(1) as string[], env: variables };
  return { command: (command ?? cmd) as string, args: args as string[], env: variables };
}

function addressIn(entry: unknown): string {
  const { url, uri, serverUrl } = entry as Record<string, string | undefined>;
  return (url ?? uri ?? serverUrl)!;
}
