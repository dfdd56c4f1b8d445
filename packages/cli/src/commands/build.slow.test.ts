import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const folders: PluginFolder[] = [];
const plugin = (source?: string): PluginFolder => {
  const made = makePlugin(source);
  folders.push(made);
  return made;
};
const withTypeError = greeter(`
  /** Nobody knows what this takes. */
  @Tool()
  guess(what: any): string {
    return String(what);
  }
`);

afterEach(() => folders.splice(0).forEach((folder) => folder.remove()));

describe('sigil build', () => {
  test('writes the manifest and says what is in it', async () => {
    const { path } = plugin();

    const { exitCode, stdout, stderr } = await run(['build'], { cwd: path });

    expect(stdout).toMatch(/^greeter 1\.2\.3: 1 tool -> dist\/manifest\.json \(\d+ ms\)\n$/);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(JSON.parse(readFileSync(join(path, 'dist/manifest.json'), 'utf8')).tools[0].name).toBe('greet');
  });

  test('rejects properties without a description when --strict or package.json demands it', async () => {
    const { path, write } = plugin(greeter('\n  @Tool() wave(hand: string): string { return hand; }\n'));

    const lenient = await run(['build'], { cwd: path });
    const strict = await run(['build', '--strict'], { cwd: path });
    write('package.json', JSON.stringify({ name: 'greeter', type: 'module', sigil: { strict: true } }));
    const byPackage = await run(['build'], { cwd: path });

    expect(lenient.exitCode).toBe(0);
    expect(strict.exitCode).toBe(1);
    expect(strict.stderr).toMatch(/src\/greeter\.ts:11:16 - error SIGIL077: tool "wave": "hand" has no description/);
    expect(byPackage).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('SIGIL077') as string });
  });

  test('builds strictly what returns a type of an installed package, with a note', async () => {
    const { path, write } = plugin(
      `import type { Issue } from 'api';\n${greeter('\n  /** Fetch. */\n  @Tool() fetch(): Issue { throw new Error(); }\n')}`,
    );
    write('node_modules/api/package.json', JSON.stringify({ name: 'api', types: 'index.d.ts' }));
    write('node_modules/api/index.d.ts', 'export interface Issue { id: number; title: string }');

    const { exitCode, stderr } = await run(['build', '--strict'], { cwd: path });

    expect(stderr).toContain('note SIGIL077: 2 properties have no description in Issue of api: "id", "title"\n');
    expect(exitCode).toBe(0);
  });

  test('builds the other folders and still prints the report when one folder cannot be written', async () => {
    const first = plugin();
    const second = plugin();
    first.write('dist', 'a file where the folder of the build belongs');

    const { exitCode, stdout, stderr } = await run(['build', first.path, second.path, '--format', 'json']);

    expect(stderr).toContain(`${basename(first.path)}" was not built: EEXIST`);
    expect(stderr).toContain('error: 1 of 2 plugins not built\n');
    expect(existsSync(join(second.path, 'dist/manifest.json'))).toBe(true);
    expect(JSON.parse(stdout)).toBeDefined();
    expect(exitCode).toBe(1);
  });

  test('reports that nothing changed when it runs again', async () => {
    const { path } = plugin();
    await run(['build'], { cwd: path });

    const { stdout } = await run(['build'], { cwd: path });

    expect(stdout).toMatch(/^greeter 1\.2\.3: 1 tool unchanged/);
  });

  test('shows what is wrong with file, line and fix, writes nothing and ends with 1', async () => {
    const { path } = plugin(withTypeError);

    const { exitCode, stdout, stderr } = await run(['build', '.'], { cwd: path });

    expect(stderr).toMatch(/^src\/greeter\.ts:13:9 - error SIGIL\d{3}: /);
    expect(stderr).toMatch(/13 \| {3}guess\(what: any\): string \{\n +\| +\^/);
    expect(stderr).toContain('  Fix: ');
    expect(stderr).toContain('error: the plugin in "." was not built: it has 1 error, shown above\n');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
    expect(existsSync(join(path, 'dist'))).toBe(false);
  });

  test.each(['text', 'json', 'sarif'])('warns of a name that clients refuse as %s and still builds', async (format) => {
    const dotted = `@Namespace('wx', { separator: '.' }) export class Weather { @Tool() now(): string { return ''; } }`;
    const { path } = plugin(`import { Namespace, Tool } from '@sigil/core';\n/** Weather. */\n${dotted}\n`);

    const { exitCode, stdout, stderr } = await run(['build', '--format', format], { cwd: path });

    const report = format === 'text' ? stderr : stdout;
    expect(exitCode).toBe(0);
    expect(report).toContain('claude/tool-name-pattern');
    expect(report).toContain('refused by claude, openai, cursor');
    if (format === 'text')
      expect(report).toMatch(/src\/greeter\.ts:3:69 - warning [^]*now\(\)[^]*Fix: Name the tool with/);
    if (format === 'sarif') expect(JSON.parse(report).runs[0].tool.driver.rules).toMatchObject([{ help: {} }]);
    expect(JSON.parse(readFileSync(join(path, 'dist/manifest.json'), 'utf8')).tools[0].name).toBe('wx.now');
  });

  test.each(['text', 'json', 'sarif'])('reports a note about a package as %s and still builds', async (format) => {
    const { path } = plugin(
      `import type { Loose } from 'boxes';\n${greeter('/** Opens. @param box it */ @Tool() open(box: Loose): string { return String(box); }')}`,
    );
    const boxes = join(path, 'node_modules/boxes');
    mkdirSync(boxes, { recursive: true });
    writeFileSync(
      join(boxes, 'package.json'),
      JSON.stringify({ name: 'boxes', version: '1.0.0', types: 'index.d.ts' }),
    );
    writeFileSync(join(boxes, 'index.d.ts'), 'export interface Loose { inside: any }\n');

    const { exitCode, stdout, stderr } = await run(['build', '--format', format], { cwd: path });

    const told = format === 'text' ? stderr : stdout;
    expect(told).toMatch(/note SIGIL040|"severity": "note"|"level": "note"/);
    expect(exitCode).toBe(0);
    expect(existsSync(join(path, 'dist/manifest.json'))).toBe(true);
  });

  test('names files relative to the working directory', async () => {
    const { path } = plugin(withTypeError);

    const { stderr } = await run(['build', basename(path)], { cwd: join(path, '..') });

    expect(stderr).toMatch(new RegExp(`^${basename(path)}/src/greeter\\.ts:13:9 - error`));
  });

  test('builds every folder that it can and exits with 1 when one fails', async () => {
    const [broken, good] = [plugin(withTypeError), plugin()];

    const { exitCode, stdout, stderr } = await run(['build', broken.path, good.path]);

    expect(stdout).toContain('greeter 1.2.3: 1 tool -> ');
    expect(stderr).toContain('error: 1 of 2 plugins not built\n');
    expect(exitCode).toBe(1);
  });

  test.each([
    ['nowhere', /^error: there is no folder ".*\/nowhere"\n$/],
    ['package.json', /^error: expected a plugin folder, got the file ".*\/package\.json"\n$/],
  ])('exits with 1 for %s and names it in the message', async (dir, message) => {
    const { path } = plugin();

    const { exitCode, stderr } = await run(['build', dir], { cwd: path });

    expect(stderr).toMatch(message);
    expect(exitCode).toBe(1);
  });
});

describe('sigil build --format', () => {
  test('prints only the JSON report on standard output, with files relative to the working directory', async () => {
    const { path } = plugin(withTypeError);

    const { exitCode, stdout, stderr } = await run(['build', basename(path), '--format', 'json'], {
      cwd: join(path, '..'),
    });

    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [
        { code: 'SIGIL040', severity: 'error', file: `${basename(path)}/src/greeter.ts`, line: 13, column: 9 },
      ],
    });
    expect(stderr).toMatch(/^error: the plugin in ".*" was not built: it has 1 error, in the report\n$/);
    expect(exitCode).toBe(1);
    expect(existsSync(join(path, 'dist'))).toBe(false);
  });

  test('reports the results of all plugins and the version of the command as SARIF', async () => {
    const folders = [plugin(withTypeError), plugin(withTypeError), plugin()].map(({ path }) => path);

    const { exitCode, stdout, stderr } = await run(['build', ...folders, '--format', 'sarif']);

    const { version, runs } = JSON.parse(stdout) as { version: string; runs: Record<string, unknown>[] };
    expect(version).toBe('2.1.0');
    expect(runs[0]?.['results']).toHaveLength(2);
    expect(runs[0]?.['tool']).toMatchObject({ driver: { semanticVersion: expect.stringMatching(/^\d/) as string } });
    expect(stderr).toContain('greeter 1.2.3: 1 tool -> ');
    expect(exitCode).toBe(1);
  });

  test.each(['json', 'sarif'])(
    'prints an empty %s report when nothing is wrong, and progress on standard error',
    async (format) => {
      const { path } = plugin();

      const { exitCode, stdout, stderr } = await run(['build', '--format', format], { cwd: path });

      expect(JSON.stringify(JSON.parse(stdout))).toMatch(/"(diagnostics|results)":\[\]/);
      expect(stderr).toMatch(/^greeter 1\.2\.3: 1 tool -> dist\/manifest\.json/);
      expect(exitCode).toBe(0);
    },
  );

  test.each([
    [['--format', 'xml'], 'Allowed choices are text, json, sarif'],
    [['--format', 'json', '--watch'], '--format json means nothing with --watch: leave one out'],
  ])('%j is refused as a wrong command line', async (options, message) => {
    const { exitCode, stderr } = await run(['build', ...options], { cwd: plugin().path });

    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});

test('sigil build --watch rebuilds after each change and exits with 0 when interrupted', async () => {
  const { path, write } = plugin();
  const captured = new CapturedTerminal({ cwd: path });
  const ended = runSigil(['build', '--watch'], captured.terminal);
  await captured.out.has(/1 tool -> .*\n.*Watching for changes/);

  write('src/greeter.ts', withTypeError);
  await captured.err.has(/SIGIL\d{3}/);
  write('src/greeter.ts', greeter('\n  /** Say nothing. */\n  @Tool() hush(): void {}\n'));
  await captured.out.has(/2 tools -> /);
  captured.interrupt();

  expect(await ended).toBe(0);
});
