/** A proxied server that demands a user's sign-in. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { openProtected, signIn, type ProtectedOptions } from '@sigil/test-support/protected-server';
import { expect, onTestFinished, test } from 'vitest';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { userSignIns } from '../serving/user-sign-ins.js';
import { Capture, CapturedTerminal } from '../terminal/captured-terminal.test-support.js';
import { openTerminal } from '../terminal/terminal.js';

/** Opens a server that demands a sign-in, until the test ends. */
async function openUpstream(options?: ProtectedOptions): ReturnType<typeof openProtected> {
  const upstream = await openProtected(options);
  onTestFinished(() => upstream.close());
  return upstream;
}

/** A folder for the state of commands. Removed with its test. */
async function openState(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-signed-in-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function serve(url: string, state: string, ...more: string[]): { captured: CapturedTerminal; ended: Promise<unknown> } {
  const own = { XDG_STATE_HOME: state, HOME: state, LOCALAPPDATA: state };
  const captured = new CapturedTerminal({ env: { ...own, MAIL_SECRET: 'a-secret' } });
  const ended = runSigil(['serve', '--proxy', url, '--port', '0', '--no-open', ...more], captured.terminal);
  onTestFinished(async () => {
    captured.interrupt();
    await ended;
  });
  return { captured, ended };
}

/** A message of the command. */
interface Message {
  readonly method?: string;
  readonly result: {
    readonly serverInfo?: { readonly name: string };
    readonly tools?: readonly { readonly name: string }[];
    readonly content?: unknown;
  };
}

const linkForm = /Sign in.*(http:\/\/127\.0\.0\.1:\d+\/oauth\/start\?ticket=[\w-]+)/;

test('the user signs in once; the next start uses the kept tokens and the same client', async () => {
  const { url, asked } = await openUpstream();
  const state = await openState();
  const first = serve(url, state);
  const [, link] = await first.captured.err.has(linkForm);
  const pages = await signIn(link!);
  const [, proxied] = await first.captured.out.has(/serves 1 tool, .* at (\S+)/);
  const called = await run(['call', proxied!, 'read']);
  first.captured.interrupt();

  expect(await first.ended).toBe(0);
  expect(called.stdout).toBe('your mail\n');
  expect(first.captured.err.text).not.toContain('upstream');
  expect(pages[0]).toContain(`Sign in to ${new URL(url).host}`);
  expect(pages[0]).toContain('Go on only if you have just asked for it yourself.');
  expect(pages[1]).toContain('You are signed in');

  const second = serve(url, state);
  await second.captured.out.has(/serves 1 tool/);

  expect(second.captured.err.text).not.toMatch(linkForm);
  expect(asked.filter((path) => path === '/register' || path === '/token')).toEqual(['/register', '/token']);
});

test('the tokens are kept where only the user reads them, and not in plain text', async () => {
  const { url } = await openUpstream();
  const state = await openState();
  const { captured } = serve(url, state);
  const [, link] = await captured.err.has(linkForm);
  await signIn(link!);
  await captured.out.has(/serves 1 tool/);

  const files = (await readdir(state, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const modes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).mode & 0o777),
  );

  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));

  expect(files.map(({ name }) => name)).toContain('key');
  expect(texts.join('')).not.toContain('a-token');
  expect(new Set(modes)).toEqual(new Set([0o600]));
});

/** Signs in at a proxied server, and ends the command. */
async function signInAt(url: string, state: string): Promise<void> {
  const { captured, ended } = serve(url, state);
  const [, link] = await captured.err.has(linkForm);
  await signIn(link!);
  await captured.out.has(/serves 1 tool/);
  captured.interrupt();
  await ended;
}

/** Runs `sigil sign-out`. */
function signOut(state: string, ...args: string[]): ReturnType<typeof run> {
  return run(['sign-out', ...args], { env: { XDG_STATE_HOME: state, HOME: state, LOCALAPPDATA: state } });
}

test('sigil sign-out forgets one server, where the user signs in again with another client', async () => {
  const [mail, notes, state] = [await openUpstream(), await openUpstream(), await openState()];
  await signInAt(mail.url, state);
  await signInAt(notes.url, state);

  const [first, again] = [await signOut(state, mail.url), await signOut(state, mail.url)];

  expect(first).toMatchObject({ exitCode: 0, stdout: `signed out at ${mail.url}\n` });
  expect(again.stdout).toContain(`no sign-in at ${mail.url} is kept in ${state}`);
  await signInAt(mail.url, state);
  expect(mail.asked.filter((path) => path === '/register')).toHaveLength(2);
  const kept = serve(notes.url, state);
  await kept.captured.out.has(/serves 1 tool/);
  expect(kept.captured.err.text).not.toMatch(linkForm);
});

test('sigil sign-out --all forgets every server', async () => {
  const [upstream, state] = [await openUpstream(), await openState()];
  const unused = await signOut(state, '--all');
  await signInAt(upstream.url, state);

  const { stdout } = await signOut(state, '--all');

  expect(unused.stdout).toContain('no sign-in is kept in');
  expect(stdout).toBe('signed out everywhere\n');
  const next = serve(upstream.url, state);
  await next.captured.err.has(linkForm);
});

test.each([
  [[], 'expected the URL of a server, or --all'],
  [['https://mail.example/mcp', '--all'], 'expected the URL of a server, or --all'],
  [['mail'], 'expected an http or https URL, got "mail"'],
  [['https:'], 'expected an http or https URL, got "https:"'],
])('sigil sign-out %j is refused', async (args, message) => {
  const { exitCode, stderr } = await signOut(await openState(), ...args);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test.each([['--all'], ['https://mail.example/mcp']])(
  'sigil sign-out %s names a folder that it cannot use',
  async (which) => {
    const state = await openState();
    const folder = userSignIns({ env: { XDG_STATE_HOME: state, HOME: state, LOCALAPPDATA: state } });
    await mkdir(dirname(folder), { recursive: true });
    await writeFile(folder, '');

    const { exitCode, stderr } = await signOut(state, which);

    expect(exitCode).toBe(1);
    expect(stderr).toContain(`could not sign out, ${folder} cannot be used`);
    expect(stderr).not.toMatch(/kept in memory|^ {4}at /m);
  },
);

test('over stdio, the client is served at once, and gets the tools when the user has signed in', async () => {
  const { url } = await openUpstream();
  const [stdin, stdout, err] = [new PassThrough(), new PassThrough(), new Capture(undefined)];
  const state = await openState();
  const env = { XDG_STATE_HOME: state, HOME: state, LOCALAPPDATA: state };
  const terminal = openTerminal({
    stdin,
    stdout,
    stderr: err.stream,
    env,
    cwd: state,
    interrupted: new AbortController().signal,
  });
  const ended = runSigil(['serve', '--proxy', url, '--stdio', '--no-open'], terminal);
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Message> => JSON.parse((await lines.next()).value as string) as Message;
  const ask = async (method: string, params: object = {}): Promise<Message['result']> => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`);
    return (await next()).result;
  };
  const clientInfo = { name: 'test', version: '1' };
  const { serverInfo } = await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const before = await ask('tools/list');

  const [, link] = await err.has(linkForm);
  await signIn(link!);
  const { method } = await next();
  const after = await ask('tools/list');
  const called = await ask('tools/call', { name: 'read' });
  stdin.end();

  expect(await ended).toBe(0);
  expect(serverInfo?.name).toBe(new URL(url).host.replace(':', '-'));
  expect(before.tools?.map(({ name }) => name)).toEqual(['sign_in']);
  expect(method).toBe('notifications/tools/list_changed');
  expect(err.text).toContain('offers its tools once its user has signed in');
  expect(after.tools?.map(({ name }) => name)).toEqual(['read']);
  expect(called.content).toEqual([{ type: 'text', text: 'your mail' }]);
});

test('a command that waits for the sign-in ends when it is interrupted', async () => {
  const { url } = await openUpstream();
  const { captured, ended } = serve(url, await openState());
  await captured.err.has(linkForm);
  captured.interrupt();

  expect(await ended).toBe(0);
});

test.each([
  [401, "the upstream server needs a user's sign-in: it refused the token of the last one"],
  [403, 'the server refused our credentials (HTTP 403)'],
])('a server that refuses a user who has signed in, with %i, ends the command', async (refusal, why) => {
  const { url } = await openUpstream({ refusal });
  const { captured, ended } = serve(url, await openState());
  const [, link] = await captured.err.has(linkForm);
  await signIn(link!);

  expect(await ended).toBe(1);
  expect(captured.err.text).toContain(`you are signed in, but ${new URL(url).host} does not serve: ${why}`);
});

test('credentials of the command line that are refused lead to no sign-in', async () => {
  const { url } = await openUpstream();
  const { captured, ended } = serve(url, await openState(), '--header', 'Authorization: Bearer wrong');

  expect(await ended).toBe(1);
  expect(captured.err.text).toContain('does not serve: the server refused our credentials (HTTP 401)');
});

test.each([401, 403])(
  'a server that refuses with %i, and names no authorization server, ends the command',
  async (status) => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/mcp' ? status : 404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const { captured, ended } = serve(url, await openState());

    expect(await ended).toBe(1);
    expect(captured.err.text).toContain(`does not serve: the server refused the request (HTTP ${status})`);
    expect(captured.err.text).not.toMatch(linkForm);
  },
);

test('a client that was registered beforehand signs the user in, with its secret from a variable and its scopes', async () => {
  const { url, asked, signedIn, clients } = await openUpstream({ isWithoutRegistration: true });
  const client = ['--client-id', 'mine', '--client-secret', '${MAIL_SECRET}', '--scope', 'mail files'];
  const { captured } = serve(url, await openState(), ...client);
  const [, link] = await captured.err.has(linkForm);
  await signIn(link!);
  await captured.out.has(/serves 1 tool/);

  const [query] = signedIn;
  expect(asked).not.toContain('/register');
  expect([query?.get('client_id'), query?.get('scope')]).toEqual(['mine', 'mail files']);
  expect(clients).toEqual([`Basic ${Buffer.from('mine:a-secret').toString('base64')}`]);
  expect(captured.err.text).toContain(`redirect URL ${query?.get('redirect_uri')}`);
});

test('where clients must be registered beforehand, the command ends and names the option and the redirect URL', async () => {
  const { url } = await openUpstream({ isWithoutRegistration: true });
  const { captured, ended } = serve(url, await openState());

  expect(await ended).toBe(1);
  expect(captured.err.text).toMatch(
    /authorization server http:\S+ registers no clients on request: register one there, with the redirect URL http:\/\/127\.0\.0\.1:\d+\/oauth\/callback, and name it with --client-id/,
  );
  expect(captured.err.text).not.toMatch(linkForm);
});

const remote = ['--proxy', 'https://mail.example/mcp'];
test.each([
  [['--client-id', 'mine'], '--client-id means nothing without --proxy'],
  [[...remote, '--client-secret', '${MAIL}'], '--client-secret needs --client-id'],
  [
    [...remote, '--client-id', 'mine', '--client-secret', '${MAIL}'],
    '"--client-secret" names the variable MAIL, which is not set',
  ],
  [['--proxy', 'wss://mail.example/mcp', '--scope', 'mail'], '--scope needs an http(s) URL'],
  [[...remote, '--scope', 'mail', '--header', 'Authorization: Bearer a'], '--scope means nothing with a header'],
])('%j is an error of usage', async (options, why) => {
  const { exitCode, stderr } = await run(['serve', ...options]);

  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)]);
});

test('--no-open without --proxy is an error of usage', async () => {
  const captured = new CapturedTerminal();

  expect(await runSigil(['serve', '--no-open'], captured.terminal)).toBe(2);
  expect(captured.err.text).toContain('--no-open means nothing without --proxy');
});
