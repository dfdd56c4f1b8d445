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

describe('building', () => {
  test('writes the manifest and says what is in it', async () => {
    const { path } = plugin();

    const { exitCode, stdout, stderr } = await run(['build'], { cwd: path });

    expect(stdout).toMatch(/^greeter 1\.2\.3: 1 tool -> dist\/manifest\.json \(\d+ ms\)\n$/);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(JSON.parse(readFileSync(join(path, 'dist/manifest.json'), 'utf8')).tools[0].name).toBe('greet');
  });

  test('refuses properties without a description where --strict or the package.json says so', async () => {
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

  test('goes on with the others when a folder cannot be written, and reports all the same', async () => {
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

  test('a second time says that nothing changed', async () => {
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

  test.each(['text', 'json', 'sarif'])(
    'tells a note about a package and builds all the same, as %s',
    async (format) => {
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
    },
  );

  test('names files from where it was started, so that an editor finds them', async () => {
    const { path } = plugin(withTypeError);

    const { stderr } = await run(['build', basename(path)], { cwd: join(path, '..') });

    expect(stderr).toMatch(new RegExp(`^${basename(path)}/src/greeter\\.ts:13:9 - error`));
  });

  test('of several builds those that can be, and ends with 1 when any cannot', async () => {
    const [broken, good] = [plugin(withTypeError), plugin()];

    const { exitCode, stdout, stderr } = await run(['build', broken.path, good.path]);

    expect(stdout).toContain('greeter 1.2.3: 1 tool -> ');
    expect(stderr).toContain('error: 1 of 2 plugins not built\n');
    expect(exitCode).toBe(1);
  });

  test.each([
    ['nowhere', /^error: there is no folder ".*\/nowhere"\n$/],
    ['package.json', /^error: expected a plugin folder, got the file ".*\/package\.json"\n$/],
  ])('%s ends with 1 and a message that names it', async (dir, message) => {
    const { path } = plugin();

    const { exitCode, stderr } = await run(['build', dir], { cwd: path });

    expect(stderr).toMatch(message);
    expect(exitCode).toBe(1);
  });
});

describe('a report for programs', () => {
  test('as JSON is all that goes to standard output, with files as they are named from where it was started', async () => {
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

  test('as SARIF has the results of all plugins and the version of the command', async () => {
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
    'as %s is there when nothing is wrong, and progress goes to standard error',
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

test('watching builds again after each change, and ends with 0 when it is asked to', async () => {
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
