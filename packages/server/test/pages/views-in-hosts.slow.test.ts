/// <reference lib="dom" />
import type { JsonObject } from '@sigil/core';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser, type TestBrowser } from './chromium.test-support.js';
import { servePages, type PagedServer } from './paged-server.test-support.js';
import { bundleView, serveBridge, type BridgePage } from './view-bundle.test-support.js';
import { findView, mountViews, openView, viewTool } from './view-server.test-support.js';

const uri = 'ui://dice/board';
const inputSchema = { type: 'object', properties: { sides: { type: 'integer' } } } as const;
const outputSchema = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] } as const;

/** Shows each stage of the call that opened it, calls the tool again, and counts what it is asked to keep. */
const source = `
import { mount, useHost, useKeptState, useResult, useTool } from '@sigil/view/preact';
const roll = { name: 'roll' };
function Board() {
  const { result, input, partialInput, cancelled } = useResult(roll);
  const again = useTool(roll);
  const { context } = useHost();
  const [count, setCount] = useKeptState('count', 0);
  return (
    <main>
      <p id="partial">{JSON.stringify(partialInput)}</p>
      <p id="input">{JSON.stringify(input)}</p>
      <p id="result">{result && 'total ' + result.total}</p>
      <p id="cancelled">{cancelled && cancelled.reason}</p>
      <p id="again">{again.result && 'again ' + again.result.total}</p>
      <p id="theme">{context.theme}</p>
      <button onClick={() => again.call({ sides: 6 })}>Again</button>
      <button onClick={() => setCount(count + 1)}>{'count ' + count}</button>
    </main>
  );
}
mount(<Board />);
`;

let server: PagedServer;
let bridge: BridgePage;
let browser: TestBrowser;
let page: Page;
let html: string;

beforeAll(async () => {
  if (!hasChromium) return;
  html = await bundleView(source);
  server = await servePages([
    mountViews(
      'dice',
      [{ uri, html: () => html }],
      [viewTool('roll', { resourceUri: uri }, () => result(4), { inputSchema, outputSchema })],
    ),
  ]);
  [bridge, browser] = await Promise.all([serveBridge(), openBrowser()]);
});

afterEach(() => page?.context().close());

afterAll(async () => {
  await browser?.close();
  bridge?.close();
  await server?.close();
});

function result(total: number): { kind: 'result'; content: []; structuredJson: string; isError: false } {
  return { kind: 'result', content: [], structuredJson: JSON.stringify({ total }), isError: false };
}

/** A host that shows the view, and the steps of a call in it. */
interface TestHost {
  readonly view: Frame;
  partial(input: JsonObject): Promise<void>;
  call(input: JsonObject): Promise<void>;
  allowCalls(): Promise<void>;
}

async function openOnPage(): Promise<TestHost> {
  page = await browser.open(`${server.url}/mcp/meta/dice`);
  const { panel, view } = await openView(page, 'roll');
  return {
    view,
    partial: ({ sides }) => panel.getByLabel('sides').fill(String(sides)),
    async call({ sides }) {
      await panel.getByLabel('sides').fill(String(sides));
      await panel.getByRole('button', { name: 'Run' }).click();
    },
    allowCalls: () => panel.getByRole('button', { name: 'Always for this view' }).click(),
  };
}

async function openInBridge(): Promise<TestHost> {
  // The page with a view opens the sandbox.
  page = await browser.open(`${server.url}/mcp/meta/dice`);
  const sandbox = (await page.locator('[data-sandbox]').getAttribute('data-sandbox')) ?? '';
  await page.goto(bridge.url);
  await page.evaluate(
    (given) => (globalThis as unknown as { openBridge(it: unknown): Promise<void> }).openBridge(given),
    { sandbox, html },
  );
  const send = (name: string, params: JsonObject): Promise<void> =>
    page.evaluate(
      ({ method, given }) =>
        (globalThis as unknown as { bridge: Record<string, (it: unknown) => Promise<void>> }).bridge[method]!(given),
      { method: name, given: params as unknown },
    );
  const inner = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());
  return {
    view: inner!,
    partial: (input) => send('sendToolInputPartial', { arguments: input }),
    async call(input) {
      await send('sendToolInput', { arguments: input });
      await send('sendToolResult', { content: [], structuredContent: { total: 4 } });
    },
    allowCalls: () => Promise.resolve(),
  };
}

describe.skipIf(!hasChromium).each([
  { name: 'our page', open: openOnPage },
  { name: 'the official bridge', open: openInBridge },
])('a view of our library in $name', ({ open }) => {
  test('follows a call from its first arguments to its result, and calls the tool again', async () => {
    const { view, partial, call, allowCalls } = await open();

    await partial({ sides: 2 });
    await view.getByText('{"sides":2}').first().waitFor();
    await call({ sides: 20 });
    await view.locator('#input').getByText('{"sides":20}').waitFor();
    await view.getByText('total 4', { exact: true }).waitFor();
    await view.getByRole('button', { name: 'Again' }).click();
    await allowCalls();
    await view.getByText(/again \d+/).waitFor();

    expect(await view.evaluate(() => self.origin)).toBe('null');
    expect(browser.takeComplaints()).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('the official bridge and our sandbox', () => {
  test('agree on the size, a cancelled call and the end of a view, which reaches no host', async () => {
    const { view } = await openInBridge();
    const bridged = <Result>(code: string): Promise<Result> =>
      page.evaluate((text) => new Function(`return ${text}`)() as Promise<Result>, code);

    await bridged("bridge.sendToolCancelled({ reason: 'changed my mind' })");
    await view.getByText('changed my mind').waitFor();
    await expect
      .poll(() => bridged<unknown[]>("events.filter(([name]) => name === 'size')"))
      .toContainEqual(['size', expect.objectContaining({ height: expect.any(Number) as number })]);
    const reached = await view.evaluate(
      (url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => 'reached',
          () => 'blocked',
        ),
      bridge.url,
    );
    const ended = await bridged('bridge.teardownResource({})');

    expect(reached).toBe('blocked');
    expect(ended).toEqual({});
  });
});

describe.skipIf(!hasChromium)('our page and a view of our library', () => {
  test('agree on the height of the view', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    const { panel, view } = await openView(page, 'roll');
    await view.getByRole('button', { name: 'Again' }).waitFor();

    const heights = async (): Promise<number> => {
      const inner = await view.evaluate(() => document.documentElement.scrollHeight);
      const outer = await panel.locator('.view-frame iframe').evaluate((it) => it.clientHeight);
      return Math.abs(inner - outer);
    };

    await expect.poll(heights).toBeLessThanOrEqual(2);
  });

  test('keep the state that it names when it is loaded again', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    const { panel, view } = await openView(page, 'roll');
    await panel.getByRole('button', { name: 'Run' }).click();
    await view.getByText('total 4', { exact: true }).waitFor();
    await view.getByRole('button', { name: 'count 0' }).click();
    await view.getByRole('button', { name: 'count 1' }).click();
    await view.getByText('count 2').waitFor();

    await panel.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => view.isDetached()).toBe(true);
    const next = await findView(page, panel);
    await next.getByText('count 2').waitFor();
    await next.getByText('total 4', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => next.isDetached()).toBe(true);
    await (await findView(page, panel)).getByText('count 0').waitFor();
  });

  test('take over another theme', async () => {
    page = await browser.open(`${server.url}/mcp/meta/dice`);
    const { panel, view } = await openView(page, 'roll');
    await view.getByText('light').waitFor();

    await panel.getByLabel('Theme of the view').selectOption('dark');

    await view.getByText('dark').waitFor();
    expect(await view.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  });
});
