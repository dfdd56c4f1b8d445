/**
 * Chooses the transport to an upstream server, and fills the environment variables in its configuration.
 */
import { resolve } from 'node:path';
import {
  type Authorization,
  type Connection,
  type ConnectionEvents,
  openHttpConnection,
  openSseConnection,
  proxyFor,
  ProxyVariableError,
  StdioConnection,
  WsConnection,
} from '@sigil/client/internal';
import { readInherited } from '@sigil/client/internal';
import { fillHeader, fillVariables, type Environment } from './fill-variables.js';
import {
  isUpstreamUrl,
  isWebSocketUrl,
  RemoteConfigurationError,
  upstreamUrl,
  type RemoteConfiguration,
} from './remote-configuration.js';

/** Makes a connection with each call. */
export interface Connector {
  connect(events: ConnectionEvents): Connection;
  /** Connects with the oldest HTTP transport, for an upstream that knows no newer one; absent where it must not be tried. */
  connectOld?(events: ConnectionEvents): Connection;
}

/** The dependencies of a connector. */
export interface ConnectorOptions {
  /** The folder that a relative `cwd` starts from. */
  readonly folder: string;
  readonly environment: Environment;
  /** Added to the configured headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization?: Authorization | undefined;
  /** True if all calls belong to one client, which started this process and ends it. */
  readonly isOfOneClient?: boolean | undefined;
}

/**
 * The longest grace of a program whose only client started this process. Clients kill a process 3 or 4 seconds after they closed its input,
 * and a program that has not ended by then would keep running.
 */
const longestGraceOfOneMs = 1_200;

/** @throws RemoteConfigurationError when a variable is missing */
export function openConnector(configuration: RemoteConfiguration, options: ConnectorOptions): Connector {
  return configuration.url === undefined
    ? programConnector(configuration, options)
    : urlConnector({ ...configuration, url: configuration.url }, options);
}

function urlConnector(
  configuration: RemoteConfiguration & { readonly url: string },
  { environment, headers: own, authorization }: ConnectorOptions,
): Connector {
  const url = fillVariables(configuration.url, 'url', environment);
  if (!isUpstreamUrl(url)) throw new RemoteConfigurationError([`remote: "url" must be ${upstreamUrl}`]);
  const configured = Object.entries(configuration.headers).map(([name, text]): [string, string] => [
    name.toLowerCase(),
    fillHeader(text, `headers.${name}`, environment),
  ]);
  const headers = { ...Object.fromEntries(configured), ...own };
  const direct = { ...configuration, url: new URL(url), headers, authorization };
  if (configuration.transport === 'ws' || isWebSocketUrl(url)) {
    const socket = { ...direct, url: new URL(url.replace(/^http/i, 'ws')) };
    return { connect: (events) => new WsConnection(socket, events) };
  }
  const options = { ...direct, proxy: findProxy(direct.url, environment) };
  const connectOld = (events: ConnectionEvents): Connection => openSseConnection(options, events);
  if (configuration.transport === 'sse') return { connect: connectOld };
  const connect = (): Connection => openHttpConnection(options);
  return configuration.transport === 'auto' ? { connect, connectOld } : { connect };
}

function findProxy(url: URL, environment: Environment): URL | undefined {
  try {
    return proxyFor(url, environment);
  } catch (error) {
    throw error instanceof ProxyVariableError ? new RemoteConfigurationError([`remote: ${error.message}`]) : error;
  }
}

function programConnector(
  configuration: RemoteConfiguration,
  { folder, environment, isOfOneClient }: ConnectorOptions,
): Connector {
  const { command = '', args, cwd, env, killGraceMs } = configuration;
  const own = Object.entries(env).map(([name, text]): [string, string] => [
    name,
    fillVariables(text, `env.${name}`, environment),
  ]);
  const program = {
    ...configuration,
    command: fillVariables(command, 'command', environment),
    args: args.map((arg, index) => fillVariables(arg, `args[${index}]`, environment)),
    cwd: cwd === undefined ? undefined : resolve(folder, fillVariables(cwd, 'cwd', environment)),
    environment: { ...readInherited(environment), ...Object.fromEntries(own) },
    killGraceMs: isOfOneClient ? Math.min(killGraceMs, longestGraceOfOneMs) : killGraceMs,
  };
  return { connect: (events) => new StdioConnection(program, events) };
}
