import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import { buildProgram } from './program.js';
import { run } from './run-sigil.test-support.js';
import { CapturedTerminal } from './terminal/captured-terminal.test-support.js';

/** Every command except `help`. */
const commands = buildProgram(new CapturedTerminal().terminal)
  .commands.map((command) => command.name())
  .filter((name) => name !== 'help');

describe('the help', () => {
  test('lists every command and an example to begin with', async () => {
    const { exitCode, stdout, stderr } = await run(['--help']);

    for (const command of commands) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect(stdout).toContain('Examples:\n  sigil new weather ');
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  test.each(commands)('of "%s" has its options and examples', async (command) => {
    const { exitCode, stdout } = await run([command, '--help']);

    expect(stdout).toContain(`Usage: sigil ${command} `);
    expect(stdout).toContain(`Examples:\n  sigil ${command}`);
    expect(stdout).toContain('--verbose');
    expect(exitCode).toBe(0);
  });

  test('is printed on standard error with exit code 2 when no command is given', async () => {
    const { exitCode, stdout, stderr } = await run([]);

    expect(stderr).toContain('Usage: sigil [options] [command]');
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  test.each([
    [
      ['help', 'serve'],
      ['serve', '--help'],
    ],
    [
      ['help', 'keys', 'create'],
      ['keys', 'create', '--help'],
    ],
    [
      ['keys', 'help', 'create'],
      ['keys', 'create', '--help'],
    ],
    [
      ['keys', 'help'],
      ['keys', '--help'],
    ],
    [['help'], ['--help']],
  ])('is printed by %j', async (args, same) => {
    expect(await run(args)).toEqual(await run(same));
  });

  test('is coloured on a terminal and plain in a pipe', async () => {
    const [inWindow, inPipe] = [await run(['--help'], { columns: 80 }), await run(['--help'])];

    expect(inWindow.stdout).toContain('\u001b[1mUsage:');
    expect(inPipe.stdout).not.toContain('\u001b');
  });
});

test('--version prints the version of the package, and the revisions that it speaks, the newest first', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

  const dates = revisions.map(({ date }) => date).sort((a, b) => (a < b ? 1 : -1));
  expect(dates).toHaveLength(5);
  expect(await run(['--version'])).toEqual({
    exitCode: 0,
    stdout: `${version}\nMCP ${dates.join(', ')}\n`,
    stderr: '',
  });
});

describe('a wrong command line', () => {
  test.each([
    [['buidl'], /error: unknown command 'buidl'\n\(Did you mean build\?\)/],
    [['help', 'serv'], /^error: unknown command 'serv'\n\(Did you mean serve\?\)/],
    [['help', 'keys', 'crate'], /^error: unknown command 'crate'\n\(Did you mean create\?\)/],
    [['keys', 'help', 'burn'], /^error: unknown command 'burn'\n\(there are create, list and revoke\)/],
    [['build', '--wach'], /error: unknown option '--wach'\n\(Did you mean --watch\?\)/],
    [['call', '.'], /error: missing required argument 'tool'/],
    [['new'], /^error: expected a name for the plugin, such as "weather"\n$/],
    [['new', 'My_Plugin'], /^error: "My_Plugin" cannot name a plugin: expected lower-case letters/],
    [['new', 'weather', '--template', 'huge'], /Allowed choices are tool, full/],
    [['list'], /error: missing required argument 'target'/],
    [
      ['serve', '--port', 'high'],
      /'-p, --port <number>' argument 'high' is invalid. Expected a whole number from 0 to 65535/,
    ],
    [['serve', '--port', '70000'], /Expected a whole number from 0 to 65535/],
    [['serve', '--http', '--stdio'], /'--http' cannot be used with option '--stdio'/],
    [['serve', '--stdio', '--allow-host', 'x'], /--allow-host means nothing with --stdio/],
    [
      ['serve', '--allow-host', 'https://dice.example.com'],
      /'--allow-host <name>' argument 'https:.*' is invalid. Expected a host name/,
    ],
    [['dev', '--sandbox-url', 'https://views.example.net/path'], /Expected an origin such as/],
    [['dev', '--allow-host', 'a', '--allow-host', 'b/c'], /argument 'b\/c' is invalid/],
    [['publish', '--to', 'http://x'], /^error: expected a folder, oci:.*, got "http:\/\/x"\n$/],
    [['types', '.', '--check'], /^error: --check needs --out <file>: the file to check\n$/],
    [['list', 'ws://127.0.0.1'], /error: expected a plugin folder or an http\(s\) URL, got "ws:\/\/127.0.0.1"/],
    [['list', '.', '-H', 'A: b'], /--header means nothing for a plugin folder/],
    [['list', 'http://127.0.0.1:9', '-H', 'secret'], /^error: expected --header "Name: value"\n$/],
    [['call', '.', 'greet', 'name=x'], /error: expected the arguments as a JSON object/],
  ])('exits with 2 and says what is wrong: %j', async (args, message) => {
    const { exitCode, stdout, stderr } = await run(args);

    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });
});

test('an option is spelled alike in every command', () => {
  const spellings = new Map<string, Set<string>>();
  const collect = (command: Command): void => {
    for (const { long = '', flags } of command.options) {
      const spelling = flags.replace(/ [<[].*$/, '');
      spellings.set(long, (spellings.get(long) ?? new Set()).add(spelling));
    }
    command.commands.forEach(collect);
  };
  collect(buildProgram(new CapturedTerminal().terminal));

  expect(spellings.size).toBeGreaterThan(30);
  expect([...spellings.values()].filter(({ size }) => size > 1).map((it) => [...it])).toEqual([]);
});
