import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run, type Ran } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const members = `
  /**
   * Greet several.
   * @param names Who is there @minItems 1
   * @param zeal How glad @minimum 1 @maximum 9
   */
  @Tool()
  greetAll(names: string[], { zeal = 3, aside }: { zeal?: number; aside?: string | null }): { said: string[]; by?: string } {
    return { said: names.map((name) => name + zeal + aside) };
  }

  /** All of them. */
  @Tool({ name: 'admin.list-names' })
  listNames(): string[] {
    return ['Ada'];
  }

  /** What is said first. */
  @Resource('greeting://opening')
  opening(): string {
    return 'Hello';
  }

  /** How one greets in a country. */
  @Resource('greeting://{country}/custom')
  custom(country: string): string {
    return country;
  }

  /** Ask for a poem. */
  @Prompt()
  poem(about: string, tone: string = 'glad'): string {
    return about + tone;
  }
`;

describe('the types of a plugin', () => {
  let plugin: PluginFolder;
  let locked: PluginFolder;

  beforeAll(() => {
    plugin = makePlugin(greeter(members));
    locked = makePlugin(greeter(`\n  constructor() {\n    throw new Error('locked');\n  }\n`));
  });
  afterAll(() => {
    plugin.remove();
    locked.remove();
  });

  test('are the same from its source, its folder, its manifest and a server', async () => {
    const fromSource = await run(['types', plugin.path]);
    const isBuilt = existsSync(join(plugin.path, 'dist'));
    await run(['build', plugin.path]);
    const fromFolder = await run(['types', plugin.path]);
    const fromManifest = await run(['types', join(plugin.path, 'dist/manifest.json')]);
    const captured = new CapturedTerminal();
    const ended = runSigil(['serve', plugin.path, '--port', '0'], captured.terminal);
    const [, url = ''] = await captured.out.has(/serves .* at (\S+)/);
    const fromServer = await run(['types', url]);
    captured.interrupt();
    await ended;

    expect(fromSource.stdout).toContain('export function greeterClient(client: McpCaller): GreeterClient {');
    expect(fromSource).toMatchObject({ exitCode: 0, stderr: '' });
    expect(isBuilt).toBe(false);
    expect(fromFolder).toEqual(fromSource);
    expect(fromManifest).toEqual(fromSource);
    expect(fromServer).toEqual(fromSource);
  });

  test('are generated without running its code', async () => {
    const { stdout, exitCode } = await run(['types', locked.path]);

    expect(stdout).toContain('greet(input: GreetInput): Promise<ToolAnswer>;');
    expect(exitCode).toBe(0);
  });

  test('keep the declared order', async () => {
    const { stdout } = await run(['types', plugin.path]);
    const input = /export interface GreetAllInput \{[^]*?\n\}/.exec(stdout)?.[0] ?? '';

    expect(input.match(/^ {2}\w+\??:/gm)).toEqual(['  names:', '  zeal?:', '  aside?:']);
  });

  test('are a declaration file with --code-mode', async () => {
    const { exitCode, stdout } = await run(['types', plugin.path, '--code-mode', '--name', 'tools']);

    expect(stdout).toContain('declare const tools: {');
    expect(stdout).toContain('    /** All of them. */\n    list_names(): Promise<string[]>;');
    expect(exitCode).toBe(0);
  });
});

describe('types written to a file', () => {
  let plugin: PluginFolder;
  const types = (...args: string[]): Promise<Ran> =>
    run(['types', '.', '--out', 'src/made/client.ts', ...args], { cwd: plugin.path });
  const written = (): string => readFileSync(join(plugin.path, 'src/made/client.ts'), 'utf8');

  beforeEach(() => {
    plugin = makePlugin();
  });
  afterEach(() => plugin.remove());

  test('are reported on standard error, and reported as up to date when they are unchanged', async () => {
    const first = await types();
    const second = await types();

    expect(first).toEqual({ exitCode: 0, stdout: '', stderr: 'wrote src/made/client.ts: greeter, 1 tool\n' });
    expect(second).toEqual({ exitCode: 0, stdout: '', stderr: 'src/made/client.ts is up to date: greeter, 1 tool\n' });
    expect(`${(await run(['types', plugin.path])).stdout}`).toBe(written());
  });

  test('fail --check when missing or out of date, and pass it with CRLF line endings', async () => {
    const missing = await types('--check');
    await types();
    const current = await types('--check');
    plugin.write('src/made/client.ts', written().replaceAll('\n', '\r\n'));
    const otherSystem = await types('--check');
    plugin.write('src/greeter.ts', greeter().replace('name: string)', 'who: string)').replaceAll('{name}', '{who}'));
    const before = written();
    const outdated = await types('--check');

    expect(missing.stderr).toBe(
      'error: there is no file "src/made/client.ts"; run the command without --check to write it\n',
    );
    expect(outdated.stderr).toMatch(
      /^error: "src\/made\/client.ts" is out of date: line \d+ is "name: string;", not "who: string;"; run the command/,
    );
    expect([missing, current, otherSystem, outdated].map(({ exitCode }) => exitCode)).toEqual([1, 0, 0, 1]);
    expect(written()).toBe(before);
  });

  test('are reported in colour on a terminal and written without colour', async () => {
    const { stderr } = await run(['types', '.', '--out', 'client.ts'], { cwd: plugin.path, columns: 80 });

    expect(stderr).toContain('\u001b[32mwrote\u001b[39m');
    expect(readFileSync(join(plugin.path, 'client.ts'), 'utf8')).not.toContain('\u001b');
  });

  test('cause exit code 1 and an explanation when the file cannot be written', async () => {
    plugin.write('blocked', '');

    const { exitCode, stderr } = await run(['types', '.', '-o', 'blocked/client.ts'], { cwd: plugin.path });

    expect(stderr).toMatch(/^error: cannot write ".*blocked\/client\.ts": E/);
    expect(exitCode).toBe(1);
  });
});

describe('sigil types with unreadable input', () => {
  let plugin: PluginFolder;

  beforeAll(() => {
    plugin = makePlugin();
    plugin.write('other.json', '{"manifestVersion":1}');
    plugin.write('text.json', 'hello');
  });
  afterAll(() => plugin.remove());

  test.each([
    ['nowhere', /^error: there is no plugin folder and no manifest ".*nowhere"\n$/],
    ['other.json', /^error: "other\.json" cannot be read as a manifest: .*"plugin" must have a "name" and a "version"/],
    ['text.json', /^error: "text\.json" cannot be read as a manifest: .*JSON/],
    ['http://127.0.0.1:9/mcp', /^error: cannot connect to http:\/\/127\.0\.0\.1:9\/mcp: /],
  ])('exits with 1 and says why: %s', async (source, message) => {
    const { exitCode, stdout, stderr } = await run(['types', source], { cwd: plugin.path });

    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });

  test('exits with 1 and shows the errors of a source', async () => {
    const broken = makePlugin('export const nothing = 1;\n');
    try {
      const { exitCode, stderr } = await run(['types', broken.path]);

      expect(stderr).toMatch(/error SIGIL\d{3}: no exported class here/);
      expect(exitCode).toBe(1);
    } finally {
      broken.remove();
    }
  });
});
