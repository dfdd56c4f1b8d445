import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

let plugin: PluginFolder;

beforeEach(() => {
  plugin = makePlugin();
});
afterEach(() => plugin.remove());

test('a remote server is served again, with its name, page and tools, until it is asked to end', async () => {
  const upstream = new CapturedTerminal();
  const upstreamEnded = runSigil(['serve', plugin.path, '--port', '0'], upstream.terminal);
  const [, url] = await upstream.out.has(/serves .* at (\S+)[^]*Client configuration[^]*\n\}\n/);
  const captured = new CapturedTerminal();
  const ended = runSigil(['serve', '--proxy', url!, '--port', '0'], captured.terminal);
  const [, proxied] = await captured.out.has(/serves 1 tool, .* at (\S+)[^]*Client configuration[^]*\n\}\n/);

  const called = await run(['call', proxied!, 'greet', '--arg', 'name=Ada']);
  const answer = await fetch(proxied!.replace('/mcp/', '/mcp/meta/'), { headers: { accept: 'text/html' } });
  const page = await answer.text();
  captured.interrupt();
  upstream.interrupt();

  expect(await Promise.all([ended, upstreamEnded])).toEqual([0, 0]);
  expect(called.stdout).toBe('Hello, Ada!\n');
  expect(proxied).toMatch(/\/mcp\/greeter$/);
  expect(page).toContain('a remote server');
});

test.each([
  [['--proxy', 'http://127.0.0.1:9/mcp'], 1, /http:\/\/127\.0\.0\.1:9 does not serve: .*cannot be reached/],
  [['--proxy', 'ws://127.0.0.1:9/mcp'], 1, /ws:\/\/127\.0\.0\.1:9 does not serve: .*cannot be reached/],
  [
    ['--proxy', 'there-is-no-such-program --x'],
    1,
    /there-is-no-such-program does not serve: .*cannot be run \(ENOENT\)/,
  ],
  [['--proxy', 'http://127.0.0.1:9/mcp', '--header', 'nothing'], 2, /--header: expected "Name: value"/],
  [['--proxy', 'ls', '--header', 'A: b'], 2, /--header means nothing for a command/],
  [['--proxy', 'http://127.0.0.1:9/mcp', '--header', 'A: ${SIGIL_NOT_SET}'], 2, /names the variable SIGIL_NOT_SET/],
  [['--header', 'A: b'], 2, /--header means nothing without --proxy/],
])('%j ends with %i and says why', async (args, exitCode, why) => {
  const outcome = await run(['serve', ...args]);

  expect(outcome.exitCode).toBe(exitCode);
  expect(outcome.stderr).toMatch(why);
});
