/**
 * The page of the sandbox, a frame of another origin in which the console shows a view. Its policy has the hosts that the view declares.
 *
 * Whoever makes up an address gets a page that only pages of this server may show, and that shows nothing by itself.
 * Spec: ext-apps 2026-01-26 #sandbox-proxy
 */
import { writeConnectionAllowlist, writeViewPolicy, type DeclaredHosts, type PageAssets } from '@sigil/console';
import { isJsonObject } from '@sigil/core';
import { readOrigin } from '../routing/reader-origin.js';

/** The path of the page, at the sandbox's origin. */
export const sandboxPath = '/mcp/view-sandbox';

/** An answer with its headers. */
export interface SandboxAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SandboxRequest {
  /** The path with its query, as the browser sent it. */
  readonly url: string;
  /** The origin at which the browser reached the sandbox. */
  readonly own: string;
  /** The host names of this server besides loopback. */
  readonly allowedHosts: readonly string[];
}

/** @param assets called for a page alone, since most servers are never asked for one */
export function answerSandbox({ url, own, allowedHosts }: SandboxRequest, assets: () => PageAssets): SandboxAnswer {
  const address = URL.canParse(url, own) ? new URL(url, own) : undefined;
  if (address?.pathname !== sandboxPath) return refuse(404, 'There is no page at this address.');
  const host = readEmbedder(address.searchParams.get('host') ?? '', allowedHosts);
  if (host === undefined || host === own) return refuse(403, 'Only a page of this server may show the sandbox.');
  const csp = readHosts(address.searchParams.get('csp') ?? '{}');
  if (!csp) return refuse(400, '"csp" must be a JSON object.');
  const script = assets().find('view-sandbox.js');
  if (!script) throw new Error('the console is not built');
  return {
    status: 200,
    headers: {
      ...headers,
      'Connection-Allowlist': writeConnectionAllowlist(csp, [host, own]),
      'Content-Security-Policy': writeViewPolicy(csp, [host, own], host),
      'Content-Type': 'text/html; charset=utf-8',
    },
    body: writePage(host, new TextDecoder().decode(script.bytes)),
  };
}

const headers = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'X-Content-Type-Options': 'nosniff',
};

function refuse(status: number, message: string): SandboxAnswer {
  const policy = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };
  return {
    status,
    headers: { ...headers, ...policy, 'Content-Type': 'text/plain; charset=utf-8' },
    body: `${message}\n`,
  };
}

/** @returns the origin if it is one at which this server serves its pages */
function readEmbedder(given: string, allowedHosts: readonly string[]): string | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.origin !== given) return undefined;
  return readOrigin({ host: url.host, 'x-forwarded-proto': url.protocol.slice(0, -1) }, allowedHosts);
}

function readHosts(text: string): DeclaredHosts | undefined {
  try {
    const hosts: unknown = JSON.parse(text);
    return isJsonObject(hosts) ? hosts : undefined;
  } catch {
    // Refused like every other value.
    return undefined;
  }
}

/** The frame of the view fills the page, whose origin is checked to have no character of HTML. */
function writePage(host: string, script: string): string {
  return `<!doctype html>
<html lang="en" data-host="${host}">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Sandbox of a view</title>
<style>html,body{height:100%;margin:0;overflow:hidden}iframe{display:block;width:100%;height:100%;border:0}</style>
</head>
<body>
<script>${script.replaceAll('</script', '<\\/script')}</script>
</body>
</html>
`;
}
