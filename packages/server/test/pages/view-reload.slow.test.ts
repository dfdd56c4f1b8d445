/// <reference lib="dom" />
import { fixedSource, buildCatalog, type CatalogSource } from '@sigil/core/catalog';
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
import { mountSource, servePages, type PagedServer } from './paged-server.test-support.js';
import { findView, openView, viewComponents, viewTool, waitForMessage, writeView } from './view-server.test-support.js';

const uri = 'ui://dice/board';

let server: PagedServer;
let browser: TestBrowser;
let page: Page;
let word = 'first';
const listeners = new Set<Parameters<CatalogSource['onChange']>[0]>();

/** Stands for a swap of a build in which only code has changed. */
const swap = (): void => {
  for (const listener of listeners) listener(new Set());
};

const stories = {
  problems: ['faulty.story.ts: "six" has no "name".'],
  stories: [
    {
      tool: 'roll',
      name: 'Six',
      input: { sides: 6 },
      partialInputs: [{}, { sides: 0 }],
      result: { content: [], structuredContent: { total: 4 } },
    },
    { tool: 'other', name: 'Other', input: {}, result: { content: [] } },
  ],
};

beforeAll(async () => {
  if (!hasChromium) return;
  const roll = viewTool('roll', { resourceUri: uri }, () => `rolled ${word}`);
  const components = viewComponents([{ uri, html: () => writeView(`document.body.append('${word}');`) }], [roll]);
  const source: CatalogSource = {
    ...fixedSource(buildCatalog({ resourceTemplates: [], prompts: [], ...components })),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  server = await servePages([mountSource('dice', source)], { stories: () => Promise.resolve(stories) });
  browser = await openBrowser();
});

afterEach(async () => {
  await page?.context().close();
  word = 'first';
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const methodsOf = (view: Frame): Promise<unknown[]> =>
  view.evaluate(() => (globalThis as unknown as { received: { method?: string }[] }).received.map((it) => it.method));

describe.skipIf(!hasChromium)('an open view', () => {
  test('is loaded again after a swap that changes it, with the call that it shows', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    const { panel, view } = await openView(page, 'roll');
    await panel.getByRole('button', { name: 'Run' }).click();
    await waitForMessage(view, 'ui/notifications/tool-result');

    word = 'second';
    swap();
    await expect.poll(() => view.isDetached()).toBe(true);
    const next = await findView(page, panel);
    await next.getByText('second').waitFor();
    const result = await waitForMessage(next, 'ui/notifications/tool-result');
    const methods = await methodsOf(next);

    expect(result).toMatchObject({ content: [{ text: 'rolled first' }] });
    expect(methods.slice(1)).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result']);
    expect(await panel.getByText('Done in').count()).toBe(1);
  });

  test('asks again for calls that the reader has allowed to its former bytes', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    const { panel, view } = await openView(page, 'roll');
    const call = (frame: Frame): Promise<unknown> =>
      frame.evaluate(() =>
        (globalThis as unknown as { ask(...it: unknown[]): Promise<unknown> }).ask('tools/call', { name: 'roll' }),
      );
    const asked = panel.getByRole('group', { name: 'The view calls the tool “roll”' });
    const first = call(view);
    await asked.getByRole('button', { name: 'Always for this view' }).click();
    await first;

    await panel.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => view.isDetached()).toBe(true);
    const reloaded = await findView(page, panel);
    await reloaded.waitForFunction(() => 'initialized' in globalThis);
    const allowed = await call(reloaded);
    word = 'second';
    swap();
    await expect.poll(() => reloaded.isDetached()).toBe(true);
    const changed = await findView(page, panel);
    await changed.waitForFunction(() => 'initialized' in globalThis);
    const refused = call(changed);
    await asked.getByRole('button', { name: 'Refuse' }).click();

    expect(allowed).toMatchObject({ result: { content: [{ text: 'rolled first' }] } });
    expect(await refused).toMatchObject({ error: { message: 'the user refused' } });
  });

  test('stays as it is after a swap that does not change it', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    const { view } = await openView(page, 'roll');
    const read = page.waitForResponse((response) => (response.request().postData() ?? '').includes('resources/read'));

    swap();
    await read;
    await view.evaluate(() => new Promise(requestAnimationFrame));

    expect(view.isDetached()).toBe(false);
  });

  test('shows a recorded input without running its tool', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    const { panel, view } = await openView(page, 'roll');
    await panel.getByText('faulty.story.ts').waitFor();

    await view.evaluate(() => {
      // Reports on the page what the instance before gets of the recorded call.
      addEventListener('message', ({ data }: MessageEvent<{ method?: string }>) => {
        if (data.method?.startsWith('ui/notifications/tool-'))
          parent.postMessage(
            { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', data: data.method } },
            '*',
          );
      });
    });
    await panel.getByRole('button', { name: 'Six' }).click();
    await expect.poll(() => view.isDetached()).toBe(true);
    const recorded = await findView(page, panel);
    const input = await waitForMessage(recorded, 'ui/notifications/tool-input');
    const result = await waitForMessage(recorded, 'ui/notifications/tool-result');
    const methods = await methodsOf(recorded);
    await keepScreenshot(panel, 'view-story');

    expect(input).toEqual({ arguments: { sides: 6 } });
    expect(methods.slice(1)).toEqual([
      'ui/notifications/tool-input-partial',
      'ui/notifications/tool-input-partial',
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
    ]);
    expect(result).toMatchObject({ structuredContent: { total: 4 } });
    expect(await panel.getByText('notifications/message error').count()).toBe(0);
    expect(await panel.getByRole('button', { name: 'Other' }).count()).toBe(0);
    expect(await panel.getByText('Done in').count()).toBe(0);
    expect([...(await findAxeProblems(page)), ...(await findObstacles(page))]).toEqual([]);
  });

  test('stops listening for swaps when its page is closed', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    await openView(page, 'roll');
    await expect.poll(() => listeners.size).toBeGreaterThan(0);
    const before = listeners.size;

    await page.close();

    await expect.poll(() => listeners.size).toBeLessThan(before);
  });
});
