/// <reference lib="dom" />
import { EventEmitter, once } from 'node:events';
import { viewLimits } from '@sigil/console';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  findAxeProblems,
  findObstacles,
  hasChromium,
  keepScreenshot,
  openBrowser,
  type TestBrowser,
} from './chromium.test-support.js';
import { mountComponents, servePages, tool, type PagedServer } from './paged-server.test-support.js';
import { findView, mountViews, openView, viewTool, waitForMessage, writeView } from './view-server.test-support.js';

let server: PagedServer;
let browser: TestBrowser;
let page: Page;

const events = new EventEmitter();
const uri = 'ui://dice/board';
const schema = { type: 'object', properties: { sides: { type: 'integer' } }, required: ['sides'] } as const;

const tools = [
  viewTool('roll', { resourceUri: uri }, ({ sides }) => JSON.stringify({ sides, total: 4 }), { inputSchema: schema }),
  viewTool('stuck', { resourceUri: uri }, (_, context) => {
    context.signal.addEventListener('abort', () => events.emit('aborted'));
    events.emit('started');
    return new Promise<string>(() => undefined);
  }),
  viewTool('hold', { resourceUri: uri, visibility: ['app'] }, ({ index }) => `held ${String(index)}`),
  viewTool('secret', { visibility: ['model'] }, () => 'for the model'),
  viewTool('silent', { resourceUri: 'ui://dice/silent' }, () => 'quiet'),
  tool({ name: 'plain' }, () => 'plain'),
];

beforeAll(async () => {
  if (!hasChromium) return;
  server = await servePages([
    mountViews(
      'dice',
      [
        { uri, html: () => writeView() },
        { uri: 'ui://dice/silent', html: () => writeView().replace('ui/resource-teardown', 'ui/never') },
      ],
      tools,
    ),
    mountComponents('plain', { tools: [tool({ name: 'plain' }, () => 'plain')] }),
  ]);
  browser = await openBrowser();
});

afterEach(async () => {
  await page?.context().close();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(name: string): Promise<Awaited<ReturnType<typeof openView>>> {
  page = await browser.open(`${server.url}/mcp/meta/dice`);
  const opened = await openView(page, name);
  await opened.view.waitForFunction(() => 'initialized' in globalThis);
  return opened;
}

const ask = (view: Frame, method: string, params: object): Promise<Record<string, unknown>> =>
  view.evaluate(
    ([wanted, given]) =>
      (globalThis as unknown as { ask(...it: unknown[]): Promise<Record<string, unknown>> }).ask(wanted, given),
    [method, params],
  );

const notify = (view: Frame, method: string, params: object): Promise<void> =>
  view.evaluate(
    ([wanted, given]) => (globalThis as unknown as { notify(...it: unknown[]): void }).notify(wanted, given),
    [method, params],
  );

describe.skipIf(!hasChromium)('the view of a tool on the page of its server', () => {
  test('is told its surroundings in the handshake', async () => {
    const { view, panel } = await open('roll');

    const { result } = (await view.evaluate(() => (globalThis as unknown as { initialized: unknown }).initialized)) as {
      result: object;
    };

    expect(result).toMatchObject({
      protocolVersion: '2026-01-26',
      hostCapabilities: {
        serverTools: {},
        serverResources: {},
        openLinks: {},
        downloadFile: {},
        logging: {},
        message: { text: {} },
      },
      hostContext: {
        toolInfo: { tool: { name: 'roll' } },
        theme: 'light',
        displayMode: 'inline',
        availableDisplayModes: ['inline', 'fullscreen', 'pip'],
        containerDimensions: { width: expect.any(Number) as number, maxHeight: 800 },
        styles: { variables: { '--color-text-primary': 'light-dark(#1b1b26, #ececf3)' } },
        locale: 'en-US',
        timeZone: expect.any(String) as string,
      },
    });
    await keepScreenshot(panel, 'view');
    expect(browser.takeComplaints()).toEqual([]);
  });

  test('gets the form while it is filled in, then the arguments, then the result', async () => {
    const { view, panel } = await open('roll');

    await panel.getByLabel('sides').fill('6');
    const partial = await waitForMessage(view, 'ui/notifications/tool-input-partial');
    await panel.getByRole('button', { name: 'Run' }).click();
    const input = await waitForMessage(view, 'ui/notifications/tool-input');
    const result = await waitForMessage(view, 'ui/notifications/tool-result');
    const order = await view.evaluate(() =>
      (globalThis as unknown as { received: { method?: string }[] }).received.map((it) => it.method),
    );

    expect(partial).toEqual({ arguments: { sides: 6 } });
    expect(input).toEqual({ arguments: { sides: 6 } });
    expect(result).toMatchObject({ content: [{ type: 'text', text: '{"sides":6,"total":4}' }] });
    expect(order.slice(-3)).toEqual([
      'ui/notifications/tool-input-partial',
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
    ]);
  });

  test('is told that the call was cancelled, and the next call has another instance of it', async () => {
    const { view, panel } = await open('stuck');

    const [started, aborted] = [once(events, 'started'), once(events, 'aborted')];
    await panel.getByRole('button', { name: 'Run' }).click();
    await waitForMessage(view, 'ui/notifications/tool-input');
    await started;
    await panel.getByRole('button', { name: 'Cancel' }).click();
    const cancelled = await waitForMessage(view, 'ui/notifications/tool-cancelled');
    await aborted;
    await panel.getByRole('button', { name: 'Run' }).click();
    await panel.getByText('ui/resource-teardown').waitFor({ state: 'attached' });
    const next = await findView(page, panel);
    await waitForMessage(next, 'ui/notifications/tool-input');

    expect(cancelled).toEqual({ reason: 'the user cancelled the call' });
    expect(view.isDetached()).toBe(true);
  });

  test('calls a tool once the reader allows it, once or always', async () => {
    const { view, panel } = await open('roll');
    const call = (): Promise<Record<string, unknown>> =>
      ask(view, 'tools/call', { name: 'hold', arguments: { index: 2 } });
    const asked = panel.getByRole('group', { name: 'The view calls the tool “hold”' });

    const first = call();
    await asked.getByRole('button', { name: 'Allow once' }).click();
    const second = call();
    await keepScreenshot(panel, 'view-asks');
    const problems = [...(await findAxeProblems(page)), ...(await findObstacles(page))];
    await asked.getByRole('button', { name: 'Refuse' }).click();
    const third = call();
    await asked.getByRole('button', { name: 'Always for this view' }).click();
    await third;
    const fourth = await call();

    expect(await first).toMatchObject({ result: { content: [{ type: 'text', text: 'held 2' }] } });
    expect(await second).toMatchObject({ error: { code: -32000, message: 'the user refused' } });
    expect(fourth).toMatchObject({ result: { content: [{ text: 'held 2' }] } });
    expect(problems).toEqual([]);
  });

  test('cannot call tools that are for the model alone, or that its server does not have', async () => {
    const { view } = await open('roll');

    const secret = await ask(view, 'tools/call', { name: 'secret' });
    const unknown = await ask(view, 'tools/call', { name: 'absent' });

    expect(secret).toMatchObject({ error: { message: 'the tool "secret" is not for views' } });
    expect(unknown).toMatchObject({ error: { code: -32602, message: 'the server has no tool "absent"' } });
  });

  test('reads resources of its server once the reader allows it', async () => {
    const { view, panel } = await open('roll');

    const read = ask(view, 'resources/read', { uri });
    await panel.getByRole('button', { name: 'Allow once' }).click();

    expect(await read).toMatchObject({ result: { contents: [{ uri }] } });
  });

  test('has a request ended when it cancels it', async () => {
    const { view, panel } = await open('roll');

    await view.evaluate(() => {
      const { ask: send } = globalThis as unknown as Record<'ask', (...it: unknown[]) => unknown>;
      void send('tools/call', { name: 'stuck' });
    });
    const [started, aborted] = [once(events, 'started'), once(events, 'aborted')];
    await panel.getByRole('button', { name: 'Allow once' }).click();
    await started;
    await notify(view, 'notifications/cancelled', { requestId: 2 });

    await aborted;
  });

  test('opens a page that the reader agrees to, and no other kind of address', async () => {
    const { view, panel } = await open('roll');

    const script = await ask(view, 'ui/open-link', { url: 'javascript:alert(1)' });
    const link = ask(view, 'ui/open-link', { url: `${server.url}/mcp?from=view` });
    const popup = page.waitForEvent('popup');
    await panel.getByRole('link', { name: /^Open 127/ }).click();
    const opened = await popup;

    expect(script).toMatchObject({ error: { code: -32602 } });
    expect(await link).toMatchObject({ result: {} });
    expect(opened.url()).toBe(`${server.url}/mcp?from=view`);
    expect(await opened.evaluate(() => opener)).toBeNull();
  });

  test('offers a file, which the reader saves', async () => {
    const { view, panel } = await open('roll');
    const contents = [
      { type: 'resource', resource: { uri: 'file:///../rolls.csv', mimeType: 'text/csv', text: 'a,b' } },
    ];

    const offered = ask(view, 'ui/download-file', { contents });
    const started = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Save' }).click();
    const download = await started;

    expect(await offered).toMatchObject({ result: {} });
    expect(download.suggestedFilename()).toBe('rolls.csv');
  });

  test('sends messages and context for a model, which the page shows', async () => {
    const { view, panel } = await open('roll');

    const message = await ask(view, 'ui/message', { role: 'user', content: [{ type: 'text', text: 'Roll again' }] });
    const context = await ask(view, 'ui/update-model-context', { structuredContent: { total: 4 } });
    await notify(view, 'notifications/message', {
      level: 'warning',
      data: 'low',
    });
    await panel.getByText('Messages').click();
    await panel.getByText('ui/message (2)').click();
    await panel.getByText('"Roll again"').waitFor();
    await panel.getByText('notifications/message warning').waitFor();
    await panel.getByText('Context for the model').click();
    await panel.getByText('"total": 4').first().waitFor();

    expect([message, context]).toMatchObject([{ result: {} }, { result: {} }]);
    expect(await findAxeProblems(page)).toEqual([]);
    await keepScreenshot(panel, 'view-log');
  });

  test('has the height that it asks for, within limits', async () => {
    const { view, panel } = await open('roll');
    const frame = panel.locator('.view-frame iframe');
    const resize = (height: unknown): Promise<void> =>
      notify(view, 'ui/notifications/size-changed', { width: 9e9, height });
    const heightOf = (): Promise<number> => frame.evaluate((it) => (it as HTMLElement).offsetHeight);

    await resize(300);
    await expect.poll(heightOf).toBe(300);
    await resize('tall');
    await resize(null);
    await resize(1e12);
    await expect.poll(heightOf).toBe(800);
    await resize(-5);
    await expect.poll(heightOf).toBe(40);

    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  test('is told of another theme, width and display mode', async () => {
    const { view, panel } = await open('roll');
    const changes = (): Promise<unknown[]> =>
      view.evaluate(() =>
        (globalThis as unknown as { received: { method?: string; params: unknown }[] }).received
          .filter((it) => it.method === 'ui/notifications/host-context-changed')
          .map((it) => it.params),
      );

    await panel.getByLabel('Theme of the view').selectOption('dark');
    await expect.poll(changes).toContainEqual({ theme: 'dark' });
    await panel.getByLabel('Width of the view').selectOption('390');
    await expect.poll(changes).toContainEqual({ containerDimensions: { width: 390, maxHeight: 800 } });
    const wanted = await ask(view, 'ui/request-display-mode', { mode: 'fullscreen' });
    await expect.poll(changes).toContainEqual(expect.objectContaining({ displayMode: 'fullscreen' }));
    await keepScreenshot(page, 'view-fullscreen');
    await page.keyboard.press('Escape');
    await expect.poll(changes).toContainEqual(expect.objectContaining({ displayMode: 'inline' }));
    await panel.getByRole('button', { name: 'Small window' }).click();
    await expect.poll(changes).toContainEqual(expect.objectContaining({ displayMode: 'pip' }));
    await keepScreenshot(page, 'view-small-window');
    await panel.getByRole('button', { name: 'Back to the page' }).click();

    expect(wanted).toMatchObject({ result: { mode: 'fullscreen' } });
  });

  test('ends itself when it asks for that', async () => {
    const { view, panel } = await open('roll');

    await notify(view, 'ui/notifications/request-teardown', {});
    await panel.getByText('The view has ended itself.').waitFor();

    expect(view.isDetached()).toBe(true);
  });

  test('is shown again for a call after it has ended itself', async () => {
    const { view, panel } = await open('roll');
    await notify(view, 'ui/notifications/request-teardown', {});
    await panel.getByText('The view has ended itself.').waitFor();

    await panel.getByLabel('sides').fill('6');
    await panel.getByRole('button', { name: 'Run' }).click();
    const next = await findView(page, panel);

    expect(await waitForMessage(next, 'ui/notifications/tool-input')).toEqual({ arguments: { sides: 6 } });
    expect(await panel.locator('.view-stopped').innerText()).toBe('');
  });

  test('gets an error for a method that no host has', async () => {
    const { view } = await open('roll');

    expect(await ask(view, 'tools/list', {})).toMatchObject({ error: { code: -32601 } });
    expect(await ask(view, 'ping', {})).toMatchObject({ result: {} });
  });
});

describe.skipIf(!hasChromium)('a view that does not answer', () => {
  test('is replaced by the next call all the same', async () => {
    const { view, panel } = await open('silent');

    await panel.getByRole('button', { name: 'Run' }).click();
    await waitForMessage(view, 'ui/notifications/tool-result');
    await panel.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => view.isDetached()).toBe(true);
    const next = await findView(page, panel);

    expect(await waitForMessage(next, 'ui/notifications/tool-result')).toMatchObject({ content: [{ text: 'quiet' }] });
  });

  test('is reported if its sandbox cannot be reached', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    await page.clock.install();
    await page.route('**/mcp/view-sandbox**', (route) => route.abort());
    const panel = page.locator('details.component[data-id="roll"]');
    await panel.locator('summary').first().click();
    await panel.locator('.view-frame iframe').waitFor();

    await page.clock.fastForward(viewLimits.startTimeoutMs);
    await panel.getByText('did not answer').first().waitFor();

    expect(await panel.locator('.view-frame iframe').count()).toBe(0);
    browser.takeComplaints();
  });
});

test.skipIf(!hasChromium)('a page whose tools have no view opens no port and loads no host', async () => {
  page = await browser.open(`${server.url}/mcp/meta/plain`);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));

  await page.locator('details.component').first().locator('summary').first().click();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Done in').waitFor();

  expect(loaded.some((path) => path.includes('send-request'))).toBe(true);
  expect(loaded.filter((path) => /view|sandbox|swaps/.test(path))).toEqual([]);
  expect(await page.locator('[data-sandbox]').count()).toBe(0);
});
