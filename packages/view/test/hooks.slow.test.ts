/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage, hasChromium, openBrowser, type OpenView, type TestBrowser } from './browser/open-pages.js';
import type { HostSettings } from './browser/host-page.js';

describe.skipIf(!hasChromium)('the hooks', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  describe.each(['preact', 'react'])('of %s', (framework) => {
    let html: string;
    beforeAll(async () => {
      html = await bundlePage(`${framework}-view.ts`);
    });

    const open = (more: Partial<HostSettings> = {}): Promise<OpenView> =>
      browser.open({ html, capabilities: { serverTools: {} }, ...more });
    const textOf = async ({ frame }: OpenView, id: string): Promise<string | null> => frame.textContent(`#${id}`);
    const dataOf = async (view: OpenView, id: string): Promise<unknown> => JSON.parse((await textOf(view, id)) ?? '');

    test('follow the call that opened the view', async () => {
      const view = await open();

      await view.page.evaluate(async () => {
        await window.host.bridge.sendToolInput({ arguments: { sides: 6 } });
        await window.host.bridge.sendToolResult({ content: [], structuredContent: { total: 4 } });
      });

      await expect.poll(() => dataOf(view, 'call')).toEqual({ input: { sides: 6 }, result: { total: 4 } });
    });

    test('follow the host', async () => {
      const view = await open({ context: { theme: 'dark' } });
      await expect.poll(() => textOf(view, 'host')).toBe('Test host, dark, 2.0.0');

      await view.page.evaluate(() => void window.host.bridge.sendHostContextChange({ theme: 'light' }));

      await expect.poll(() => textOf(view, 'host')).toBe('Test host, light, 2.0.0');
    });

    test('call a tool, and show its result', async () => {
      const view = await open({ tools: { roll: { structuredContent: { total: 5 } } } });

      await view.frame.click('#roll');

      await expect.poll(() => dataOf(view, 'again')).toEqual({ pending: false, result: { total: 5 } });
    });

    test('show that a call is running', async () => {
      const view = await open();

      await view.frame.click('#roll');

      await expect.poll(() => dataOf(view, 'again')).toEqual({ pending: true });
    });

    test('show why a call has failed beside the last result, and throw nothing', async () => {
      const view = await open({ tools: { roll: { structuredContent: { total: 5 } } } });
      await view.frame.click('#roll');
      await expect.poll(() => dataOf(view, 'again')).toMatchObject({ result: { total: 5 } });
      await view.page.evaluate(() => {
        const content = [{ type: 'text' as const, text: 'no such die' }];
        window.host.bridge.oncalltool = async () => ({ isError: true, content });
      });

      await view.frame.click('#roll');

      await expect
        .poll(() => dataOf(view, 'again'))
        .toEqual({ pending: false, result: { total: 5 }, error: 'no such die' });
      expect(view.complaints).toEqual([]);
    });

    test('render only when something has changed', async () => {
      const view = await open();
      await view.frame.waitForSelector('#renders');
      await view.page.evaluate(() => window.host.bridge.sendToolInput({ arguments: { sides: 6 } }));
      await expect.poll(() => dataOf(view, 'call')).toEqual({ input: { sides: 6 } });

      expect(Number(await textOf(view, 'renders'))).toBeLessThanOrEqual(4);
    });

    test('keep state over a reload by a host that keeps it', async () => {
      const experimental = { 'sigil/kept-state': { state: { clicks: 7 } } };
      const view = await open({ capabilities: { serverTools: {}, experimental } });
      await view.page.evaluate(() => {
        addEventListener('message', ({ data }) => {
          if (data.method === 'sigil/notifications/kept-state')
            window.host.seen.push({ kind: 'kept', params: data.params });
        });
      });

      await view.frame.click('#roll');

      await expect.poll(() => textOf(view, 'roll')).toBe('clicked 8');
      await expect.poll(() => view.seen('kept')).toContainEqual({ kind: 'kept', params: { name: 'clicks', value: 8 } });
    });

    test('say in the page that there is no host', async () => {
      const page = await browser.openAlone(html);

      await expect.poll(() => page.textContent('[role=alert]')).toContain('open it in a host of MCP Apps');
    });
  });
});
