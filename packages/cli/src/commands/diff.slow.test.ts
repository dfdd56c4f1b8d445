import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const shout = `
  /** Greet loudly. */
  @Tool()
  shout(name: string): string {
    return name.toUpperCase();
  }
`;

let plugin: PluginFolder;
let other: PluginFolder | undefined;
/** The parent of temporary folders; outside any node_modules. */
let temporary: string;

beforeEach(() => {
  plugin = makePlugin();
  temporary = mkdtempSync(join(tmpdir(), 'diff-test-'));
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
  plugin.remove();
  other?.remove();
  other = undefined;
});

/** Ignores caches that programs run by the command may keep there, as npm does on newer versions of Node. */
const leftBehind = (): string[] => readdirSync(temporary).filter((name) => name.startsWith('sigil-'));

/** Runs git in the plugin's folder with a fixed identity, independent of this machine's settings. */
function git(...args: string[]): string {
  const identity = { NAME: 'Test', EMAIL: 'test@example.com' };
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    ...Object.fromEntries(
      Object.entries(identity).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  };
  return execFileSync('git', args, { cwd: plugin.path, encoding: 'utf8', env, stdio: 'pipe' });
}

function commitAll(): void {
  plugin.write('.gitignore', 'dist\n');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'begin');
}

function packageJson(version: string): string {
  return JSON.stringify({ name: '@acme/greeter', version, type: 'module' });
}

describe('sigil diff of two folders', () => {
  test('reports no differences when they are equal', async () => {
    other = makePlugin();

    const ran = await run(['diff', plugin.path, other.path]);

    expect(ran).toEqual({
      exitCode: 0,
      stdout: 'greeter 1.2.3 -> 1.2.3\n\nNothing that anybody notices is different.\n',
      stderr: '',
    });
  });

  test('reads a folder that is not built from its source and writes nothing', async () => {
    other = makePlugin(greeter(shout));
    other.write('package.json', packageJson('1.3.0'));

    const { exitCode, stdout } = await run(['diff', plugin.path, other.path]);

    expect(stdout).toBe(
      [
        'greeter 1.2.3 -> 1.3.0',
        '',
        'Minor',
        '  COMPONENT     WHERE  CHANGE',
        '  tool "shout"         it is new',
        '',
        '84 tokens of definitions, 38 more than before.',
        '',
        '1 minor: asks for a minor version, 1.3.0 or later, and 1.3.0 is one',
        '',
      ].join('\n'),
    );
    expect(exitCode).toBe(0);
    expect(readdirSync(other.path)).not.toContain('dist');
  });

  test('reads a built folder from its build, unless the source has changed since', async () => {
    await run(['build', plugin.path]);
    other = makePlugin(greeter().replace(' greet(', ' built('));
    await run(['build', other.path]);
    rmSync(join(other.path, 'src'), { recursive: true });

    const { stdout } = await run(['diff', plugin.path, other.path, '--format', 'json']);

    expect(JSON.parse(stdout).changes.map(({ component }: { component: string }) => component)).toEqual([
      'tool "greet"',
      'tool "built"',
    ]);
    other.write('src/greeter.ts', greeter());
    expect((await run(['diff', plugin.path, other.path])).stdout).toContain('Nothing that anybody notices');
  });

  test('exits with 1 on a breaking change and names the version that is too low', async () => {
    other = makePlugin(greeter().replace('name: string)', 'name: string, title: string)'));

    const { exitCode, stdout, stderr } = await run(['diff', plugin.path, other.path]);

    expect(stdout).toContain('input.title  a new property, which must be there: calls that worked may be refused');
    expect(stdout).toContain('1 breaking: asks for a major version, 2.0.0 or later; 1.2.3 is not enough\n');
    expect(stderr).toBe('error: 1 breaking change\n');
    expect(exitCode).toBe(1);
  });

  test('exits with 1 and shows the errors when one folder has errors', async () => {
    other = makePlugin(greeter().replace('name: string', 'name: any'));

    const { exitCode, stdout, stderr } = await run(['diff', plugin.path, other.path]);

    expect(stderr).toMatch(/greeter\.ts:\d+:\d+ - error SIGIL\d{3}/);
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });
});

describe('sigil diff --fail-on', () => {
  test.each([
    ['never', false, 0],
    ['breaking', false, 1],
    ['breaking', true, 0],
    ['minor', true, 1],
    ['patch', true, 1],
  ])('%s, with a tool added instead of removed: %s, exits with %i', async (level, isAddition, exitCode) => {
    other = makePlugin(greeter(shout));
    const sides = isAddition ? [plugin.path, other.path] : [other.path, plugin.path];

    expect((await run(['diff', ...sides, '--fail-on', level])).exitCode).toBe(exitCode);
  });
});

describe('sigil diff --format', () => {
  test('markdown prints a pull request comment with names in code spans', async () => {
    plugin = replacePlugin(greeter().replace('Greet somebody.', 'Greet | *somebody*.'));
    other = makePlugin(greeter(shout).replace('Greet somebody.', 'Greet @everybody.').replace('readOnly: true', ''));

    const { stdout } = await run(['diff', plugin.path, other.path, '--format', 'markdown', '--fail-on', 'never']);

    expect(stdout.split('\n')).toEqual([
      '## greeter 1.2.3 → 1.2.3',
      '',
      '**3 breaking, 1 minor, 1 patch**: asks for a major version, 2.0.0 or later; 1.2.3 is not enough.',
      '',
      '### Breaking',
      '',
      '| component | where | change |',
      '| --- | --- | --- |',
      ...['read-only', 'not destructive', 'idempotent'].map(
        (promise) =>
          `| \`tool "greet"\` |  | it no longer says that it is ${promise}: hosts may ask before they call it, or hide it |`,
      ),
      '',
      '### Minor',
      '',
      '| component | where | change |',
      '| --- | --- | --- |',
      '| `tool "shout"` |  | it is new |',
      '',
      '### Patch',
      '',
      '| component | where | change |',
      '| --- | --- | --- |',
      '| `tool "greet"` |  | description changed |',
      '',
      '86 tokens of definitions, 36 more than before.',
      '',
      `Compared \`${plugin.path}\` with \`${other.path}\`.`,
      '',
    ]);
  });

  test('json prints the changes and the version that they need', async () => {
    other = makePlugin(greeter(shout));

    const { stdout } = await run(['diff', plugin.path, other.path, '--format', 'json']);

    expect(JSON.parse(stdout)).toEqual({
      old: { name: 'greeter', version: '1.2.3', from: plugin.path },
      new: { name: 'greeter', version: '1.2.3', from: other.path },
      bump: 'minor',
      needs: '1.3.0',
      isSatisfied: false,
      changes: [{ level: 'minor', kind: 'component-added', component: 'tool "shout"', says: 'it is new' }],
      tokens: { before: 46, after: 84, tools: [{ name: 'shout', before: 0, after: 38 }] },
    });
  });

  test('text is coloured on a terminal and plain in a pipe', async () => {
    other = makePlugin(greeter(shout));
    const args = ['diff', plugin.path, other.path];

    const [inWindow, inPipe] = [await run(args, { columns: 100 }), await run(args)];

    expect(inWindow.stdout).toContain('\u001b[33mMinor');
    expect(inPipe.stdout).toContain('Minor');
    expect(inPipe.stdout).not.toContain('\u001b');
  });
});

describe('a manifest file', () => {
  test('can be compared instead of a plugin folder', async () => {
    const file = join(plugin.path, 'old.json');
    writeFileSync(file, (await run(['manifest', plugin.path])).stdout);
    plugin.write('src/greeter.ts', greeter(shout));

    const { exitCode, stdout } = await run(['diff', 'old.json', '.'], { cwd: plugin.path });

    expect(stdout).toContain('tool "shout"         it is new');
    expect(exitCode).toBe(0);
  });

  test.each([
    ['[1', 'error: old.json is no JSON\n'],
    ['{}', 'error: old.json: "manifestVersion" must be 1; build the plugin again\n'],
  ])('is rejected when it holds %j', async (text, message) => {
    plugin.write('old.json', text);

    const { exitCode, stderr } = await run(['diff', 'old.json', '.'], { cwd: plugin.path });

    expect(stderr).toBe(message);
    expect(exitCode).toBe(1);
  });
});

describe('sigil diff --against a git ref', () => {
  test('reads the source at the ref and leaves no files and no changed index behind', async () => {
    commitAll();
    plugin.write('src/greeter.ts', greeter(shout).replace('name: string)', 'name: string, loud = false)'));

    const { exitCode, stdout, stderr } = await run(['diff', '--against', 'main'], { cwd: plugin.path });

    expect(stderr).toBe('');
    expect(stdout).toContain('  tool "shout"              it is new\n');
    expect(stdout).toMatch(
      / {2}tool "greet" {2}input\.loud {2}a new optional property: calls may say more than before\n/,
    );
    expect(exitCode).toBe(0);
    expect(leftBehind()).toEqual([]);
    expect(git('status', '--porcelain')).toBe(' M src/greeter.ts\n');
  });

  test('works for a plugin in a subfolder that imports from another folder of the repository', async () => {
    plugin.write('plugins/a/package.json', packageJson('1.0.0'));
    plugin.write('plugins/a/tsconfig.json', JSON.stringify({ extends: '../../tsconfig.json', include: ['src'] }));
    plugin.write('plugins/shared/greeting.ts', 'export type Greeting = { text: string };\n');
    const source = greeter().replace('name: string)', 'name: Greeting)').replace('${name}', '${name.text}');
    plugin.write('plugins/a/src/a.ts', `import type { Greeting } from '../../shared/greeting.js';\n${source}`);
    commitAll();
    plugin.write('plugins/shared/greeting.ts', 'export type Greeting = { text: string; title: string };\n');

    const { exitCode, stdout, stderr } = await run(['diff', 'plugins/a', '--against', 'HEAD'], { cwd: plugin.path });

    expect(stderr).toBe('error: 1 breaking change\n');
    expect(stdout).toContain('input.name.title');
    expect(exitCode).toBe(1);
  });

  test('prefers a committed manifest over the source at the ref', async () => {
    await run(['build', plugin.path]);
    plugin.write('src/greeter.ts', 'no source at all');
    plugin.write('.gitignore', 'dist/*.js\ndist/*.map\n');
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'begin');
    git('tag', 'v1.2.3');
    plugin.write('src/greeter.ts', greeter(shout));

    const { stdout } = await run(['diff', plugin.path, '--against', 'v1.2.3', '--format', 'json']);

    expect(JSON.parse(stdout).old).toEqual({ name: 'greeter', version: '1.2.3', from: 'v1.2.3' });
    expect(JSON.parse(stdout).changes).toHaveLength(1);
  });

  test('exits with 1, names the ref and leaves nothing behind when the source at the ref has errors', async () => {
    plugin.write('src/greeter.ts', greeter().replace('name: string', 'name: any'));
    commitAll();
    plugin.write('src/greeter.ts', greeter());

    const { exitCode, stderr } = await run(['diff', plugin.path, '--against', 'HEAD']);

    expect(stderr).toMatch(/error SIGIL\d{3}/);
    expect(stderr).toContain('error: the plugin as it was at HEAD cannot be read; its errors are shown above\n');
    expect(leftBehind()).toEqual([]);
    expect(exitCode).toBe(1);
  });

  test('exits with 1 for an unknown ref and suggests npm:<name>', async () => {
    commitAll();

    const { exitCode, stderr } = await run(['diff', plugin.path, '--against', 'v9']);

    expect(stderr).toMatch(/^error: there is no git ref "v9" here; a published package is npm:<name>/);
    expect(exitCode).toBe(1);
  });

  test('exits with 1 when there was no plugin at the ref', async () => {
    commitAll();
    plugin.write('new/package.json', packageJson('1.0.0'));

    const { exitCode, stderr } = await run(['diff', 'new', '--against', 'HEAD'], { cwd: plugin.path });

    expect(stderr).toBe('error: there was no plugin in "new/" at HEAD\n');
    expect(exitCode).toBe(1);
  });
});

describe('sigil diff --against an npm package', () => {
  test('reads the manifest from the tarball that npm packs', async () => {
    await run(['build', plugin.path]);
    other = makePlugin(greeter(shout));

    const { exitCode, stdout, stderr } = await run(['diff', other.path, '--against', `npm:${plugin.path}`]);

    expect(stderr).toBe('');
    expect(stdout).toContain('tool "shout"         it is new');
    expect(exitCode).toBe(0);
    expect(leftBehind()).toEqual([]);
  });

  test('rejects a package that was not built', async () => {
    const { exitCode, stderr } = await run(['diff', plugin.path, '--against', `npm:${plugin.path}`]);

    expect(stderr).toMatch(/^error: npm:.* has no dist\/manifest\.json, so it is no built plugin\n$/);
    expect(exitCode).toBe(1);
  });

  test('rejects a package that npm cannot find', async () => {
    const { exitCode, stderr } = await run(['diff', plugin.path, '--against', 'npm:./nowhere.tgz'], {
      cwd: plugin.path,
    });

    expect(stderr).toMatch(/^error: npm cannot get the package "\.\/nowhere\.tgz"/);
    expect(exitCode).toBe(1);
  });
});

describe('a running server', () => {
  test('equals the folder of its plugin, and differs from a folder with another tool', async () => {
    const captured = new CapturedTerminal();
    const ended = runSigil(['serve', plugin.path, '--port', '0'], captured.terminal);
    const [, url] = await captured.out.has(/serves .* at (\S+)[^]*Client configuration[^]*\n\}\n/);
    other = makePlugin(greeter(shout));

    const same = await run(['diff', url!, plugin.path]);
    const changed = await run(['diff', url!, other.path, '--format', 'json']);
    captured.interrupt();

    await ended;
    expect(same.stdout).toContain('Nothing that anybody notices is different.');
    expect(JSON.parse(changed.stdout).changes.map(({ kind }: { kind: string }) => kind)).toEqual(['component-added']);
    expect(changed.exitCode).toBe(0);
  });
});

describe('a server that hosts a folder of plugins', () => {
  test('is compared without the resource templates that the server adds', async () => {
    const folder = join(plugin.path, 'plugins/greeter');
    plugin.write(
      'plugins/greeter/package.json',
      JSON.stringify({ name: 'greeter', version: '1.2.3', type: 'module', sigil: {} }),
    );
    plugin.write('plugins/greeter/tsconfig.json', JSON.stringify({ extends: '../../tsconfig.json', include: ['src'] }));
    plugin.write('plugins/greeter/src/greeter.ts', greeter());
    expect(await run(['build', folder])).toMatchObject({ exitCode: 0 });
    const { openServer, readConfiguration } = await import('@sigil/server');
    const flags = { plugins: dirname(folder), state: join(temporary, 'state'), port: '0' };
    const server = await openServer(readConfiguration(flags, {}, ''), { write: () => undefined });
    const url = `${server.url}/mcp/greeter`;
    other = makePlugin(
      greeter(
        `\n  /** Content. */\n  @Resource('cid://{cid}')\n  content(cid: string): string {\n    return cid;\n  }\n`,
      ),
    );

    const [older, newer] = [await run(['diff', url, folder]), await run(['diff', folder, url])];
    const twice = await run(['diff', url, url]);
    const own = await run(['diff', url, other.path, '--format', 'json']);
    await server.close();

    expect(JSON.stringify([older.stderr, newer.stderr])).toBe('["",""]');
    for (const { stdout } of [older, newer, twice])
      expect(stdout).toContain('Nothing that anybody notices is different.');
    expect(JSON.parse(own.stdout).changes.map(({ kind }: { kind: string }) => kind)).not.toContain('component-removed');
  });
});

describe('a wrong command line', () => {
  test.each([
    [['diff'], /expected two plugins to compare, or --against with a git ref or npm:<name>/],
    [['diff', '.'], /expected two plugins to compare/],
    [['diff', 'a', 'b', '--against', 'main'], /--against names the old plugin: name only the new one/],
    [['diff', '.', '--against', '--exec=x'], /expected a git ref after --against, got "--exec=x"/],
    [['diff', '.', '--against', 'npm:'], /expected a package after npm:, such as/],
    [['diff', '.', '--against', 'npm:--registry=x'], /expected a package after npm:/],
    [['diff', 'http://127.0.0.1:9', '--against', 'main'], /"main" is a git ref, so the new plugin must be a folder/],
    [['diff', 'a', 'b', '-H', 'A: b'], /--header means nothing without a URL/],
    [['diff', 'a', 'b', '--format', 'html'], /Allowed choices are text, markdown, json/],
    [['diff', 'a', 'b', '--fail-on', 'all'], /Allowed choices are breaking, minor, patch, never/],
    [['diff', 'ws://127.0.0.1', '.'], /expected a plugin folder or an http\(s\) URL, got "ws:/],
  ])('exits with 2 and says what is wrong: %j', async (args, message) => {
    const { exitCode, stdout, stderr } = await run(args);

    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });
});

/** Replaces the plugin that every test starts with. */
function replacePlugin(source: string): PluginFolder {
  plugin.remove();
  return makePlugin(source);
}
