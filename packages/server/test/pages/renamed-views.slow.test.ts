/** Views whose tools have other names on their server, in Chromium and the official host. */
/// <reference lib="dom" />
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addRenamingScript } from '../../src/views/renaming-script.js';
import { hasChromium, openBrowser, type TestBrowser } from './chromium.test-support.js';
import { servePages, type PagedServer } from './paged-server.test-support.js';
import { bundleView, serveBridge, type BridgePage } from './view-bundle.test-support.js';
import { mountViews, viewTool } from './view-server.test-support.js';

const uri = 'ui://dice/board';
const names = { tools: new Map([['roll', 'games_roll']]), uris: new Map<string, string>() };

/** The same view with our library, and with the official one. */
const sources = {
  'our library': `
import { connect } from '@sigil/view';
connect().then((view) => {
  const button = document.createElement('button');
  button.textContent = 'Roll';
  button.onclick = async () => {
    const { total } = await view.call({ name: 'roll' }, { sides: 6 });
    document.body.append('total ' + total);
  };
  document.body.append(button);
});
`,
  'the official library': `
import { App } from '@modelcontextprotocol/ext-apps';
const app = new App({ name: 'view', version: '1.0.0' }, {});
app.connect().then(() => {
  const button = document.createElement('button');
  button.textContent = 'Roll';
  button.onclick = async () => {
    const { structuredContent } = await app.callServerTool({ name: 'roll', arguments: { sides: 6 } });
    document.body.append('total ' + structuredContent.total);
  };
  document.body.append(button);
});
`,
};

let server: PagedServer;
let bridge: BridgePage;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  if (!hasChromium) return;
  server = await servePages([
    mountViews('dice', [{ uri, html: () => '<p>' }], [viewTool('roll', { resourceUri: uri }, () => run())]),
  ]);
  [bridge, browser] = await Promise.all([serveBridge(), openBrowser()]);
});

afterEach(() => page?.context().close());

afterAll(async () => {
  await browser?.close();
  bridge?.close();
  await server?.close();
});

function run(): never {
  throw new Error('not run here');
}

/** Shows a page in the official host, in the sandbox of our pages. */
async function show(html: string): Promise<Frame> {
  page = await browser.open(`${server.url}/mcp/meta/dice`);
  const sandbox = (await page.locator('[data-sandbox]').getAttribute('data-sandbox')) ?? '';
  await page.goto(bridge.url);
  await page.evaluate(
    (given) => (globalThis as unknown as { openBridge(it: unknown): Promise<void> }).openBridge(given),
    { sandbox, html },
  );
  return page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame())!;
}

describe.skipIf(!hasChromium).each(Object.entries(sources))('a view with %s', (_library, source) => {
  test('connects through the script, and calls its tool by the name of the server', async () => {
    const html = await bundleView(source);
    const contents = addRenamingScript({ uri, mimeType: 'text/html;profile=mcp-app', text: html }, names);
    const view = await show('text' in contents ? contents.text : '');

    await view.getByRole('button', { name: 'Roll' }).click();
    await view.getByText('total 11').waitFor();

    const calls = await page.evaluate(() =>
      (globalThis as unknown as { events: [string, unknown][] }).events.filter(([kind]) => kind === 'call'),
    );
    expect(calls).toMatchObject([['call', { name: 'games_roll', arguments: { sides: 6 } }]]);
    expect(browser.takeComplaints()).toEqual([]);
  });
});
