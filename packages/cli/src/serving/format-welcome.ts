/**
 * Says what is served where, and what to add to a client's configuration.
 */
import type { Manifest } from '@sigil/core/building';
import { formatOffer } from '../listing/format-listing.js';
import { summarizeOffer } from '../listing/summarize-offer.js';
import type { Output } from '../terminal/terminal.js';
import type { Carrier } from './carrier.js';
import type { Service } from './open-service.js';
import { stdioCommandFor } from './stdio-command.js';

/** The facts that a welcome shows. */
export interface Welcome {
  readonly manifest: Manifest;
  readonly service: Pick<Service, 'url' | 'webSocketUrl' | 'pageUrl'>;
  readonly carrier: Carrier;
  readonly folder: string;
}

/** Formats all of it for people; one line for the log of a client that started this program itself. */
export function formatWelcome({ manifest, service, carrier, folder }: Welcome, output: Output): string {
  const { paint } = output;
  const { name, version } = manifest.plugin;
  const isNative = carrier.kind === 'stdio' && carrier.view === 'native';
  const pipe = `on standard input and output${isNative ? ', as native streams' : ''}`;
  const where = service.url === undefined ? pipe : `at ${paint.cyan(service.url)}`;
  const head = `${paint.bold(name)} ${version} serves ${summarizeOffer(manifest)} ${where}`;
  // MCP clients cannot use an address that is not MCP.
  if (isNative || (service.url === undefined && output.columns === undefined)) return head;

  const server = service.url === undefined ? stdioCommandFor(folder) : { type: 'http', url: service.url };
  const snippet = JSON.stringify({ mcpServers: { [name]: server } }, undefined, 2);
  return [
    head,
    ...(service.pageUrl === undefined
      ? []
      : [`${paint.bold('Page')}, with a form to try each tool\n${paint.cyan(service.pageUrl)}`]),
    ...formatOffer(manifest, output),
    `${paint.bold('Client configuration')}\n${snippet}`,
    ...(service.webSocketUrl === undefined ? [] : [`${paint.bold('WebSocket')}\n${service.webSocketUrl}`]),
    ...warnings(carrier).map((text) => `${paint.yellow('warning:')} ${text}`),
  ].join('\n\n');
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

function warnings(carrier: Carrier): string[] {
  if (carrier.kind === 'stdio' || loopback.has(carrier.host)) return [];
  return [`anyone who can reach ${carrier.host} can call these tools: callers are not authenticated`];
}
