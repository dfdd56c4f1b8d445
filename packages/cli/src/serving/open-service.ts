/**
 * Puts a hosted plugin on the air: one engine, over standard input and output, or over HTTP and WebSocket.
 */
import type { Manifest } from '@sigil/core/building';
import { Clients, createEngine, type Engine, type Fault } from '@sigil/core/engine';
import type { HostedPlugin } from '@sigil/plugin-host';
import type { HttpServer } from '@sigil/transport-http';
import type { WebSocketServer, WebSocketServerOptions } from '@sigil/transport-ws';
import type { Terminal } from '../terminal/terminal.js';
import type { Carrier } from './carrier.js';
import { describeFault } from './describe-fault.js';

/** A plugin that can be reached. */
export interface Service {
  /** Where; undefined on standard input and output. */
  readonly url: string | undefined;
  /** Where over WebSocket, if it is. */
  readonly webSocketUrl?: string | undefined;
  /** Settles when the client has left for good; over HTTP it never does. */
  readonly ended: Promise<void>;
  /** Lets running calls finish for a while, then ends them. The plugin stays open. */
  close(): Promise<void>;
}

/** What is put on the air, and how. */
export interface Offering {
  readonly hosted: HostedPlugin;
  readonly manifest: Manifest;
  readonly carrier: Carrier;
  /** Longest wait for running calls when it is closed. */
  readonly drainMs: number;
}

type StdioCarrier = Extract<Carrier, { kind: 'stdio' }>;
type HttpCarrier = Extract<Carrier, { kind: 'http' }>;
type OnFault = (fault: Fault) => void;

/** @throws ListenError when the port or the host cannot be used */
export async function openService(offering: Offering, terminal: Terminal): Promise<Service> {
  const { hosted, manifest, carrier, drainMs } = offering;
  const { name, version } = manifest.plugin;
  const onFault: OnFault = (fault) => terminal.err.line(describeFault(fault, terminal));
  const engine = createEngine({ info: { name, version }, source: hosted, onFault });
  return carrier.kind === 'http'
    ? openHttp(engine, carrier, { name, onFault, drainMs })
    : openStdio(engine, carrier, { terminal, onFault });
}

interface StdioParts {
  readonly terminal: Terminal;
  readonly onFault: OnFault;
}

async function openStdio(engine: Engine, { view }: StdioCarrier, { terminal, onFault }: StdioParts): Promise<Service> {
  const { serveNativeStdio, serveStdio } = await import('@sigil/transport-stdio');
  const serve = view === 'native' ? serveNativeStdio : serveStdio;
  const server = serve(engine, { input: terminal.stdin, output: terminal.stdout, onFault });
  return {
    url: undefined,
    ended: server.done,
    async close() {
      await server.close();
      engine.close();
    },
  };
}

interface HttpParts extends Pick<Offering, 'drainMs'> {
  readonly name: string;
  readonly onFault: OnFault;
}

async function openHttp(
  engine: Engine,
  { host, port, allowedHosts, webSocket, stateless }: HttpCarrier,
  { name, onFault, drainMs }: HttpParts,
): Promise<Service> {
  const { buildCallerCheck, createEndpoint, openHttpServer } = await import('@sigil/transport-http');
  const rules = { allowedHosts: [host, ...allowedHosts] };
  const clients = new Clients();
  const sessions = stateless ? 'stateless' : 'stateful';
  const endpoint = createEndpoint(engine, { ...rules, clients, onFault, sessions });
  const endpoints = new Map([`/mcp/${name}`, '/mcp'].map((path) => [path, endpoint]));
  const server = await openHttpServer({ endpoints, host, port, clients });
  const path = `/mcp/${name}/ws`;
  const sockets = webSocket
    ? await openSockets(server.server, {
        endpoints: new Map([[path, { engine, onFault }]]),
        checkCaller: buildCallerCheck(rules),
        clients,
      })
    : undefined;
  return {
    url: `${server.url}/mcp/${name}`,
    webSocketUrl: sockets && `${server.url.replace('http', 'ws')}${path}`,
    ended: new Promise(() => undefined),
    async close() {
      engine.endSubscriptions();
      await server.close({ graceMs: drainMs, alongside: sockets?.close({ graceMs: drainMs }) });
      engine.close();
    },
  };
}

/** Loaded only where it is wanted. */
async function openSockets(server: HttpServer['server'], options: WebSocketServerOptions): Promise<WebSocketServer> {
  const { openWebSocketServer } = await import('@sigil/transport-ws');
  return openWebSocketServer(server, options);
}
