/**
 * A view written with `@sigil/view`, and a host that is the official AppBridge, as pages.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles a script for browsers. Packages resolve to their sources. */
async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'tsx', resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@sigil/source'],
  });
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

/** Bundles a view into one file, as the build of a plugin does. */
export async function bundleView(source: string): Promise<string> {
  const script = await bundle(source);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title></head><body><div id="root"></div><script>${script}</script></body></html>`;
}

/** A page with the official host. Its opener closes it. */
export interface BridgePage {
  readonly url: string;
  close(): void;
}

const bridge = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

globalThis.events = [];
globalThis.openBridge = async ({ sandbox, html }) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.src = sandbox + '?host=' + encodeURIComponent(location.origin);
  document.body.append(frame);
  const bridge = new AppBridge(null, { name: 'bridge', version: '1.0.0' }, { serverTools: {}, openLinks: {}, logging: {} });
  bridge.oncalltool = async (params) => {
    events.push(['call', params]);
    return { content: [], structuredContent: { total: 11 } };
  };
  bridge.addEventListener('sizechange', (size) => events.push(['size', size]));
  bridge.addEventListener('sandboxready', () =>
    // More than any view gets here: the sandbox decides.
    bridge.sendSandboxResourceReady({ html, sandbox: 'allow-scripts allow-same-origin allow-top-navigation allow-popups' }),
  );
  const initialized = new Promise((resolve) => bridge.addEventListener('initialized', resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  await initialized;
  globalThis.bridge = bridge;
};
`;

/** Serves a page whose script has \`openBridge\`, which shows a view in a sandbox. */
export async function serveBridge(): Promise<BridgePage> {
  const script = await bundle(bridge);
  const page = `<!doctype html><html lang="en"><head><title>Bridge</title></head><body><script>${script}</script></body></html>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // of a TCP server that listens
    close: () => server.close().closeAllConnections(),
  };
}
