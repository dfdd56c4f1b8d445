/// <reference lib="dom" />
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { viewLimits } from '@sigil/console';
import { hasChromium, openBrowser, type TestBrowser } from './chromium.test-support.js';
import { servePages, type PagedServer } from './paged-server.test-support.js';
import { mountViews, openView, viewTool, writeView, type OpenView } from './view-server.test-support.js';

let server: PagedServer;
let browser: TestBrowser;
let page: Page;
let declared: Recorder;
let undeclared: Recorder;
let opened: OpenView;

/** A server of this machine that answers pages of every origin, and records the paths that are asked for. */
interface Recorder {
  readonly server: Server;
  readonly url: string;
  readonly paths: string[];
}

async function openRecorder(): Promise<Recorder> {
  const paths: string[] = [];
  const recorder = createServer(({ url = '' }, response) => {
    paths.push(url);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' }).end('reached');
  });
  recorder.on('upgrade', ({ url = '' }, socket) => {
    paths.push(url);
    socket.destroy();
  });
  recorder.listen(0, '127.0.0.1');
  await once(recorder, 'listening');
  return { server: recorder, url: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`, paths };
}

const [first, second] = ['ui://attack/first', 'ui://attack/second'];

beforeAll(async () => {
  if (!hasChromium) return;
  [declared, undeclared] = await Promise.all([openRecorder(), openRecorder()]);
  const ui = {
    csp: {
      connectDomains: [declared.url, '*', 'http:', "'self'"],
      resourceDomains: [declared.url],
      frameDomains: [declared.url],
    },
    permissions: { clipboardWrite: {} },
  };
  server = await servePages([
    mountViews(
      'attack',
      [
        { uri: first, html: () => writeView(), ui },
        { uri: second, html: () => writeView() },
        { uri: 'ui://attack/self', html: () => writeView(), ui: { csp: { connectDomains: [ownAddress()] } } },
      ],
      [
        viewTool('first', { resourceUri: first }, () => 'one'),
        viewTool('second', { resourceUri: second }, () => 'two'),
        viewTool('self', { resourceUri: 'ui://attack/self' }, () => 'three'),
      ],
    ),
  ]);
  browser = await openBrowser(['--site-per-process']);
});

/** Read when the view is, after the server has begun to listen. */
const ownAddress = (): string => 'http://127.0.0.1:*';

beforeEach(async () => {
  if (!hasChromium) return;
  page = await browser.open(`${server.url}/mcp/meta/attack`);
  opened = await openView(page, 'first');
  await opened.view.waitForFunction(() => 'initialized' in globalThis);
  await page.evaluate(() => {
    document.cookie = 'secret=1';
    localStorage.setItem('token', 'secret');
  });
  undeclared.paths.length = 0;
  declared.paths.length = 0;
});

afterEach(() => page?.context().close());

afterAll(async () => {
  await browser?.close();
  await server?.close();
  for (const recorder of [declared, undeclared]) recorder?.server.close().closeAllConnections();
});

describe.skipIf(!hasChromium)('a hostile view', () => {
  test('has an opaque origin: no storage, no cookie, no worker and no page of another origin', async () => {
    const { view } = opened;

    const origin = await view.evaluate(() => self.origin);
    const reached = await view.evaluate(async () => {
      const attempts: Readonly<Record<string, () => unknown>> = {
        localStorage: () => localStorage.length >= 0,
        sessionStorage: () => sessionStorage.length >= 0,
        cookie: () => document.cookie !== undefined,
        database: () =>
          new Promise((resolve, reject) => {
            const opening = indexedDB.open('x');
            opening.addEventListener('success', () => resolve(true));
            opening.addEventListener('error', () => reject(new Error('refused')));
          }),
        serviceWorker: () => navigator.serviceWorker.register('/x.js'),
        parentDocument: () => parent.document.body,
        topDocument: () => top!.document.body,
        topStorage: () => (top as unknown as Window).localStorage,
        topAddress: () => top!.location.href,
        frameElement: () => frameElement,
        otherFrames: () => top!.frames[0]!.document,
        topLeaves: () => {
          top!.location.href = 'about:blank#left';
          return true;
        },
        parentLeaves: () => {
          parent.location.href = 'about:blank#left';
          return true;
        },
        popup: () => open('about:blank'),
      };
      const succeeded: string[] = [];
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          if (await attempt()) succeeded.push(name);
        } catch {
          // Refused.
        }
      }
      return succeeded;
    });

    expect(origin).toBe('null');
    expect(reached).toEqual([]);
    expect(page.url()).toBe(`${server.url}/mcp/meta/attack`);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('does not leave the page for another, even by a click of the reader', async () => {
    const { view } = opened;
    await view.evaluate(() => {
      document.body.innerHTML = `<button onclick="try { top.location.href = 'about:blank' } catch {}; open('about:blank')">Go</button>`;
    });

    await view.getByRole('button', { name: 'Go' }).click();
    await view.evaluate(() => 1);

    expect(page.url()).toBe(`${server.url}/mcp/meta/attack`);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('reaches hosts that it declares', async () => {
    const text = await opened.view.evaluate(async (url) => (await fetch(`${url}/declared`)).text(), declared.url);

    expect(text).toBe('reached');
    expect(declared.paths).toEqual(['/declared']);
  });

  test('reaches no other host by anything that a policy covers', async () => {
    const { view } = opened;
    await view.evaluate(
      async ([url, socketUrl]) => {
        const settle = (attempt: () => unknown): Promise<unknown> =>
          Promise.race([
            Promise.resolve()
              .then(attempt)
              .catch(() => undefined),
            new Promise((resolve) => setTimeout(resolve, 300)),
          ]);
        const element = (name: string, attributes: Readonly<Record<string, string>>): void => {
          const node = document.createElement(name);
          for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
          document.body.append(node);
        };
        await settle(() => fetch(`${url}/fetch`, { mode: 'no-cors' }));
        await settle(() => navigator.sendBeacon(`${url}/beacon`, 'x'));
        await settle(() => new WebSocket(`${socketUrl}/socket`));
        await settle(() => new EventSource(`${url}/events`));
        await settle(() => import(`${url}/module`));
        element('img', { src: `${url}/image` });
        element('script', { src: `${url}/script` });
        element('link', { rel: 'stylesheet', href: `${url}/style` });
        element('link', { rel: 'prefetch', href: `${url}/prefetch` });
        element('link', { rel: 'preload', as: 'image', href: `${url}/preload` });
        element('link', { rel: 'icon', href: `${url}/icon` });
        element('link', { rel: 'preconnect', href: `${url}/preconnect` });
        element('iframe', { src: `${url}/frame` });
        element('object', { data: `${url}/object` });
        element('embed', { src: `${url}/embed` });
        element('video', { src: `${url}/video`, autoplay: '' });
        element('div', { style: `background-image: url(${url}/background)` });
      },
      [undeclared.url, undeclared.url.replace('http', 'ws')] as const,
    );

    expect(undeclared.paths).toEqual([]);
  });

  test.each(['itself', 'in a frame that it writes'])('connects to no other machine by WebRTC: %s', async (place) => {
    const { view } = opened;
    const socket = createSocket('udp4');
    onTestFinished(() => void socket.close());
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');

    const attempt = view.evaluate(
      ([port, isFramed]) => {
        const connect = async (to: number): Promise<void> => {
          const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${to}` }] });
          const gathered = new Promise<void>((resolve) => {
            connection.addEventListener('icecandidate', ({ candidate }) => candidate ?? resolve());
          });
          connection.createDataChannel('x');
          await connection.setLocalDescription(await connection.createOffer());
          await gathered;
        };
        if (!isFramed) return connect(port);
        const frame = document.createElement('iframe');
        frame.srcdoc = `<script>(${connect.toString()})(${port}).then(() => parent.postMessage('gathered', '*'))</script>`;
        document.body.append(frame);
        return new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => data === 'gathered' && resolve());
        });
      },
      [socket.address().port, place !== 'itself'] as const,
    );
    // The browser finds no way out, or ends the process of the view.
    const refused = attempt.then(
      () => 'refused',
      () => 'refused',
    );

    expect(await Promise.race([once(socket, 'message').then(() => 'sent'), refused])).toBe('refused');
  });

  test('sends no form away', async () => {
    const { view, panel } = opened;

    await view.evaluate((url) => {
      document.body.innerHTML = `<form action="${url}/form" method="post"><input name="a" value="b"><button>Send</button></form>`;
    }, undeclared.url);
    await view.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('The view left for another page').first().waitFor();

    expect(undeclared.paths).toEqual([]);
  });

  test('is ended when it navigates, and takes nothing along', async () => {
    const { view, panel } = opened;

    await view.evaluate((url) => void (location.href = `${url}/leave?secret`), undeclared.url);
    await panel.getByText('The view left for another page').first().waitFor();

    expect(undeclared.paths).toEqual([]);
    expect(await panel.locator('.view-frame iframe').count()).toBe(0);
  });

  test('is ended when it navigates to a host that it declares for frames', async () => {
    const { view, panel } = opened;

    await view.evaluate((url) => void (location.href = `${url}/leave`), declared.url);
    await panel.getByText('The view left for another page').first().waitFor();

    expect(await panel.locator('.view-frame iframe').count()).toBe(0);
  });

  test('does not reach its own server by declaring it', async () => {
    const { panel, view } = await openView(page, 'self');

    await view.evaluate(async (url) => {
      const directives: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        directives.push(effectiveDirective),
      );
      Object.assign(globalThis, { directives });
      for (const it of [url, url.replace('127.0.0.1', 'localhost')])
        await fetch(`${it}/mcp/meta/attack.json`, { mode: 'no-cors', credentials: 'include' }).catch(() => undefined);
    }, server.url);
    await expect
      .poll(() => view.evaluate(() => (globalThis as unknown as { directives: string[] }).directives))
      .toEqual(['connect-src', 'connect-src']);
    await panel.getByText('Messages').click();
    await panel.getByText('is not allowed, since it is the address of this server').waitFor();
  });

  test('gains nothing by messages that seem to come from the sandbox, the host or another view', async () => {
    const { view, panel } = opened;
    const other = await openView(page, 'second');
    await other.view.waitForFunction(() => 'initialized' in globalThis);
    const linesOf = (tool: string): Promise<string> =>
      page.locator(`details.component[data-id="${tool}"] .view-log .count`).innerText();
    // The handshake, and the hosts of the view.
    await expect.poll(() => linesOf('second')).toBe('4');

    await view.evaluate(() => {
      const call = { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'first' } };
      const stop = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-view-stopped', params: { reason: 'forged' } };
      const load = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: 'forged' } };
      for (let index = 0; index < top!.frames.length; index += 1) {
        const sandbox = top!.frames[index]!;
        for (const message of [call, stop, load]) {
          // To the page, to every sandbox, and to every view.
          top!.postMessage(message, '*');
          sandbox.postMessage(message, '*');
        }
      }
      parent.postMessage(stop, '*');
      parent.postMessage(load, '*');
      // A frame inside the view is not the view.
      const nested = document.createElement('iframe');
      nested.setAttribute('sandbox', 'allow-scripts');
      nested.srcdoc = `<script>parent.parent.postMessage(${JSON.stringify(call)}, '*'); top.postMessage(${JSON.stringify(stop)}, '*'); parent.postMessage('done', '*')</script>`;
      document.body.append(nested);
      return new Promise((resolve) => addEventListener('message', ({ data }) => data === 'done' && resolve(undefined)));
    });
    const ping = await view.evaluate(() =>
      (globalThis as unknown as { ask(method: string): Promise<unknown> }).ask('ping'),
    );

    expect(ping).toMatchObject({ result: {} });
    expect(await linesOf('second')).toBe('4');
    expect(await panel.getByText('forged').count()).toBe(0);
    // One of the messages went to its own sandbox as every view's do; the others are no calls.
    expect(await page.getByRole('group', { name: 'The view calls the tool' }).count()).toBe(1);
    expect(await panel.getByRole('group', { name: 'The view calls the tool' }).count()).toBe(1);
    expect(await other.view.evaluate(() => document.body.textContent)).not.toContain('forged');
  });

  test('does not cover the page again once its reader has left the full screen', async () => {
    const { view, panel } = opened;
    const cover = (): Promise<unknown> =>
      view.evaluate(() =>
        (globalThis as unknown as { ask(...it: unknown[]): Promise<{ result: unknown }> })
          .ask('ui/request-display-mode', { mode: 'fullscreen' })
          .then(({ result }) => result),
      );

    const first = await cover();
    await panel.getByRole('button', { name: 'Back to the page' }).click();
    const second = await cover();

    expect([first, second]).toEqual([{ mode: 'fullscreen' }, { mode: 'inline' }]);
  });

  test('is ended when it floods the page with messages', async () => {
    const { view, panel } = opened;

    await view
      .evaluate(() => {
        for (let count = 0; count < 100_000; count += 1)
          parent.postMessage(
            { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: count } },
            '*',
          );
      })
      .catch(() => undefined);
    await panel.getByText(`The view sent more than ${viewLimits.messageBurst} messages at once.`).first().waitFor();

    expect(await panel.locator('.view-frame iframe').count()).toBe(0);
  });

  test('is ended when it fills the memory of the page with long messages', async () => {
    const { view, panel } = opened;

    await view
      .evaluate((length) => {
        const data = 'x'.repeat(length);
        for (let count = 0; count < 20; count += 1)
          parent.postMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { data } }, '*');
      }, viewLimits.maxMessageCharacters - 1_000)
      .catch(() => undefined);
    await panel.getByText(`more than ${viewLimits.characterBurst} characters at once.`).first().waitFor();

    expect(await panel.locator('.view-frame iframe').count()).toBe(0);
  });

  test('is ended when it sends messages to the page itself, also from a frame inside it', async () => {
    const { view, panel } = opened;

    await view
      .evaluate(() => {
        const frame = document.createElement('iframe');
        frame.srcdoc =
          '<script>for (let count = 0; count < 1000; count += 1) top.postMessage("x".repeat(100_000), "*")</script>';
        document.body.append(frame);
      })
      .catch(() => undefined);
    await panel.getByText('The view sent messages to the page, and not to its host.').first().waitFor();

    expect(await panel.locator('.view-frame iframe').count()).toBe(0);
  });

  test('does not pass on a message that is too long, or that is no JSON', async () => {
    const { view, panel } = opened;

    const answer = await view.evaluate((length) => {
      const loop: Record<string, unknown> = {};
      loop['loop'] = loop;
      for (const message of [loop, 1n, 'text', null, [], new Map(), { method: 1n }]) parent.postMessage(message, '*');
      return (globalThis as unknown as { ask(...it: unknown[]): Promise<unknown> }).ask('ui/message', {
        content: 'x'.repeat(length),
      });
    }, viewLimits.maxMessageCharacters);
    await panel.getByText('Messages').click();
    await panel.getByText('Not passed on').waitFor();

    expect(answer).toMatchObject({ error: { code: -32600 } });
  });

  test('keeps at most a number of requests open', async () => {
    const { view } = opened;

    const answers = await view.evaluate(async (most) => {
      const { ask } = globalThis as unknown as { ask(...it: unknown[]): Promise<{ error?: { message: string } }> };
      const asked = Array.from({ length: most + 1 }, () => ask('tools/call', { name: 'first' }));
      return Promise.race(asked);
    }, viewLimits.maxOpenRequests);

    expect(answers.error?.message).toContain(`at most ${viewLimits.maxOpenRequests} requests`);
  });

  test('does not hold up the page by running for ever', async () => {
    const { view, panel } = opened;

    void view
      .evaluate(() => {
        for (;;);
      })
      .catch(() => undefined);
    await panel.getByRole('button', { name: 'Reload' }).click();
    await expect
      .poll(async () => (await panel.locator('.view-frame iframe').elementHandle())?.contentFrame())
      .toBeTruthy();
    await panel.getByRole('button', { name: 'Run' }).click();
    await panel.getByText('Done in').waitFor();
  });
});
