/**
 * Chooses the server of a request, and refuses private addresses that neither the document nor the operator names.
 *
 * A name is looked up before each request, and `fetch` looks it up again: a name whose address changes between the two escapes the
 * check, since `fetch` has no hook for its look-up.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ToolError } from '@sigil/core';
import type { ApiConfiguration, ApiDescription, OperationDescription, ServerDescription } from './description.js';

/** Where an operation is sent. */
export interface ChosenServer {
  readonly url: URL;
  /** Whether the server may be at a private address: the operator or the document's own server says so. */
  readonly isPrivateAllowed: boolean;
}

/** @throws Error if the configuration names no usable address, with the key that mends it */
export function chooseServer(
  description: ApiDescription,
  configuration: ApiConfiguration,
  operation: Pick<OperationDescription, 'servers'> = {},
): ChosenServer {
  if (configuration.baseUrl !== undefined) {
    return { url: readBaseUrl(configuration.baseUrl, '"baseUrl"'), isPrivateAllowed: true };
  }
  const ownServer = description.servers?.[0];
  const server = operation.servers?.[0] ?? ownServer ?? { url: '/' };
  const url = resolveServer(server, description, configuration);
  const ownUrl = ownServer && server !== ownServer ? resolveServer(ownServer, description, configuration) : url;
  return { url, isPrivateAllowed: isPrivateHost(ownUrl.hostname) };
}

function resolveServer(server: ServerDescription, description: ApiDescription, { variables }: ApiConfiguration): URL {
  const text = server.url.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const known = server.variables && Object.hasOwn(server.variables, name) ? server.variables[name] : undefined;
    const chosen = (variables && Object.hasOwn(variables, name) ? variables[name] : undefined) ?? known?.default;
    if (chosen === undefined)
      throw new Error(`configuration: "variables.${name}" is required: the server's URL has it`);
    if (known?.enum && !known.enum.includes(chosen)) {
      throw new Error(`configuration: "variables.${name}" must be one of ${known.enum.join(', ')}`);
    }
    return chosen;
  });
  const base = description.documentUrl;
  const isRelative = !URL.canParse(text);
  if (isRelative && (base === undefined || !/^https?:/i.test(base))) {
    throw new Error('configuration: "baseUrl" is required: the document names no complete address of its server');
  }
  return readBaseUrl(isRelative ? new URL(text, base).href : text, "the server's URL");
}

function readBaseUrl(text: string, subject: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`configuration: ${subject} must be an http or https URL`);
  if (url.username || url.password) throw new Error(`configuration: ${subject} has a user: use "credentials" instead`);
  if (url.search || url.hash) throw new Error(`configuration: ${subject} must have no query and no fragment`);
  return url;
}

/** @throws ToolError if the server is at a private address and must not be */
export async function refusePrivate({ isPrivateAllowed }: ChosenServer, { hostname }: URL): Promise<void> {
  if (isPrivateAllowed) return;
  const refusal = 'the API is at a private address; its operator allows that by configuring "baseUrl"';
  if (isPrivateHost(hostname)) throw new ToolError(refusal);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return;
  // A name that cannot be looked up may still be reached through a proxy; otherwise `fetch` reports it.
  const addresses = await lookup(hostname, { all: true }).catch(() => []);
  if (addresses.some(({ address }) => isPrivateAddress(address))) throw new ToolError(refusal);
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0 ? /(^|\.)localhost$/i.test(host) : isPrivateAddress(host);
}

function isPrivateAddress(address: string): boolean {
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Ranges that are not on the public internet. `BlockList` reads IPv4 within IPv6 as IPv4. */
const privateRanges = new BlockList();
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3',
  '::/127 64:ff9b:1::/48 fc00::/7 fe80::/10 ff00::/8',
].flatMap((line) => line.split(' '))) {
  const [address = '', bits] = range.split('/');
  privateRanges.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
