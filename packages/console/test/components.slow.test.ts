/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { viewLimits } from '../src/view-limits.js';
import { hasChromium, openComponents, type ComponentBrowser } from './component-page.test-support.js';

let browser: ComponentBrowser;
let page: Page;

beforeAll(async () => {
  if (hasChromium) browser = await openComponents();
});

afterEach(async () => {
  await page?.close();
});

afterAll(() => browser?.close());

/** Reads what a component has put into `globalThis.out`. */
const out = (): Promise<unknown> => page.evaluate(() => (globalThis as unknown as { out: unknown }).out);

describe.skipIf(!hasChromium)('JSON as a tree', () => {
  const tree = `
    import { JsonTree } from './results/json-tree.js';
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => ['m' + at, at]));
    render(<pre><JsonTree value={{ name: 'x', few: [1, 2], many }} /></pre>, root);
  `;

  test('folds what has many members, and unfolds it by the keyboard', async () => {
    page = await browser.show(tree);
    const folded = await page.locator('pre').innerText();

    await page.getByRole('button', { name: 'Unfold "many", 30 members' }).press('Enter');
    const unfolded = await page.locator('pre').innerText();

    expect(folded).toContain('"many": { … 30 members }');
    expect(JSON.parse(unfolded)).toMatchObject({ name: 'x', few: [1, 2], many: { m0: 0, m29: 29 } });
    expect(browser.takeComplaints()).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('the form of a schema', () => {
  const form = `
    import { newReader, SchemaForm } from './form/schema-form.js';
    const reader = newReader();
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer', default: 3 },
        tags: { type: 'array', items: { type: 'string' } },
        place: { type: 'object', properties: { zip: { type: 'string' } } },
      },
      required: ['city'],
    };
    render(<form><SchemaForm schema={schema} reader={reader} /></form>, root);
    globalThis.read = () => (globalThis.out = reader.read());
  `;

  test('reads what is filled in, and leaves out what is not', async () => {
    page = await browser.show(form);
    const read = async (): Promise<unknown> => {
      await page.evaluate(() => (globalThis as unknown as { read(): void }).read());
      return out();
    };
    const empty = await read();
    await page.getByLabel('city').fill('Vienna');
    await page.getByRole('button', { name: /^Add/ }).click();
    await page.locator('fieldset, .group, .rows').getByRole('textbox').first().fill('sea');

    expect(empty).toEqual({ days: 3 });
    expect(await read()).toEqual({ city: 'Vienna', days: 3, tags: ['sea'] });
    expect(browser.takeComplaints()).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('a request of a view', () => {
  const ask = (request: string): string => `
    import { AskForm } from './views/ask-form.js';
    globalThis.out = [];
    const decide = (decision) => globalThis.out.push(decision);
    render(<><input autofocus aria-label="Other" /><AskForm ask={{ id: 1, ask: ${request}, decide }} /></>, root);
  `;

  test('takes no focus, so that a key press agrees to nothing', async () => {
    page = await browser.show(
      ask(`{ kind: 'call', tool: { name: 'drop', annotations: { destructiveHint: true } }, args: { all: true } }`),
    );
    await page.getByLabel('Other').focus();

    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');

    expect(await out()).toEqual([]);
    expect(await page.locator('.view-ask').innerText()).toMatch(/“drop”[^]*destructive[^]*"all": true/);
  });

  test.each([
    ['Allow once', 'once'],
    ['Always for this view', 'always'],
    ['Refuse', 'refused'],
  ])('%s decides "%s"', async (name, decision) => {
    page = await browser.show(ask(`{ kind: 'read', uri: 'data://a' }`));

    await page.getByRole('button', { name }).click();

    expect(await out()).toEqual([decision]);
  });

  test('that was allowed for good is asked again once its tool is defined otherwise', async () => {
    page = await browser.show(`
      import { serveView } from './views/serve-view.js';
      let tool = { name: 'roll' };
      const asked = [];
      const services = {
        server: { endpoint: '/mcp/none', revision: '2026-07-28' },
        allowed: new Set(),
        findTool: async () => tool,
        decide: async (ask) => (asked.push(ask.tool), 'always'),
      };
      const call = () => {
        const request = { method: 'tools/call', params: { name: 'roll' }, signal: new AbortController().signal };
        return serveView(services, request).catch(() => undefined);
      };
      globalThis.callThrice = async () => {
        await call();
        await call();
        tool = { ...tool, annotations: { destructiveHint: true } };
        await call();
        globalThis.out = asked;
      };
    `);

    await page.evaluate(() => (globalThis as unknown as { callThrice(): Promise<void> }).callThrice());

    expect(await out()).toEqual([{ name: 'roll' }, { name: 'roll', annotations: { destructiveHint: true } }]);
    browser.takeComplaints();
  });

  test('of a view that has ended meanwhile is refused, and not shown', async () => {
    page = await browser.show(`
      import { useAsks } from './views/use-asks.js';
      function Asks() {
        const { asks, decide } = useAsks();
        globalThis.decide = (signal) => decide({ kind: 'read', uri: 'data://a' }, signal).then((it) => (globalThis.out = it));
        return <p>{asks.length + ' open'}</p>;
      }
      render(<Asks />, root);
    `);

    await page.evaluate(() =>
      (globalThis as unknown as { decide(signal: AbortSignal): Promise<unknown> }).decide(AbortSignal.abort()),
    );

    expect(await out()).toBe('refused');
    expect(await page.locator('p').innerText()).toBe('0 open');
  });

  test('takes no focus either if it is a question of the server', async () => {
    page = await browser.show(`
      import { QuestionForm } from './run/question-form.js';
      const params = { message: 'Really?', requestedSchema: { type: 'object', properties: { note: { type: 'string' } } } };
      globalThis.out = [];
      const question = { id: 1, kind: 'elicit', params, reply: (answer) => out.push(answer), refuse: () => undefined };
      const other = <input key="other" aria-label="Other" />;
      render(<>{other}</>, root);
      root.querySelector('input').focus();
      render(<>{other}<QuestionForm question={question} /></>, root);
    `);
    await page.getByText('Really?').waitFor();

    await page.keyboard.press('Enter');

    expect(await out()).toEqual([]);
    expect(await page.getByLabel('Other').evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('shows the whole address of a link, which opens without an opener', async () => {
    const address = `https://example.com/${'long/'.repeat(60)}?token=x`;
    page = await browser.show(ask(`{ kind: 'link', url: new URL('${address}') }`));
    const link = page.getByRole('link', { name: 'Open example.com' });

    expect(await page.locator('code').innerText()).toBe(address);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await page.getByRole('button', { name: 'Always for this view' }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

describe.skipIf(!hasChromium)('the log of a view', () => {
  test('keeps the last lines of large messages, whatever the length of the newest', async () => {
    page = await browser.show(`
      import { useViewLog, ViewLog } from './views/view-log.js';
      import { useEffect } from 'preact/hooks';
      function Log() {
        const [lines, add] = useViewLog();
        const send = (method, length) => add({ from: 'host', message: { method, params: 'x'.repeat(length) } });
        useEffect(() => {
          for (const method of ['a', 'b', 'c', 'd']) send(method, ${viewLimits.maxLogCharacters / 3});
          globalThis.sendLargest = () => send('e', ${viewLimits.maxLogCharacters * 2});
        }, []);
        return <ViewLog lines={lines} />;
      }
      render(<Log />, root);
    `);
    await page.getByText('Messages').click();
    const methods = (): Promise<string[]> => page.locator('.view-log summary').allInnerTexts();

    await expect.poll(methods).toEqual([expect.stringContaining('Messages'), 'c', 'd']);
    await page.evaluate(() => (globalThis as unknown as { sendLargest(): void }).sendLargest());

    await expect.poll(methods).toEqual([expect.stringContaining('Messages'), 'e']);
  });

  test('keeps the last lines of many, and counts all', async () => {
    page = await browser.show(`
      import { useViewLog, ViewLog } from './views/view-log.js';
      import { useEffect } from 'preact/hooks';
      function Log() {
        const [lines, add] = useViewLog();
        useEffect(() => {
          for (let at = 1; at <= 1200; at += 1) add({ from: 'page', text: 'line ' + at + '.' });
        }, []);
        return <ViewLog lines={lines} />;
      }
      render(<Log />, root);
    `);

    await page.getByText('Messages').click();
    await page.getByText('line 1200.').waitFor();

    expect(await page.locator('.view-log li').count()).toBe(viewLimits.maxLogLines);
    expect(await page.locator('.view-log .count').innerText()).toBe('1200');
    expect(browser.takeComplaints()).toEqual([]);
  });
});
