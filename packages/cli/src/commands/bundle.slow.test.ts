import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { run, type Ran } from '../run-sigil.test-support.js';

const source = `import { Prompt, Tool } from '@sigil/core';
import { shout } from 'shouting';

interface Settings {
  /** Where it asks. */
  apiUrl: string;
  /** Who asks. @secret */
  token: string;
  /** How often. @minimum 1 @maximum 9 */
  times?: number;
  isLoud?: boolean;
  /** People that are not greeted. */
  ignored?: string[];
  tone?: 'kind' | 'curt';
}

/** Greets people. */
export class Greeter {
  constructor(private readonly settings: Settings) {}

  /** Greet somebody.
   *
   * At length. */
  @Tool({ readOnly: true })
  greet(/** Whom to greet. */ name: string): string {
    const { apiUrl, token, times = 1, isLoud = false, ignored = [] } = this.settings;
    const text = ignored.includes(name) ? 'Not you.' : \`Hello, \${name}!\`.repeat(times);
    return [apiUrl, token.length, isLoud ? shout(text) : text].join(' ');
  }

  /** Ask for a greeting. */
  @Prompt()
  ask(): string {
    return 'Greet me.';
  }
}
`;

const packageFile = {
  name: '@acme/greeter',
  version: '1.2.3',
  type: 'module',
  description: 'Greets people wherever they are.',
  author: 'Ada <ada@example.com> (https://example.com)',
  license: 'MIT',
  repository: { type: 'git', url: 'git+https://github.com/acme/greeter.git' },
  mcpName: 'io.github.acme/greeter',
};

let plugin: PluginFolder;
let folder: string;

beforeAll(() => {
  plugin = makePlugin(source);
  plugin.write('package.json', JSON.stringify(packageFile));
  plugin.write(
    'node_modules/shouting/package.json',
    '{"name":"shouting","version":"1.0.0","main":"index.js","types":"index.d.ts"}',
  );
  plugin.write('node_modules/shouting/index.js', 'exports.shout = (text) => text.toUpperCase();\n');
  plugin.write('node_modules/shouting/index.d.ts', 'export declare function shout(text: string): string;\n');
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => plugin.remove());

function sigil(...args: string[]): Promise<Ran> {
  return run(['bundle', ...args], { cwd: folder });
}

describe('sigil bundle mcpb', () => {
  test('writes a bundle that the official tool accepts and that runs with the settings of a user', async () => {
    const { exitCode, stdout } = await sigil('mcpb', plugin.path);
    const file = join(folder, 'greeter-1.2.3.mcpb');
    const unpacked = join(folder, 'unpacked');
    await unpackExtension({ mcpbPath: file, outputDir: unpacked, silent: true });

    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('asks for apiUrl, token, times, isLoud, ignored, tone'),
    ]);
    expect(existsSync(join(unpacked, 'node_modules'))).toBe(false);
    const isSilent = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(validateManifest(join(unpacked, 'manifest.json'))).toBe(true);
    isSilent.mockRestore();
    const userConfig = { apiUrl: 'https://a.b', token: 's3cr3t', times: 2, isLoud: true, ignored: ['Bob', 'Eve'] };
    expect(await callUnpacked(unpacked, userConfig, 'Ada')).toBe('https://a.b 6 HELLO, ADA!HELLO, ADA!');
    expect(await callUnpacked(unpacked, userConfig, 'Eve')).toBe('https://a.b 6 NOT YOU.');
    expect(await callUnpacked(unpacked, { apiUrl: 'x', token: 'y' }, 'Ada')).toBe('x 1 Hello, Ada!');
  });

  test('lists the user settings in the manifest and marks secrets as sensitive', async () => {
    const manifest = await manifestOf();

    expect(manifest).toMatchObject({
      manifest_version: '0.3',
      name: 'greeter',
      version: '1.2.3',
      description: 'Greets people wherever they are.',
      author: { name: 'Ada', email: 'ada@example.com', url: 'https://example.com' },
      repository: { type: 'git', url: 'https://github.com/acme/greeter' },
      tools: [{ name: 'greet', description: 'Greet somebody.' }],
      prompts_generated: true,
    });
    expect(manifest.user_config).toEqual({
      apiUrl: { type: 'string', title: 'Api url', description: 'Where it asks.', required: true },
      ignored: {
        type: 'string',
        title: 'Ignored',
        description: 'People that are not greeted.',
        required: false,
        multiple: true,
      },
      isLoud: { type: 'boolean', title: 'Is loud', description: 'Is loud', required: false },
      times: { type: 'number', title: 'Times', description: 'How often.', required: false, min: 1, max: 9 },
      token: { type: 'string', title: 'Token', description: 'Who asks.', required: true, sensitive: true },
      tone: { type: 'string', title: 'Tone', description: 'One of kind, curt.', required: false },
    });
  });

  test('writes a small file with the same bytes in another time zone', async () => {
    await sigil('mcpb', plugin.path, '--out', 'first.mcpb');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    await sigil('mcpb', plugin.path, '--out', 'deep/second.mcpb');
    vi.unstubAllEnvs();

    const [first, second] = [readFileSync(join(folder, 'first.mcpb')), readFileSync(join(folder, 'deep/second.mcpb'))];
    expect(first.equals(second)).toBe(true);
    expect(first.length).toBeLessThan(370_000);
  });

  test('does not ask the user for settings given with --config', async () => {
    writeFileSync(join(folder, 'team.json'), '{"apiUrl":"https://team","token":"abc"}');
    await sigil('mcpb', plugin.path, '--config', 'team.json', '--out', 'team.mcpb');
    const unpacked = join(folder, 'unpacked');
    await unpackExtension({ mcpbPath: join(folder, 'team.mcpb'), outputDir: unpacked, silent: true });

    expect(Object.keys(readManifestIn(unpacked).user_config!)).toEqual(['times', 'isLoud', 'ignored', 'tone']);
    expect(await callUnpacked(unpacked, { times: 3 }, 'Ada')).toBe('https://team 3 Hello, Ada!Hello, Ada!Hello, Ada!');
  });

  test('includes a package that reads its own files, and names the platform of a native one', async () => {
    const other = makePlugin(
      `import { Tool } from '@sigil/core';\nimport { read } from 'filed';\n/** A. */\nexport class A {\n  /** Greet. */\n  @Tool()\n  greet(name: string): string {\n    return name + read();\n  }\n}\n`,
    );
    other.write('package.json', JSON.stringify({ ...packageFile, dependencies: { filed: '1.0.0' } }));
    const filed = {
      name: 'filed',
      version: '1.0.0',
      main: 'index.js',
      types: 'index.d.ts',
      dependencies: { inner: '1.0.0' },
    };
    other.write('node_modules/filed/package.json', JSON.stringify(filed));
    const reading =
      "require('fs').readFileSync(require('path').join(__dirname, 'data.wasm'), 'utf8') + require('inner')";
    other.write('node_modules/filed/index.js', `exports.read = () => ${reading};\n`);
    other.write('node_modules/filed/index.d.ts', 'export declare function read(): string;\n');
    other.write('node_modules/filed/data.wasm', ' and data');
    other.write('node_modules/inner/package.json', '{"name":"inner","version":"1.0.0"}');
    other.write('node_modules/inner/index.js', "module.exports = ' and more';\n");
    const unpacked = join(folder, 'unpacked');

    await sigil('mcpb', other.path, '--out', 'a.mcpb');
    await unpackExtension({ mcpbPath: join(folder, 'a.mcpb'), outputDir: unpacked, silent: true });
    other.write('node_modules/inner/x.node', '');
    const native = await sigil('mcpb', other.path, '--out', 'b.mcpb');
    other.remove();

    expect(await callUnpacked(unpacked, {}, 'Ada')).toBe('Ada and data and more');
    expect(readManifestIn(unpacked).compatibility?.platforms).toEqual(['darwin', 'linux', 'win32']);
    expect(native.stderr).toContain(`for ${process.platform} only`);
  });

  test('includes packages of every kind, and what linked packages load and read', async () => {
    const other = makePlugin(
      `import { Tool } from '@sigil/core';\nimport awaited from 'awaited';\nimport { linked } from '@org/linked';\n/** A. */\nexport class A {\n  /** Greet. */\n  @Tool()\n  greet(name: string): string {\n    return name + awaited + linked();\n  }\n}\n`,
    );
    const declared = { awaited: '1.0.0', '@org/linked': '*' };
    other.write('package.json', JSON.stringify({ ...packageFile, dependencies: declared }));
    const esm = (name: string): string => JSON.stringify({ name, type: 'module', exports: './index.js' });
    other.write('node_modules/awaited/package.json', esm('awaited'));
    other.write(
      'node_modules/awaited/index.js',
      `import { readFile } from 'node:fs/promises';\nexport default await readFile(new URL('./data.txt', import.meta.url), 'utf8');\n`,
    );
    other.write('node_modules/awaited/data.txt', ', awaited');
    other.write('src/types.d.ts', `declare module 'awaited' { const text: string; export default text; }\n`);
    const libs = mkdtempSync(join(tmpdir(), 'sigil-linked-'));
    mkdirSync(join(libs, 'node_modules/inner'), { recursive: true });
    writeFileSync(join(libs, 'package.json'), esm('@org/linked'));
    writeFileSync(
      join(libs, 'index.js'),
      `import { readFileSync } from 'node:fs';\nimport inner from 'inner';\nexport const linked = () => inner + readFileSync(new URL('./own.txt', import.meta.url), 'utf8');\n`,
    );
    writeFileSync(join(libs, 'index.d.ts'), 'export declare function linked(): string;\n');
    writeFileSync(join(libs, 'own.txt'), ', own file');
    writeFileSync(join(libs, 'node_modules/inner/package.json'), esm('inner'));
    writeFileSync(join(libs, 'node_modules/inner/index.js'), `export default ', inner';\n`);
    mkdirSync(join(other.path, 'node_modules/@org'), { recursive: true });
    symlinkSync(libs, join(other.path, 'node_modules/@org/linked'));
    const unpacked = join(folder, 'unpacked');

    const { stderr } = await sigil('mcpb', other.path, '--out', 'a.mcpb');
    other.remove();
    rmSync(libs, { recursive: true });

    expect(stderr).not.toContain('error');
    await unpackExtension({ mcpbPath: join(folder, 'a.mcpb'), outputDir: unpacked, silent: true });
    expect(await callUnpacked(unpacked, {}, 'Ada')).toBe('Ada, awaited, inner, own file');
  });

  test('carries the skills and the views of a plugin', async () => {
    const dice = makePlugin(`import { Tool, View } from '@sigil/core';
@View('ui://greeter/board')
export class Dice {
  /** Rolls. */
  @Tool({ view: 'ui://greeter/board' }) roll(): number { return 6; }
}
`);
    dice.write('views/board.html', '<!doctype html><title>Board</title>');
    dice.write('skills/luck/SKILL.md', '---\nname: luck\ndescription: Has luck.\n---\nRoll.\n');
    try {
      await sigil('mcpb', dice.path);
      const unpacked = join(folder, 'unpacked');
      await unpackExtension({ mcpbPath: join(folder, 'greeter-1.2.3.mcpb'), outputDir: unpacked, silent: true });
      const client = await connectUnpacked(unpacked, {});
      const read = async (uri: string): Promise<unknown> => (await client.readResource({ uri })).contents;

      expect(await read('ui://greeter/board')).toMatchObject([{ text: expect.stringContaining('<title>Board') }]);
      expect(await read('skill://greeter/luck/SKILL.md')).toMatchObject([{ text: expect.stringContaining('Roll.') }]);
      await client.close();
    } finally {
      dice.remove();
    }
  });

  test('rejects a setting that a user cannot be asked for', async () => {
    const other = makePlugin(
      `import { Tool } from '@sigil/core';\n/** A. */\nexport class A {\n  constructor(private readonly settings: { deep: { a: string } }) {}\n  /** Do it. */\n  @Tool()\n  run(): string {\n    return JSON.stringify(this.settings);\n  }\n}\n`,
    );

    const { exitCode, stderr } = await sigil('mcpb', other.path);
    other.remove();

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot ask a person for "deep"')]);
    expect(existsSync(join(folder, 'greeter-1.2.3.mcpb'))).toBe(false);
  });

  async function manifestOf(): Promise<ReturnType<typeof readManifestIn>> {
    await sigil('mcpb', plugin.path, '--out', 'a.mcpb');
    await unpackExtension({ mcpbPath: join(folder, 'a.mcpb'), outputDir: join(folder, 'a'), silent: true });
    return readManifestIn(join(folder, 'a'));
  }
});

describe('sigil bundle server-json', () => {
  test('writes the name, the package and the remote URL of the server, and --check accepts the file', async () => {
    await sigil('mcpb', plugin.path, '--out', 'a.mcpb');
    const places = [
      '--remote',
      'https://mcp.example.com/mcp',
      '--mcpb',
      'a.mcpb',
      '--mcpb-url',
      'https://example.com/mcp/a.mcpb',
    ];

    const missing = await sigil('server-json', plugin.path, ...places, '--check');
    const written = await sigil('server-json', plugin.path, ...places);
    const again = await sigil('server-json', plugin.path, ...places, '--check');

    expect([missing.exitCode, written.exitCode, again.exitCode]).toEqual([1, 0, 0]);
    expect(JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'))).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'io.github.acme/greeter',
      description: 'Greets people wherever they are.',
      version: '1.2.3',
      repository: { url: 'https://github.com/acme/greeter', source: 'github' },
      packages: [
        {
          registryType: 'mcpb',
          identifier: 'https://example.com/mcp/a.mcpb',
          fileSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
          transport: { type: 'stdio' },
        },
      ],
      remotes: [{ type: 'streamable-http', url: 'https://mcp.example.com/mcp' }],
    });
  });

  test.each([
    [{}, ['--mcpb', 'a.mcpb'], 2, '--mcpb and --mcpb-url belong together'],
    [{}, [], 1, 'nobody could get the server'],
    [{ mcpName: undefined }, ['--remote', 'https://a.b/mcp'], 1, 'has no "mcpName"'],
    [{ mcpName: 'greeter' }, ['--remote', 'https://a.b/mcp'], 1, 'expected "mcpName" such as'],
  ])('rejects the package.json changes %j with the options %j', async (changes, args, code, message) => {
    const other = makePlugin();
    other.write('package.json', JSON.stringify({ ...packageFile, ...changes }));

    const { exitCode, stderr } = await sigil('server-json', other.path, ...args);
    other.remove();

    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
    expect(existsSync(join(folder, 'server.json'))).toBe(false);
  });

  test('names the npm package when it has a bin, and shortens a long description', async () => {
    const other = makePlugin();
    const description = `Greets ${'people and '.repeat(12)}more.`;
    other.write('package.json', JSON.stringify({ ...packageFile, description, bin: './bin.mjs' }));

    await sigil('server-json', other.path);
    other.remove();

    const entry = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as {
      description: string;
      packages: unknown;
    };
    expect(entry.packages).toEqual([
      { registryType: 'npm', identifier: '@acme/greeter', version: '1.2.3', transport: { type: 'stdio' } },
    ]);
    expect(entry.description.length).toBeLessThanOrEqual(100);
    expect(entry.description).toMatch(/ and…$| people…$/);
  });
});

function readManifestIn(unpacked: string): McpbManifestAny {
  return JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as McpbManifestAny;
}

/** Starts the bundle as a client does. */
type UserConfig = Record<string, string | number | boolean | string[]>;

async function callUnpacked(unpacked: string, userConfig: UserConfig, name: string): Promise<string> {
  const client = await connectUnpacked(unpacked, userConfig);
  const { content } = await client.callTool({ name: 'greet', arguments: { name } });
  await client.close();
  return (content as { text: string }[])[0]!.text;
}

async function connectUnpacked(unpacked: string, userConfig: UserConfig): Promise<Client> {
  const config = await getMcpConfigForManifest({
    manifest: readManifestIn(unpacked),
    extensionPath: unpacked,
    systemDirs: {},
    userConfig,
    pathSeparator: '/',
  });
  const { command, args = [], env = {} } = config!;
  const client = new Client({ name: 'test', version: '1.0.0' });
  // Run in a folder from which none of our packages can be found.
  await client.connect(new StdioClientTransport({ command, args, env, cwd: unpacked, stderr: 'inherit' }));
  return client;
}
