/**
 * Serves one remote MCP server without any configuration, until it is asked to end or its client leaves.
 *
 * Spec: docs/operate/gateway.md
 */
import type { JsonObject } from '@sigil/core';
import type { Implementation } from '@sigil/core/building';
import type { RemoteOptions, RemoteServer } from '@sigil/gateway';
import type { StdioClient } from '@sigil/server/plugin-server';
import { CommandError, UsageError } from '../failures/command-error.js';
import { clockTime } from '../terminal/clock-time.js';
import { countNoun } from '../terminal/count-noun.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import { waitForInterrupt } from '../terminal/wait-for-interrupt.js';
import type { Carrier } from './carrier.js';
import { openOperatorModules } from './open-operator-modules.js';
import { logOn, observingOn, settingsOf } from './open-service.js';
import { proxyName } from './proxy-name.js';
import { readProxyClient, type ProxyClient } from './read-proxy-client.js';
import type { ReachedServer, SignInRequest } from './sign-in-to-remote.js';

/** The remote server, and the options. */
export interface ProxyRequest {
  /** A URL, or a command with its arguments. */
  readonly target: string;
  /** Headers as `Name: value`. */
  readonly headers: readonly string[];
  /** The era to speak with the server. */
  readonly protocol: 'auto' | 'legacy' | 'modern';
  readonly carrier: Carrier;
  /** Whether the page where the user signs in is opened in the browser. */
  readonly opensBrowser: boolean;
  /** The client that signs the user in. */
  readonly client: ProxyClient;
}

/** Longest wait for running calls when the command is asked to end. */
const drainMs = 5_000;
const version = '0.1.0';

/**
 * Does nothing if the command was already asked to end.
 *
 * @throws UsageError for an invalid target, header or client
 * @throws CommandError when the remote server does not answer
 * @throws ListenError when the port or the host cannot be used
 */
export async function serveProxy(request: ProxyRequest, terminal: Terminal): Promise<void> {
  const { target, carrier } = request;
  // On standard output a client expects only messages.
  const say = carrier.kind === 'stdio' ? terminal.err : terminal.out;
  const { interrupted } = terminal;
  const onlyClient = carrier.kind === 'stdio' ? await onlyClientOn(terminal) : undefined;
  const { remote, awaitsSignIn, close } = await reach(request, terminal, await onlyClient?.capabilities());
  let modules: Awaited<ReturnType<typeof openOperatorModules>>;
  try {
    if (interrupted.aborted) return;
    // One of the lists may have failed, while the others are served.
    if (!remote.status.listedAt && !awaitsSignIn) throw new CommandError(describeAway(target, remote));
    const { openPluginServer } = await import('@sigil/server/plugin-server');
    const name = nameOf(remote, awaitsSignIn ? proxyName(target) : 'proxy');
    const { source } = remote;
    const shownInfo = await shownInfoOf(remote, terminal);
    const version = shownInfo?.version ?? '0';
    const offered = { name, version, shownInfo: () => shownInfo, source, remote };
    const streams = { input: (await onlyClient?.serve()) ?? terminal.stdin, output: terminal.stdout };
    const parts = { log: logOn(terminal), observing: observingOn(terminal), streams, closeGraceMs: drainMs };
    modules = await openOperatorModules(carrier, terminal);
    const server = await openPluginServer(offered, settingsOf(carrier), { ...parts, extended: modules?.engine });
    if (!interrupted.aborted) say.line(formatWelcome({ name, remote, url: server.url }, say));
    await Promise.race([server.ended, waitForInterrupt(interrupted)]);
    await server.close();
  } finally {
    modules?.close();
    await close();
  }
}

async function onlyClientOn({ stdin, interrupted }: Terminal): Promise<StdioClient> {
  const { StdioClient } = await import('@sigil/server/plugin-server');
  return new StdioClient(stdin, interrupted);
}

/** Opens the remote server, and signs the user in where it demands that. */
async function reach(
  request: ProxyRequest,
  terminal: Terminal,
  clientCapabilities: JsonObject | undefined,
): Promise<ReachedServer> {
  const { target, headers, protocol, carrier, opensBrowser, client } = request;
  const proxied = { isHttp: isHttp(target), hasAuthorization: headers.some(isAuthorization) };
  const auth = readProxyClient(client, proxied, terminal.env);
  const configuration = { ...(await readTarget(target, headers)), protocol };
  const options = { name: proxyName(target), isOfOneClient: carrier.kind === 'stdio', clientCapabilities };
  const remote = await open(configuration, options, terminal);
  await Promise.race([remote.ready, waitForInterrupt(terminal.interrupted)]);
  // Credentials of the command line that are refused lead to no sign-in.
  if (remote.status.state !== 'unauthorized' || !proxied.isHttp || proxied.hasAuthorization)
    return { remote, awaitsSignIn: false, close: () => remote.close() };
  await remote.close();
  const { signInToRemote } = await import('./sign-in-to-remote.js');
  const withSignIn = { ...configuration, auth };
  const signIn: SignInRequest = {
    url: target,
    name: options.name,
    whenRefused: describeAway(target, remote),
    opensBrowser,
    isClientGiven: auth['clientId'] !== undefined,
    waits: carrier.kind === 'http',
    open: (signIns, onStatus) => open(withSignIn, { ...options, signIns, onStatus }, terminal),
  };
  return signInToRemote(signIn, terminal);
}

function isHttp(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

function isAuthorization(header: string): boolean {
  return /^authorization\s*:/i.test(header);
}

type OwnOptions = Pick<RemoteOptions, 'name' | 'isOfOneClient' | 'clientCapabilities' | 'signIns' | 'onStatus'>;

async function open(configuration: JsonObject, options: OwnOptions, terminal: Terminal): Promise<RemoteServer> {
  const { EnvironmentError, openRemote, readEnvironmentServers, RemoteConfigurationError } =
    await import('@sigil/gateway');
  const tell = (text: string): void => terminal.err.line(`${clockTime()} ${text}`);
  // The user is asked to sign in, or the command ends with the reason.
  let isToldElsewhere = false;
  try {
    // Only the defaults for every upstream apply; servers named in the environment are ignored here.
    const { defaults } = readEnvironmentServers(terminal.env);
    return openRemote(
      { ...defaults, ...configuration },
      {
        ...options,
        client: { name: 'sigil', version },
        folder: terminal.cwd,
        environment: terminal.env,
        onStatus: (status) => {
          isToldElsewhere = status.state === 'unauthorized' && !status.listedAt;
          options.onStatus?.(status);
        },
        onProblem: (why) => {
          if (!isToldElsewhere) tell(`${terminal.err.paint.yellow('upstream')} ${why}`);
        },
        onNote: tell,
      },
    );
  } catch (error) {
    if (error instanceof RemoteConfigurationError) throw new UsageError(`--proxy: ${error.message}`);
    if (error instanceof EnvironmentError) throw new UsageError(error.message);
    throw error;
  }
}

async function readTarget(target: string, headers: readonly string[]): Promise<JsonObject> {
  if (/^(?:https?|wss?):\/\//i.test(target))
    return { url: target, headers: Object.fromEntries(headers.map(readHeader)) };
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(target))
    throw new UsageError(
      `--proxy: expected an http(s) or ws(s) URL, or a command, got "${target.replace(/:\/\/.*@/s, '://***@')}"`,
    );
  if (headers.length > 0) throw new UsageError('--header means nothing for a command: leave it out');
  const { splitWords } = await import('@sigil/gateway');
  const split = splitWords(target);
  if ('problem' in split)
    throw new UsageError(`--proxy: expected an http(s) or ws(s) URL, or a command, ${split.problem}`);
  const [command, ...args] = split.words;
  if (command === undefined)
    throw new UsageError('--proxy: expected an http(s) or ws(s) URL, or a command, got nothing');
  return { command, args };
}

function readHeader(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):\s*(.+)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new UsageError('--header: expected "Name: value"');
}

function describeAway(target: string, { status }: RemoteServer): string {
  const what =
    /^(?:https?|wss?):/i.test(target) && URL.canParse(target) ? new URL(target).origin : target.split(' ', 1)[0]!;
  return `${what} does not serve: ${status.lastError?.message ?? 'it did not answer'}`;
}

/** Returns what the server states about itself, for this server's own clients. */
async function shownInfoOf({ facts }: RemoteServer, { err }: Terminal): Promise<Implementation | undefined> {
  const { readServerInfo } = await import('@sigil/gateway');
  return facts && readServerInfo(facts.info, (why) => err.line(`${clockTime()} the server itself ${why}`));
}

/** Returns the server's own name, reduced to what an address allows. @param fallback for a server that states none */
function nameOf({ facts }: RemoteServer, fallback: string): string {
  const name = (textOf(facts?.info['name']) ?? fallback).replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 64);
  return /[A-Za-z0-9]/.test(name) ? name : 'proxy';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

interface Welcome {
  readonly name: string;
  readonly remote: RemoteServer;
  readonly url: string | undefined;
}

function formatWelcome({ name, remote, url }: Welcome, { paint }: Output): string {
  const { tools, resources, resourceTemplates, prompts } = remote.source.current();
  const offers = [
    countNoun(tools.length, 'tool'),
    countNoun(resources.length + resourceTemplates.length, 'resource'),
    countNoun(prompts.length, 'prompt'),
  ].join(', ');
  if (!remote.status.listedAt) return `${paint.bold(name)} offers its tools once its user has signed in`;
  const endpoint = url && `${url}/mcp/${name}`;
  const where = endpoint === undefined ? 'on standard input and output' : `at ${paint.cyan(endpoint)}`;
  const head = `${paint.bold(remote.status.server ?? name)} (MCP ${remote.status.revision ?? '?'}) serves ${offers} ${where}`;
  if (endpoint === undefined) return head;
  const snippet = JSON.stringify({ mcpServers: { [name]: { type: 'http', url: endpoint } } }, undefined, 2);
  const page = `${paint.bold('Page')}, with a form to try each tool\n${paint.cyan(`${url}/mcp/meta/${encodeURIComponent(name)}`)}`;
  return [head, page, `${paint.bold('Client configuration')}\n${snippet}`].join('\n\n');
}
