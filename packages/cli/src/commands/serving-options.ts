/**
 * The options that `serve` and `dev` share: the transport, and the configuration.
 */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { configFlags, configHelp } from '../configuring/read-configuration.js';
import { UsageError } from '../failures/command-error.js';
import type { Carrier } from '../serving/carrier.js';
import { collect } from './collect.js';

/** The options as commander parses them. */
export interface ServingOptions {
  readonly stdio?: boolean;
  readonly http?: boolean;
  readonly native?: boolean;
  readonly stateless?: boolean;
  readonly ws?: boolean;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly sandboxUrl?: string;
  readonly discovery?: Carrier['discovery'];
  readonly config?: string;
  readonly extension?: readonly string[];
  readonly interceptor?: readonly string[];
}

/** The last port of a machine. */
export const highestPort = 65_535;

/** Adds them to a command. */
export function addServingOptions(command: Command): Command {
  return command
    .addOption(new Option('--http', 'serve over HTTP (the default)').conflicts('stdio'))
    .addOption(new Option('--stdio', 'serve over standard input and output'))
    .addOption(new Option('--native', 'with --stdio: speak the native view of streams instead of MCP'))
    .addOption(
      new Option('--stateless', 'no sessions for older revisions: GET and DELETE answer 405').conflicts('stdio'),
    )
    .addOption(new Option('--ws', 'serve over WebSocket too: MCP and native streams').conflicts('stdio'))
    .addOption(new Option('-p, --port <number>', 'HTTP port; 0 takes any free one').default(3000).argParser(readPort))
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .option('--allow-host <name>', 'host name that requests may be addressed to; may be repeated', collectHost)
    .addOption(
      new Option(
        '--sandbox-url <origin>',
        'origin that reaches this server and shows views (default: on loopback a port)',
      )
        .argParser(readOrigin)
        .conflicts('stdio'),
    )
    .addOption(
      new Option(
        '--discovery <mode>',
        "list all tools, a few and a search for the others, or decide by their tokens and the client (default: the plugin's, else all)",
      ).choices(['all', 'search', 'auto']),
    )
    .option(configFlags, configHelp)
    .option('--extension <module>', 'module with an extension; may be repeated', collect)
    .option('--interceptor <module>', 'module around all requests, the outermost first; may be repeated', collect);
}

/** @throws UsageError for contradictory options */
export function readCarrier(options: ServingOptions): Carrier {
  const { stdio, native = false, stateless = false, ws = false, port, host, allowHost = [] } = options;
  const { discovery, sandboxUrl } = options;
  if (stdio && allowHost.length > 0) throw new UsageError('--allow-host means nothing with --stdio: leave one out');
  if (native && !stdio) throw new UsageError('--native means nothing without --stdio: add it, or leave --native out');
  const modules = {
    ...(options.extension && { extensions: options.extension }),
    ...(options.interceptor && { interceptors: options.interceptor }),
  };
  return stdio
    ? { kind: 'stdio', view: native ? 'native' : 'mcp', discovery, ...modules }
    : {
        kind: 'http',
        port,
        host,
        allowedHosts: allowHost,
        sandboxUrl,
        webSocket: ws,
        stateless,
        discovery,
        ...modules,
      };
}

/** The form of the `Host` header and of the server's own `--allow-host`: a name, or a name with one port. */
const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

function collectHost(text: string, earlier?: readonly string[]): readonly string[] {
  if (hostForm.test(text)) return collect(text, earlier);
  throw new InvalidArgumentError('Expected a host name such as "mcp.example.com" or "mcp.example.com:8443".');
}

/** @throws InvalidArgumentError for a text that is no origin */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin;
  throw new InvalidArgumentError('Expected an origin such as "https://views.example.net".');
}

/** @throws InvalidArgumentError for a text that is no port */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= highestPort) return port;
  throw new InvalidArgumentError(`Expected a whole number from 0 to ${highestPort}.`);
}
