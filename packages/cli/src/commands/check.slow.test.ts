import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Manifest } from '@sigil/core/building';
import { afterEach, describe, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const folders: PluginFolder[] = [];
const plugin = (members?: string): PluginFolder => {
  const made = makePlugin(greeter(members));
  folders.push(made);
  return made;
};

/** A plugin with a pair, which Gemini refuses; OpenAI and VS Code require `items`. */
const withPair = `
  /**
   * Say where it is.
   * @param at latitude and longitude
   */
  @Tool()
  locate(at: [number, number]): string {
    return at.join();
  }
`;
/** A plugin whose tool `fetch` returns a type of an installed package. */
const withApi = (parameters = ''): PluginFolder => {
  const made = plugin(`
  /** Fetch an issue.${parameters && ' @param own What you have'} */
  @Tool()
  fetch(${parameters}): Api.Issue {
    throw new Error();
  }
`);
  made.write(
    'src/greeter.ts',
    `import type { Api } from 'big-api';\n${readFileSync(join(made.path, 'src/greeter.ts'), 'utf8')}`,
  );
  made.write('node_modules/big-api/package.json', JSON.stringify({ name: 'big-api', types: 'index.d.ts' }));
  made.write(
    'node_modules/big-api/index.d.ts',
    `export declare namespace Api { interface Issue { id: number; title: string; labels: Label[]; url: { a: 1 } } }
interface Label { name: string; /** Of six digits. */ color: string }`,
  );
  return made;
};
const manifestOf = (name: string): Manifest => ({
  ...{ manifestVersion: 1, plugin: { name: 'built', version: '1.0.0' }, code: { file: 'plugin.cjs', cid: 'b' } },
  ...{ classes: [], resources: [], resourceTemplates: [], prompts: [], completions: [] },
  tools: [
    {
      ...{ name, description: 'Run.', origin: { class: 'Built', method: 'run' } },
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    },
  ],
});

afterEach(() => folders.splice(0).forEach((folder) => folder.remove()));

describe('sigil check', () => {
  test('reports a plugin without findings and exits with 0', async () => {
    const { path } = plugin();

    const { exitCode, stdout, stderr } = await run(['check'], { cwd: path });

    expect(stdout).toBe('greeter: 1 tool checked, nothing found for claude, openai, gemini, vscode, cursor\n');
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  test('checks for the clients of the package.json, unless --target names others', async () => {
    const { path, write } = plugin(withPair);
    write('package.json', JSON.stringify({ name: 'greeter', type: 'module', sigil: { targets: ['claude'] } }));

    const own = await run(['check'], { cwd: path });
    const other = await run(['check', '--target', 'openai'], { cwd: path });

    expect(own.stdout).toBe('greeter: 2 tools checked, nothing found for claude\n');
    expect(other.stdout).toContain('openai/array-items');
  });

  test('shows an error of a client at the parameter and exits with 1', async () => {
    const { path } = plugin(withPair);

    const { exitCode, stdout, stderr } = await run(['check', basename(path), '--target', 'openai'], {
      cwd: join(path, '..'),
    });

    expect(stdout).toMatch(
      new RegExp(
        `^${basename(path)}/src/greeter\\.ts:16:10 - error openai/array-items: tool "locate": at is an array`,
        'm',
      ),
    );
    expect(stdout).toMatch(/16 \| {3}locate\(at: \[number, number\]\): string \{\n +\| +\^\^/);
    expect(stdout).toMatch(
      /Found 1 error, 1 warning\.\nsigil build --target openai rewrites what it can of 1 of them\.\n$/,
    );
    expect(stderr).toBe(`error: "${basename(path)}" is not fit for openai: 1 error, 1 warning\n`);
    expect(exitCode).toBe(1);
  });

  test('warns about properties without a description, and fails for them with --strict', async () => {
    const { path } = plugin('\n  /** Wave. */\n  @Tool() wave(hand: string): string { return hand; }\n');

    const [lenient, strict] = [await run(['check', path]), await run(['check', path, '--strict'])];

    expect(lenient.stdout).toMatch(/greeter\.ts:12:16 - warning SIGIL077: tool "wave": "hand" has no description\n/);
    expect(lenient.exitCode).toBe(0);
    expect(strict).toMatchObject({ exitCode: 1, stderr: `error: "${path}" is not fit: 1 warning\n` });
  });

  test('gathers undescribed properties of installed types in a note for each type, which --strict does not count', async () => {
    const { path } = withApi();

    const [strict, all] = [await run(['check', path, '--strict']), await run(['check', path, '--strict', '--all'])];

    expect(strict.stdout).toMatch(
      /greeter\.ts:14:3 - note SIGIL077: 4 properties have no description in Api\.Issue of big-api: "id", "title", "labels" and 1 more\n/,
    );
    expect(strict.stdout).toMatch(
      / - note SIGIL077: 1 property has no description in Label of big-api: "labels\[\]\.name"\n/,
    );
    expect(strict.stdout).toMatch(/\nFound 2 notes; sigil check --all lists each\.\n$/);
    expect(strict).toMatchObject({ exitCode: 0, stderr: '' });
    expect(all.stdout).toContain('warning SIGIL077: tool "fetch": "labels[].name" of the result has no description\n');
    expect(all.stdout).toMatch(/\nFound 5 warnings\.\n$/);
    expect(all).toMatchObject({ exitCode: 1, stderr: `error: "${path}" is not fit: 5 warnings\n` });
  });

  test('still warns about members of own types beside installed ones', async () => {
    const { path } = withApi('own: { mine: Api.Issue }');

    const { stdout, exitCode } = await run(['check', path, '--strict', '--target', 'claude']);

    expect(stdout).toMatch(/ - warning SIGIL077: tool "fetch": "own\.mine" has no description\n/);
    expect(stdout).toMatch(/ - note SIGIL077: 8 properties have no description in Api\.Issue of big-api: /);
    expect(exitCode).toBe(1);
  });

  test('shows the first finding of a rule at one place with the number of others, and counts all', async () => {
    const { path } = plugin(`
  /**
   * Say where it is.
   * @param at places
   */
  @Tool()
  locate(at: { /** a */ a: [1, 2]; /** b */ b: [3, 4]; /** c */ c: [5, 6] }): string {
    return String(at);
  }
`);

    const short = await run(['check', path, '--target', 'openai']);
    const long = await run(['check', path, '--target', 'openai', '--all']);

    expect(short.stdout.match(/error openai\/array-items/g)).toHaveLength(1);
    expect(short.stdout).toContain('(and 2 more here)\n');
    expect(short.stdout).toMatch(/Found 3 errors, .*; sigil check --all lists each\.\n/);
    expect(long.stdout.match(/error openai\/array-items/g)).toHaveLength(3);
    expect(long.stdout).toMatch(/Found 3 errors, [^;]*\.\n/);
  });

  test('names only the clients with errors in its verdict', async () => {
    const { path } = plugin(withPair);

    const { stderr } = await run(['check', path, '--target', 'cursor,openai,claude']);

    expect(stderr).toMatch(/ is not fit for openai: 1 error, /);
  });

  test('exits with 0 when there are only warnings, and with 1 when --strict is given', async () => {
    const { path } = plugin('\n  @Tool() a__b(): void {}\n');
    const args = ['check', path, '--target', 'cursor'];

    const [lenient, strict] = [await run(args), await run([...args, '--strict'])];

    expect(lenient.stdout).toContain('warning cursor/tool-name-underscores: ');
    expect(lenient).toMatchObject({ exitCode: 0, stderr: '' });
    expect(strict).toMatchObject({ exitCode: 1, stdout: lenient.stdout });
  });

  test('counts the server name towards the length of a tool name', async () => {
    const { path } = plugin();

    const { stdout } = await run(['check', path, '--target', 'cursor', '--server', 's'.repeat(55)]);

    expect(stdout).toMatch(/src\/greeter\.ts:7:3 - error cursor\/tool-name-length: tool "greet": /);
  });

  test('shows the errors of a plugin that does not build, and checks nothing', async () => {
    const { path } = plugin('\n  @Tool() a__b(what: any): void {}\n');

    const { exitCode, stdout, stderr } = await run(['check'], { cwd: path });

    expect(stderr).toMatch(/^src\/greeter\.ts:\d+:\d+ - error SIGIL\d{3}: /);
    expect(stderr).toContain('error: the plugin in "." was not checked: it has 1 error\n');
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });
});

describe('sigil check --format', () => {
  test('reports every finding as JSON with its position', async () => {
    const { path } = plugin(withPair);

    const { stdout } = await run(['check', '--format', 'json', '--target', 'vscode'], { cwd: path });

    const [file, line] = ['src/greeter.ts', 16];
    expect(JSON.parse(stdout).diagnostics).toMatchObject([
      { code: 'vscode/dropped-keyword', severity: 'note', file, line, column: 3 },
      { code: 'openai/array-items', severity: 'error', file, line, column: 10 },
      { code: 'vscode/tuple', severity: 'warning', file, line, column: 10 },
    ]);
  });

  test('reports findings as SARIF with a description of each rule', async () => {
    const { path } = plugin(withPair);

    const { stdout } = await run(['check', '--format', 'sarif', '--target', 'openai'], { cwd: path });

    const { runs } = JSON.parse(stdout) as { runs: { tool: { driver: { rules: unknown[] } }; results: unknown[] }[] };
    expect(runs[0]?.tool.driver.rules).toMatchObject([
      { id: 'openai/array-items', shortDescription: { text: expect.stringContaining('`items`') } },
      { id: 'openai/strict-keyword', shortDescription: { text: expect.stringContaining('Strict mode') } },
    ]);
    expect(runs[0]?.results).toMatchObject([
      { ruleId: 'openai/strict-keyword', level: 'warning' },
      { ruleId: 'openai/array-items', level: 'error' },
    ]);
  });

  test('reports build errors as JSON', async () => {
    const { path } = plugin('\n  @Tool() guess(what: any): void {}\n');

    const { exitCode, stdout } = await run(['check', '--format', 'json'], { cwd: path });

    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [{ code: 'SIGIL040', file: 'src/greeter.ts' }] });
    expect(exitCode).toBe(1);
  });
});

test('a manifest file is checked without a rebuild, and findings name the tool', async () => {
  const { path, write } = plugin();
  write('dist/manifest.json', JSON.stringify(manifestOf('a.b')));

  const { exitCode, stdout } = await run(['check', 'dist/manifest.json', '-t', 'claude'], { cwd: path });

  expect(stdout).toMatch(/^dist\/manifest\.json:1:1 - error claude\/tool-name-pattern: tool "a\.b": /);
  expect(exitCode).toBe(1);
});

test('the tools of a running server are checked', async () => {
  const captured = new CapturedTerminal();
  const ended = runSigil(['serve', plugin(withPair).path, '--port', '0'], captured.terminal);
  const [, url = ''] = await captured.out.has(/serves .* at (\S+)/);

  const { exitCode, stdout } = await run(['check', url, '-t', 'gemini']);
  captured.interrupt();

  expect(await ended).toBe(0);
  expect(stdout).toContain(`${url}:1:1 - error gemini/tuple: tool "locate": at has "prefixItems"`);
  expect(exitCode).toBe(1);
});

test.each([
  [['--target', 'claud'], 'error: there is no client target "claud". Did you mean "claude"?\n', 2],
  [
    ['--target', 'zzzzzz'],
    'error: there is no client target "zzzzzz"; there are claude, openai, gemini, vscode, cursor\n',
    2,
  ],
  [['--target', ' , '], 'error: expected --target with one or more of claude, openai, gemini, vscode, cursor\n', 2],
  [['nowhere'], /^error: there is no plugin folder and no manifest ".*\/nowhere"\n$/, 1],
  [['package.json'], /^error: "package\.json" cannot be read as a manifest: .*manifestVersion/, 1],
])('%j fails with an explanation', async (args, message, code) => {
  const { path } = plugin();

  const { exitCode, stderr } = await run(['check', ...args], { cwd: path });

  expect(stderr).toMatch(message);
  expect(exitCode).toBe(code);
});
