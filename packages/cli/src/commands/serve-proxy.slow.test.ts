import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { programPath } from '@sigil/test-support/upstream-servers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { Capture, CapturedTerminal } from '../terminal/captured-terminal.test-support.js';
import { openTerminal } from '../terminal/terminal.js';

let plugin: PluginFolder;

beforeEach(() => {
  plugin = makePlugin();
});
afterEach(() => plugin.remove());

test('a remote server is proxied under its name, with its tools and a page, until interrupted', async () => {
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
  ['legacy', '2025-11-25'],
  ['modern', '2026-07-28'],
])('with --protocol %s, a server of both eras is spoken to in %s', async (protocol, revision) => {
  const upstream = new CapturedTerminal();
  const upstreamEnded = runSigil(['serve', plugin.path, '--port', '0'], upstream.terminal);
  const [, url] = await upstream.out.has(/serves .* at (\S+)[^]*Client configuration[^]*\n\}\n/);
  const captured = new CapturedTerminal();
  const ended = runSigil(['serve', '--proxy', url!, '--protocol', protocol, '--port', '0'], captured.terminal);

  const [, spoken] = await captured.out.has(/\(MCP (\S+)\) serves 1 tool/);
  captured.interrupt();
  upstream.interrupt();

  expect(await Promise.all([ended, upstreamEnded])).toEqual([0, 0]);
  expect(spoken).toBe(revision);
});

/** The `--proxy` argument for a program of the official SDK's first version, which speaks MCP over standard input and output. */
const program = `${process.execPath} ${programPath('stdio-upstream')} legacy`;

test('sigil diff compares a proxied server by the tools of its upstream', async () => {
  const upstream = new CapturedTerminal();
  const upstreamEnded = runSigil(['serve', plugin.path, '--port', '0'], upstream.terminal);
  const [, url] = await upstream.out.has(/serves .* at (\S+)[^]*Client configuration[^]*\n\}\n/);
  const captured = new CapturedTerminal();
  const ended = runSigil(['serve', '--proxy', url!, '--port', '0'], captured.terminal);
  const [, proxied] = await captured.out.has(/serves 1 tool, .* at (\S+)/);
  const other = makePlugin(greeter('\n  /** Leave. */\n  @Tool()\n  leave(): void {}\n'));
  onTestFinished(() => other.remove());

  const [same, direct] = [await run(['diff', plugin.path, proxied!]), await run(['diff', url!, proxied!])];
  const changed = await run(['diff', proxied!, other.path, '--format', 'json']);
  captured.interrupt();
  upstream.interrupt();

  expect(await Promise.all([ended, upstreamEnded])).toEqual([0, 0]);
  for (const { stdout } of [same, direct]) expect(stdout).toContain('Nothing that anybody notices is different.');
  expect(JSON.parse(changed.stdout).changes.map(({ kind }: { kind: string }) => kind)).toEqual(['component-added']);
});

/** Returns the number of processes that this one has started; those of other tests in it may be among them. */
const countProcesses = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;

test('a stdio server is proxied over HTTP, and its process ends when the command is interrupted', async () => {
  const before = countProcesses();
  const captured = new CapturedTerminal();
  const ended = runSigil(['serve', '--proxy', program, '--port', '0'], captured.terminal);
  const [, url] = await captured.out.has(/legacy-upstream 1\.2\.3 .*serves 12 tools, .* at (\S+)/);

  const called = await run(['call', url!, 'echo', '--arg', 'text=there']);
  const during = countProcesses();
  captured.interrupt();

  expect(called.stdout).toBe('echo there\n');
  expect(url).toMatch(/\/mcp\/legacy-upstream$/);
  expect(await ended).toBe(0);
  expect(during).toBeGreaterThan(before);
  await expect.poll(countProcesses).toBeLessThanOrEqual(before);
  expect(captured.err.text).toContain('the legacy upstream began');
});

/** Connects the official SDK's client to the input and output of a command that runs in this process. */
async function connectOver(input: PassThrough, output: PassThrough): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      createInterface({ input: output }).on('line', (line) => transport.onmessage?.(JSON.parse(line)));
    },
    async send(message: unknown) {
      input.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      input.end();
      transport.onclose?.();
    },
  };
  // The SDK's own transport type differs under exact optional members.
  await client.connect(transport as never);
  return client;
}

test('a remote server is proxied over stdio, and the command exits when the client disconnects', async () => {
  const upstream = new CapturedTerminal();
  const upstreamEnded = runSigil(['serve', plugin.path, '--port', '0'], upstream.terminal);
  const [, url] = await upstream.out.has(/serves .* at (\S+)[^]*Client configuration[^]*\n\}\n/);
  const [stdin, stdout, err] = [new PassThrough(), new PassThrough(), new Capture(undefined)];
  const streams = { stdin, stdout, stderr: err.stream, env: {}, cwd: plugin.path };
  const terminal = openTerminal({ ...streams, interrupted: new AbortController().signal });
  const ended = runSigil(['serve', '--proxy', url!, '--stdio'], terminal);

  const client = await connectOver(stdin, stdout);
  const { tools } = await client.listTools();
  const called = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  const named = client.getServerVersion();
  await client.close();

  expect(await ended).toBe(0);
  expect(tools.map(({ name }) => name)).toEqual(['greet']);
  expect(called.content).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);
  expect(named).toMatchObject({ name: 'greeter' });
  expect(err.text).toContain('serves 1 tool, 0 resources, 0 prompts on standard input and output');
  upstream.interrupt();
  expect(await upstreamEnded).toBe(0);
});

test('a client receives the instructions of the remote server', async () => {
  const captured = new CapturedTerminal();
  const ended = runSigil(['serve', '--proxy', `${program} "" "Look first."`, '--port', '0'], captured.terminal);
  const [, url] = await captured.out.has(/serves 12 tools, .* at (\S+)/);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url!)));

  const instructions = client.getInstructions();
  await client.close();
  captured.interrupt();

  expect(instructions).toBe('Look first.');
  expect(await ended).toBe(0);
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
  [['--protocol', 'legacy'], 2, /--protocol means nothing without --proxy/],
  [['--proxy', 'http://127.0.0.1:1', '--protocol', 'old'], 2, /Allowed choices are legacy, modern/],
  [
    ['--proxy', 'ftp://x'],
    2,
    /^error: --proxy: expected an http\(s\) or ws\(s\) URL, or a command, got "ftp:\/\/x"\n$/,
  ],
  [['--proxy', 'ftp://ann:secret@x y'], 2, /got "ftp:\/\/\*\*\*@x y"\n$/],
])('%j ends with %i and says why', async (args, exitCode, why) => {
  const outcome = await run(['serve', ...args]);

  expect(outcome.exitCode).toBe(exitCode);
  expect(outcome.stderr).toMatch(why);
});
