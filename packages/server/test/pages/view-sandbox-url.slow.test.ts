/// <reference lib="dom" />
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { freePort } from '@sigil/test-support/free-port';
import { afterEach, expect, test } from 'vitest';
import { openPluginServer } from '../../src/running/open-plugin-server.js';
import type { RunningServer } from '../../src/running/running-server.js';
import { hasChromium, openBrowser, type TestBrowser } from './chromium.test-support.js';
import { openView, viewComponents, viewTool, writeView } from './view-server.test-support.js';

const uri = 'ui://dice/board';
let server: RunningServer | undefined;
let browser: TestBrowser | undefined;

afterEach(async () => {
  await browser?.close();
  await server?.close();
});

/** Serves a tool with a view where other machines could reach it. */
async function serve(port: number, sandboxUrl?: string): Promise<void> {
  const components = viewComponents(
    [{ uri, html: () => writeView() }],
    [viewTool('roll', { resourceUri: uri }, () => '4')],
  );
  const source = fixedSource(buildCatalog({ resourceTemplates: [], prompts: [], ...components }));
  const log = { faultsOf: () => () => undefined, failure: () => undefined };
  const offered = { name: 'dice', version: '1.0.0', description: '', source };
  server = await openPluginServer(offered, { host: '0.0.0.0', port, sandboxUrl }, { log, closeGraceMs: 1 });
  browser = await openBrowser();
}

/** Asks under the host of the sandbox. */
async function statusOf(port: number, path: string): Promise<number | undefined> {
  const sent = get({ host: '127.0.0.1', port, path, headers: { host: `views.localhost:${port}` }, agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test.skipIf(!hasChromium)(
  'a view is shown in the origin that the operator has set, at the server’s own port',
  async () => {
    const port = await freePort();
    await serve(port, `http://views.localhost:${port}`);

    const page = await browser!.open(`http://127.0.0.1:${port}/mcp/meta/dice`);
    const { view } = await openView(page, 'roll');
    await view.waitForFunction(() => 'initialized' in globalThis);
    const sandbox = page.frames().find((frame) => frame.parentFrame() === page.mainFrame());
    const others = await Promise.all(
      ['/mcp', '/mcp/meta/dice', '/mcp/dice', '/healthz'].map((path) => statusOf(port, path)),
    );

    expect(sandbox && new URL(sandbox.url()).origin).toBe(`http://views.localhost:${port}`);
    expect(others).toEqual([403, 404, 403, 404]);
    expect(browser!.takeComplaints()).toEqual([]);
  },
);

test.skipIf(!hasChromium)('without one the page says why the view is not shown', async () => {
  const port = await freePort();
  await serve(port);

  const page = await browser!.open(`http://127.0.0.1:${port}/mcp/meta/dice#tool-roll`);
  await page.getByText('its operator must set "sandboxUrl"').waitFor();

  expect(await page.locator('iframe').count()).toBe(0);
  expect(browser!.takeComplaints()).toEqual([]);
});
