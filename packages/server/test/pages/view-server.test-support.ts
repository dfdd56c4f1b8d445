/**
 * A server whose tools have views that a test writes, with its pages, and one opened in Chromium.
 */
/// <reference lib="dom" />
import type { JsonObject } from '@sigil/core';
import type { Components, PublishedTool } from '@sigil/core/catalog';
import type { Frame, Locator, Page } from 'playwright-core';
import { mountComponents, tool } from './paged-server.test-support.js';
import type { Mount } from '../../src/mounts/mount.js';

/** The type of views. */
const viewType = 'text/html;profile=mcp-app';

/** A view that a test serves. */
export interface TestView {
  readonly uri: string;
  readonly html: () => string;
  readonly ui?: JsonObject;
}

/** Mounts tools and the views that they name. */
export function mountViews(name: string, views: readonly TestView[], tools: readonly PublishedTool[]): Mount {
  return mountComponents(name, viewComponents(views, tools));
}

/** Returns tools, and the views that they name as resources. */
export function viewComponents(
  views: readonly TestView[],
  tools: readonly PublishedTool[],
): Pick<Components, 'tools' | 'resources'> {
  const resources = views.map(({ uri, html, ui }) => ({
    definition: { uri, name: uri, mimeType: viewType },
    read: () =>
      Promise.resolve({
        kind: 'result' as const,
        contents: [{ uri, mimeType: viewType, text: html(), ...(ui ? { _meta: { ui } } : {}) }],
      }),
  }));
  return { tools, resources };
}

/** A tool that names a view. */
export function viewTool(
  name: string,
  ui: JsonObject,
  run: Parameters<typeof tool>[1],
  definition: Partial<Parameters<typeof tool>[0]> = {},
): PublishedTool {
  return tool({ name, _meta: { ui }, ...definition }, run);
}

/**
 * Writes a view that speaks the protocol in a few lines: it sends what `globalThis.send` is given, and keeps what it receives in
 * `globalThis.received`. `body` runs before the handshake.
 */
export function writeView(body = '', handshake = true): string {
  return `<!doctype html><html><head><title>View</title></head><body><h1>View</h1><script>
    globalThis.received = [];
    globalThis.waiting = new Map();
    let lastId = 0;
    globalThis.notify = (method, params = {}) => parent.postMessage({ jsonrpc: '2.0', method, params }, '*');
    globalThis.ask = (method, params = {}) => new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      parent.postMessage({ jsonrpc: '2.0', id, method, params }, '*');
    });
    addEventListener('message', ({ data }) => {
      received.push(data);
      if (data.method === 'ui/resource-teardown') parent.postMessage({ jsonrpc: '2.0', id: data.id, result: {} }, '*');
      if (data.method === undefined) waiting.get(data.id)?.(data);
    });
    ${body}
    ${
      handshake
        ? `globalThis.started = ask('ui/initialize', { appInfo: { name: 'test', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' })
      .then((answer) => { globalThis.initialized = answer; notify('ui/notifications/initialized'); });`
        : ''
    }
  </script></body></html>`;
}

/** The panel of a tool with its view. */
export interface OpenView {
  readonly panel: Locator;
  /** The document of the view itself. */
  readonly view: Frame;
}

/** Opens a tool on the page of its server, and waits until its view has loaded. */
export async function openView(page: Page, name: string): Promise<OpenView> {
  const panel = page.locator(`details.component[data-id="${name}"]`);
  await panel.locator('summary').first().click();
  return { panel, view: await findView(page, panel) };
}

/** Waits for the view in a panel. */
export async function findView(page: Page, panel: Locator): Promise<Frame> {
  const outer = await panel.locator('.view-frame iframe').elementHandle();
  const sandbox = await outer?.contentFrame();
  const inner = await (await sandbox?.waitForSelector('iframe'))?.contentFrame();
  if (!inner) throw new Error('the view has no frame');
  await inner.waitForLoadState('load');
  return inner;
}

/** Waits until the view has received a message with this method, and returns its parameters. */
export async function waitForMessage(view: Frame, method: string): Promise<JsonObject> {
  const handle = await view.waitForFunction(
    (wanted) => {
      const { received } = globalThis as unknown as { received: { method?: string; params: unknown }[] };
      return received.find((it) => it.method === wanted)?.params;
    },
    method,
    { timeout: 8_000 },
  );
  return (await handle.jsonValue()) as JsonObject;
}
