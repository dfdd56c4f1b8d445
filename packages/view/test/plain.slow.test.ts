/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage, hasChromium, openBrowser, type OpenView, type TestBrowser } from './browser/open-pages.js';
import type { HostSettings } from './browser/host-page.js';

const everything: HostSettings['capabilities'] = {
  serverTools: {},
  serverResources: {},
  openLinks: {},
  downloadFile: {},
  message: {},
  updateModelContext: {},
  logging: {},
};

describe.skipIf(!hasChromium)('a view in the official bridge', () => {
  let browser: TestBrowser;
  let html: string;

  beforeAll(async () => {
    [browser, html] = await Promise.all([openBrowser(), bundlePage('plain-view.ts')]);
  });
  afterAll(() => browser.close());

  const open = (more: Partial<HostSettings> = {}): Promise<OpenView> =>
    browser.open({ html, capabilities: everything, ...more });
  const errorOf = ({ frame }: OpenView, action: string): Promise<unknown> =>
    frame.evaluate((code) => window.outcomeOf(new Function(`return ${code}`)() as Promise<unknown>), action);

  test('it introduces itself, and knows its host', async () => {
    const { page, frame } = await open({ context: { theme: 'dark', locale: 'de-AT' } });

    expect(await page.evaluate(() => window.host.bridge.getAppVersion())).toEqual({ name: 'Board', version: '1.0.0' });
    expect(await frame.evaluate(() => window.view.host)).toEqual({
      name: 'Test host',
      version: '2.0.0',
      capabilities: everything,
      context: { theme: 'dark', locale: 'de-AT' },
    });
  });

  test('it gets the input in parts, the input and the result of the call that opened it', async () => {
    const { page, frame } = await open();

    await page.evaluate(async () => {
      const { bridge } = window.host;
      await bridge.sendToolInputPartial({ arguments: { si: 1 } });
      await bridge.sendToolInput({ arguments: { sides: 6 } });
      await bridge.sendToolResult({ content: [{ type: 'text', text: '4' }], structuredContent: { total: 4 } });
    });

    await expect
      .poll(() => frame.evaluate(() => window.calls))
      .toEqual([
        {},
        { partialInput: { si: 1 } },
        { input: { sides: 6 } },
        { input: { sides: 6 }, result: { total: 4 }, content: [{ type: 'text', text: '4' }] },
      ]);
    expect(await frame.evaluate(() => window.results)).toEqual([4]);
  });

  test('a listener that comes late misses nothing', async () => {
    const { page, frame } = await open();
    await page.evaluate(() => window.host.bridge.sendToolResult({ content: [], structuredContent: { total: 4 } }));
    await expect.poll(() => frame.evaluate(() => window.results)).toEqual([4]);

    expect(
      await frame.evaluate(() => {
        const late: number[] = [];
        window.view.onResult(window.tools.roll, ({ total }) => late.push(total));
        return late;
      }),
    ).toEqual([4]);
  });

  test('it gets the reason of a call that was cancelled', async () => {
    const { page, frame } = await open();

    await page.evaluate(() => window.host.bridge.sendToolCancelled({ reason: 'user action' }));

    await expect
      .poll(() => frame.evaluate(() => window.calls.at(-1)))
      .toEqual({ cancelled: { reason: 'user action' } });
  });

  test('it gets the words of a tool that failed', async () => {
    const { page, frame } = await open();

    await page.evaluate(() =>
      window.host.bridge.sendToolResult({ content: [{ type: 'text', text: 'no such die' }], isError: true }),
    );

    await expect.poll(() => frame.evaluate(() => window.calls.at(-1)?.content?.length)).toBe(1);
    expect(
      await frame.evaluate(() => {
        let found: unknown;
        window.view.watch(window.tools.roll, ({ error }) => (found = [error?.code, error?.message]))();
        return found;
      }),
    ).toEqual(['tool-failed', 'no such die']);
    expect(await frame.evaluate(() => window.results)).toEqual([]);
  });

  test('its links are opened by the host, except those that it answers itself', async () => {
    const { page, frame, seen } = await open();

    await frame.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<a id="link" href="https://example.com/a"><b>more</b></a><a id="own" href="https://example.com/b">own</a><a id="part" href="#x">part</a>',
      );
      document.querySelector('#own')?.addEventListener('click', (event) => event.preventDefault());
      for (const id of ['own', 'part', 'link']) document.querySelector<HTMLElement>(`#${id} b, #${id}`)?.click();
    });

    await expect.poll(() => seen('link')).toMatchObject([{ params: { url: 'https://example.com/a' } }]);
    expect(page.frames()).toContain(frame);
  });

  test.each([
    ['dice_roll', 1],
    ['unroll', 0],
    ['re_roll', 0],
    ['dice_re_roll', 0],
    ['hold', 0],
  ])('the result of the tool "%s" reaches the listeners of "roll" %i times', async (name, times) => {
    const tool = { name, inputSchema: { type: 'object' as const } };
    const { page, frame } = await open({ context: { toolInfo: { tool } } });

    await page.evaluate(async () => {
      await window.host.bridge.sendToolResult({ content: [], structuredContent: { total: 4 } });
    });

    await expect.poll(() => frame.evaluate(() => window.calls.length)).toBe(2);
    expect(await frame.evaluate(() => window.results.length)).toBe(times);
  });

  test('it calls a tool, and reads its result', async () => {
    const view = await open({
      tools: {
        roll: { structuredContent: { total: 5 } },
        words: { content: [{ type: 'text', text: 'sunny' }] },
        list: { structuredContent: { result: [1, 2] } },
      },
    });

    expect(await view.frame.evaluate(() => window.view.call(window.tools.roll, { sides: 6 }))).toEqual({ total: 5 });
    expect(await view.frame.evaluate(() => window.view.call(window.tools.words, { city: 'Oslo' }))).toBe('sunny');
    expect(await view.frame.evaluate(() => window.view.call(window.tools.list))).toEqual([1, 2]);
    expect(await view.seen('call')).toEqual([
      { kind: 'call', params: { name: 'roll', arguments: { sides: 6 } } },
      { kind: 'call', params: { name: 'words', arguments: { city: 'Oslo' } } },
      { kind: 'call', params: { name: 'list', arguments: {} } },
    ]);
  });

  test('a result in text alone, as of older revisions, is read as data', async () => {
    const { frame } = await open({ tools: { roll: { content: [{ type: 'text', text: '{"total":5}' }] } } });

    expect(await frame.evaluate(() => window.view.call(window.tools.roll, { sides: 6 }))).toEqual({ total: 5 });
  });

  test('a call reports the progress that the host passes on', async () => {
    const { frame } = await open({ tools: { roll: { structuredContent: { total: 5 } } } });

    expect(
      await frame.evaluate(async () => {
        const seen: unknown[] = [];
        await window.view.call(window.tools.roll, { sides: 6 }, { onProgress: (progress) => seen.push(progress) });
        return seen;
      }),
    ).toMatchObject([{ progress: 1, total: 2 }]);
  });

  test('a call that fails says why', async () => {
    const view = await open({
      tools: {
        roll: { content: [{ type: 'text', text: 'no such die' }], isError: true },
        words: { isError: true },
        list: { content: [{ type: 'text', text: 'three' }] },
      },
    });

    expect(await errorOf(view, 'view.call(tools.roll, { sides: 0 })')).toEqual(['tool-failed', 'no such die']);
    expect(await errorOf(view, 'view.call(tools.words, {})')).toEqual(['tool-failed', 'the tool "words" failed']);
    expect(await errorOf(view, 'view.call(tools.list)')).toEqual([
      'malformed',
      'the answer of "list" has no structured content',
    ]);
  });

  test('a call ends with its timeout, and the host is told', async () => {
    const view = await open();

    expect(await errorOf(view, 'view.call(tools.roll, { sides: 6 }, { timeoutMs: 20 })')).toEqual([
      'timeout',
      'the host has not answered "tools/call"',
    ]);
    await expect.poll(() => view.seen('aborted')).toHaveLength(1);
  });

  test('a call can be cancelled, and the host is told', async () => {
    const view = await open();

    const outcome = errorOf(
      view,
      '(() => { window.stop = new AbortController(); return view.call(tools.roll, { sides: 6 }, { signal: window.stop.signal }); })()',
    );
    await expect.poll(() => view.seen('call')).toHaveLength(1);
    await view.frame.evaluate(() => (window as unknown as { stop: AbortController }).stop.abort(new Error('no more')));

    expect(await outcome).toBe('Error: no more');
    await expect.poll(() => view.seen('aborted')).toHaveLength(1);
  });

  test('it reads resources, opens links, sends messages, files and context, and writes to the log', async () => {
    const view = await open();
    const { frame } = view;

    expect(await frame.evaluate(() => window.view.readResource('dice://rules'))).toEqual([
      { uri: 'dice://rules', mimeType: 'text/plain', text: 'read dice://rules' },
    ]);
    await frame.evaluate(async () => {
      await window.view.openLink('https://example.com');
      await window.view.sendMessage('Roll again');
      await window.view.updateModelContext({ structuredContent: { total: 4 } });
      await window.view.downloadFile({ name: 'a b.csv', mimeType: 'text/csv', content: 'a,b' });
      await window.view.downloadFile({ name: 'b', mimeType: 'image/png', content: Uint8Array.of(255, 0) });
      window.view.log('info', { rolled: 4 });
      window.view.requestTeardown();
    });

    expect(await view.seen('link')).toMatchObject([{ params: { url: 'https://example.com' } }]);
    expect(await view.seen('message')).toMatchObject([
      { params: { role: 'user', content: [{ type: 'text', text: 'Roll again' }] } },
    ]);
    expect(await view.seen('context')).toMatchObject([{ params: { structuredContent: { total: 4 } } }]);
    expect(await view.seen('file')).toMatchObject([
      { params: { contents: [{ type: 'resource', resource: { uri: 'file:///a%20b.csv', text: 'a,b' } }] } },
      { params: { contents: [{ type: 'resource', resource: { uri: 'file:///b', blob: '/wA=' } }] } },
    ]);
    await expect.poll(() => view.seen('log')).toMatchObject([{ params: { level: 'info', data: { rolled: 4 } } }]);
    await expect.poll(() => view.seen('teardown wanted')).toHaveLength(1);
  });

  test('what a host refuses is an error', async () => {
    const view = await open();

    expect(await errorOf(view, 'view.openLink("file:///etc/passwd")')).toEqual([
      'refused',
      'Test host has refused "ui/open-link"',
    ]);
    expect(await errorOf(view, 'view.request("resources/unknown")')).toEqual(['refused', expect.any(String)]);
  });

  test('a host that does not offer something is named, and asked nothing', async () => {
    const view = await open({ capabilities: {}, context: { availableDisplayModes: ['inline'] } });
    const offers = [
      ['view.call(tools.roll, { sides: 6 })', 'call tools'],
      ['view.readResource("dice://rules")', 'read resources'],
      ['view.openLink("https://example.com")', 'open links'],
      ['view.sendMessage("hello")', 'send messages'],
      ['view.updateModelContext({})', 'change the context of the model'],
      ['view.downloadFile({ name: "a", mimeType: "text/plain", content: "" })', 'start downloads'],
      ['view.requestDisplayMode("pip")', 'be shown pip'],
    ] as const;

    for (const [action, words] of offers) {
      expect(await errorOf(view, action)).toEqual(['unsupported', `Test host does not let views ${words}`]);
    }
    expect(await view.page.evaluate(() => window.host.seen.filter(({ kind }) => kind !== 'size'))).toEqual([]);
  });

  test('the mode in which it is shown is the one that the host chooses', async () => {
    const { frame } = await open({ context: { availableDisplayModes: ['inline', 'fullscreen', 'pip'] } });

    expect(await frame.evaluate(() => window.view.requestDisplayMode('fullscreen'))).toBe('fullscreen');
    expect(await frame.evaluate(() => window.view.requestDisplayMode('pip'))).toBe('inline');
  });

  test('it takes over theme, colours and fonts, and takes back what the host no longer gives', async () => {
    const context = {
      theme: 'dark' as const,
      styles: {
        variables: { '--color-text-primary': 'rgb(1, 2, 3)', '--font-sans': 'Dice' } as never,
        css: { fonts: '@font-face { font-family: Dice; src: url(data:font/woff2,) }' },
      },
    };
    const { page, frame } = await open({ context });
    const styles = () =>
      frame.evaluate(() => {
        const { style, dataset } = document.documentElement;
        const fonts = [...document.querySelectorAll('style')].map(({ textContent }) => textContent);
        return [dataset['theme'], style.colorScheme, style.getPropertyValue('--color-text-primary'), fonts.join()];
      });

    expect(await styles()).toEqual(['dark', 'dark', 'rgb(1, 2, 3)', context.styles.css.fonts]);
    await page.evaluate(() => {
      void window.host.bridge.sendHostContextChange({ theme: 'light', styles: { variables: {} as never } });
    });

    await expect.poll(styles).toEqual(['light', 'light', '', '']);
    expect(await frame.evaluate(() => window.view.host.context.theme)).toBe('light');
  });

  test('it reports its size, larger and smaller', async () => {
    const view = await open();
    const grow = (height: string) =>
      view.frame.evaluate((to) => void (document.body.style.cssText = `margin: 0; height: ${to}`), height);
    const last = async () => (await view.seen('size')).at(-1)?.params;

    await grow('777px');
    await expect.poll(last).toEqual({ width: 400, height: 777 });
    await grow('50px');
    await expect.poll(last).toEqual({ width: 400, height: 50 });
  });

  test('a page that is as high as its window reports what it needs', async () => {
    const view = await open();
    const last = async () => (await view.seen('size')).at(-1)?.params;

    await view.frame.evaluate(() => {
      document.documentElement.style.height = '100%';
      document.body.style.cssText = 'margin: 0; min-height: 40px';
    });

    await expect.poll(last).toEqual({ width: 400, height: 40 });
  });

  test('the host waits for what it does before it is removed', async () => {
    const { page, frame } = await open();
    await frame.evaluate(() => {
      window.view.onTeardown(async () => {
        await Promise.resolve();
        window.results.push(-1);
      });
      window.view.onTeardown(() => Promise.reject(new Error('failed')));
    });

    await page.evaluate(() => window.host.bridge.teardownResource({}));

    expect(await frame.evaluate(() => window.results)).toEqual([-1]);
  });

  test('a request that a view does not know is answered', async () => {
    const { page } = await open();

    expect(
      await page.evaluate(async () => {
        try {
          await window.host.bridge.callTool({ name: 'of-the-view' });
        } catch (error) {
          return String(error);
        }
        return '';
      }),
    ).toContain('a view has no "tools/call"');
  });

  test('messages of other windows are ignored', async () => {
    const { page, frame } = await open();
    const result = (total: number) => ({
      jsonrpc: '2.0',
      method: 'ui/notifications/tool-result',
      params: { content: [], structuredContent: { total } },
    });

    // A frame of the view itself, and the view's own window.
    await frame.evaluate(async (message) => {
      const inner = document.createElement('iframe');
      inner.srcdoc = `<script>parent.postMessage(${JSON.stringify(message)}, '*'); parent.postMessage('sent', '*')</script>`;
      const sent = new Promise((resolve) => addEventListener('message', ({ data }) => data === 'sent' && resolve(0)));
      document.body.append(inner);
      postMessage(message, '*');
      await sent;
    }, result(666));
    await page.evaluate(
      (messages) => messages.forEach((message) => window.host.frame.contentWindow?.postMessage(message, '*')),
      [null, 'text', { ...result(667), jsonrpc: '1.0' }, { jsonrpc: '2.0', id: 99, result: {} }, result(4)],
    );

    await expect.poll(() => frame.evaluate(() => window.results)).toEqual([4]);
  });

  test('arguments reach the host as JSON', async () => {
    const view = await open({ tools: { roll: { structuredContent: { total: 1 } } } });

    await view.frame.evaluate(async () => {
      const input = { sides: 6, at: new Date(0), nothing: undefined, listener: () => 1 };
      await window.view.call(window.tools.roll, input);
    });

    expect(await view.seen('call')).toMatchObject([
      { params: { arguments: { sides: 6, at: '1970-01-01T00:00:00.000Z' } } },
    ]);
  });

  test('requests fail once it is closed', async () => {
    const view = await open();
    const running = errorOf(view, 'view.call(tools.roll, { sides: 6 })');
    await expect.poll(() => view.seen('call')).toHaveLength(1);

    await view.frame.evaluate(() => window.view.close());

    expect(await running).toEqual(['closed', 'the view is closed']);
    expect(await errorOf(view, 'view.readResource("a")')).toEqual(['closed', 'the view is closed']);
  });

  test('state is kept only by a host that keeps it, and is there after the page was loaded again', async () => {
    const keeping = { ...everything, experimental: { 'sigil/kept-state': { state: { rolls: [1, 2] } } } };
    const [kept, plain] = [await open({ capabilities: keeping }), await open()];

    expect(await kept.frame.evaluate(() => window.view.keptState('rolls'))).toEqual([1, 2]);
    expect(await plain.frame.evaluate(() => window.view.keptState('rolls'))).toBeUndefined();
    const messages = async ({ page, frame }: OpenView) => {
      await page.evaluate(() => {
        addEventListener('message', ({ data }) => {
          if (data.method === 'sigil/notifications/kept-state')
            window.host.seen.push({ kind: 'kept', params: data.params });
        });
      });
      await frame.evaluate(() => window.view.keepState('rolls', [3]));
      await frame.evaluate(() => window.view.requestTeardown());
      await expect
        .poll(() => page.evaluate(() => window.host.seen.some(({ kind }) => kind === 'teardown wanted')))
        .toBe(true);
      return page.evaluate(() => window.host.seen.filter(({ kind }) => kind === 'kept'));
    };
    expect(await messages(kept)).toEqual([{ kind: 'kept', params: { name: 'rolls', value: [3] } }]);
    expect(await messages(plain)).toEqual([]);
  });

  test('a page by itself says that it needs a host', async () => {
    const page = await browser.openAlone(html);

    await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
    const [error] = await Promise.all([page.waitForEvent('pageerror'), page.reload()]);
    expect(error.message).toContain('open it in a host of MCP Apps');
  });
});
