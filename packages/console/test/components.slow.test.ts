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
    import { newReader } from './form/field-frame.js';
    import { SchemaForm } from './form/schema-form.js';
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

test.skipIf(!hasChromium)('an optional object can be ticked in a form that renders at each input', async () => {
  page = await browser.show(`
    import { useState } from 'preact/hooks';
    import { newReader } from './form/field-frame.js';
    import { SchemaForm } from './form/schema-form.js';
    const place = { type: 'object', properties: { zip: { type: 'string' } } };
    const schema = { type: 'object', properties: { place } };
    function Followed() {
      const [inputs, setInputs] = useState(0);
      return (
        <form title={String(inputs)} onInput={() => setInputs(inputs + 1)}>
          <SchemaForm schema={schema} reader={newReader()} />
        </form>
      );
    }
    render(<Followed />, root);
  `);

  await page.getByLabel('Send place').click();
  await page.waitForFunction(() => document.querySelector('form')?.title === '1');

  expect(await page.getByLabel('Send place').isChecked()).toBe(true);
  expect(await page.getByLabel('zip').isVisible()).toBe(true);
});

describe.skipIf(!hasChromium)('the form of a map', () => {
  const form = `
    import { newReader } from './form/field-frame.js';
    import { FormChecks, ChecksContext } from './form/form-checks.js';
    import { SchemaForm } from './form/schema-form.js';
    const reader = newReader();
    const checks = new FormChecks();
    const schema = {
      type: 'object',
      properties: {
        prices: { type: 'object', additionalProperties: { type: 'number' }, default: { apple: 2 } },
        tree: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: { type: 'string' },
        },
      },
      required: ['tree'],
    };
    render(
      <ChecksContext.Provider value={checks}>
        <form><SchemaForm schema={schema} reader={reader} /></form>
      </ChecksContext.Provider>,
      root,
    );
    globalThis.read = () => (globalThis.out = JSON.stringify([checks.check(root), reader.read()]));
  `;
  const read = async (): Promise<unknown> => {
    await page.evaluate(() => (globalThis as unknown as { read(): void }).read());
    return JSON.parse(String(await out()));
  };

  test('has a row with a key and a value for each member, also beside fixed fields', async () => {
    page = await browser.show(form);
    await page.getByRole('textbox', { name: 'name' }).fill('oak');
    await page.getByRole('button', { name: 'Add to prices' }).press('Enter');
    await page.keyboard.type('pear');
    await page.getByRole('spinbutton', { name: 'Value of prices 2' }).fill('3');
    await page.getByRole('button', { name: 'Add to tree' }).click();
    await page.getByRole('textbox', { name: 'Key of tree 1' }).fill('__proto__');
    await page.getByRole('textbox', { name: 'Value of tree 1' }).fill('tall');

    expect(JSON.stringify(await read())).toBe(
      JSON.stringify([true, JSON.parse('{"prices":{"apple":2,"pear":3},"tree":{"__proto__":"tall","name":"oak"}}')]),
    );
    expect(browser.takeComplaints()).toEqual([]);
  });

  test('refuses a key twice, one of a fixed field, and none; without rows an optional map is not sent', async () => {
    page = await browser.show(form);
    await page.getByRole('textbox', { name: 'name' }).fill('oak');
    await page.getByRole('button', { name: 'Remove prices 1' }).click();
    const empty = await read();
    await page.getByRole('button', { name: 'Add to tree' }).click();
    await page.getByRole('textbox', { name: 'Value of tree 1' }).fill('tall');
    const [withoutKey] = (await read()) as [boolean];
    await page.getByRole('textbox', { name: 'Key of tree 1' }).fill('name');
    const [ofField] = (await read()) as [boolean];
    const problem = await page.locator('.field-error').innerText();
    await page.getByRole('textbox', { name: 'Key of tree 1' }).fill('height');

    expect(empty).toEqual([true, { tree: { name: 'oak' } }]);
    expect([withoutKey, ofField, problem]).toEqual([false, false, 'This key is there already.']);
    expect(await read()).toEqual([true, { tree: { name: 'oak', height: 'tall' } }]);
  });
});

describe.skipIf(!hasChromium)('the form of a list', () => {
  const form = `
    import { newReader } from './form/field-frame.js';
    import { SchemaForm } from './form/schema-form.js';
    const names = { type: 'array', items: { type: 'string' }, maxItems: 2 };
    const colours = { type: 'array', items: { enum: Array.from({ length: 60 }, (_, at) => 'colour ' + at) } };
    const schema = { type: 'object', properties: { names, colours } };
    render(<form><SchemaForm schema={schema} reader={newReader()} /></form>, root);
  `;

  test('gives the focus to its button when an item of a full list is removed', async () => {
    page = await browser.show(form);
    const more = page.getByRole('button', { name: 'Add to names' });
    await more.click();
    await more.click();

    await page.getByRole('button', { name: 'Remove names 2' }).press('Enter');

    expect(await more.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('shows many choices in columns that scroll', async () => {
    page = await browser.show(form);

    const [height, lefts] = await page
      .locator('.picks')
      .evaluate(
        (it) => [it.clientHeight, [...it.children].map((child) => child.getBoundingClientRect().left)] as const,
      );

    expect(height).toBeLessThan(330);
    expect(new Set(lefts).size).toBeGreaterThan(1);
  });
});

describe.skipIf(!hasChromium)('a schema whose large objects refer to each other', () => {
  const wide = `
    import { newReader } from './form/field-frame.js';
    import { SchemaForm } from './form/schema-form.js';
    import { SchemaBlock } from './results/schema-block.js';
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, at) => ['part' + at, { $ref: '#/$defs/Part' }]));
    const schema = { type: 'object', properties, $defs: { Part: { type: 'object', properties } } };
    const reader = newReader();
    render(<><form><SchemaForm schema={schema} reader={reader} /></form><SchemaBlock title="Schema" schema={schema} /></>, root);
    globalThis.read = () => (globalThis.out = reader.read());
  `;

  test('has controls for the parts that are sent, and a table of its first fields', async () => {
    page = await browser.show(wide);
    const before = await page.locator('form input').count();

    await page.getByLabel('Send part3', { exact: true }).first().check();
    await page.getByLabel('Send part3', { exact: true }).first().uncheck();
    await page.getByLabel('Send part5', { exact: true }).last().check();

    await page.evaluate(() => (globalThis as unknown as { read(): void }).read());
    expect(before).toBe(40);
    expect(await out()).toEqual({ part5: {} });
    expect(await page.locator('.schema tbody tr').count()).toBe(200);
    expect(await page.locator('.schema > .hint').textContent()).toContain('The first 200 fields');
  });
});

describe.skipIf(!hasChromium)('a text in an answer', () => {
  const answer = (content: object): string => `
    import { ToolAnswer } from './results/answer.js';
    render(<ToolAnswer result={{ content: [${JSON.stringify(content)}] }} onRead={() => {}} />, root);
  `;
  const sideways = (): Promise<number> => page.locator('pre').evaluate((it) => it.scrollWidth - it.clientWidth);

  test('breaks its lines where the box ends if it is prose, and scrolls if it is code', async () => {
    const text = 'a long sentence of a tool '.repeat(40);

    page = await browser.show(answer({ type: 'text', text }));
    const prose = await sideways();
    await page.close();
    page = await browser.show(answer({ type: 'resource', resource: { uri: 'a://b', mimeType: 'text/css', text } }));

    expect(prose).toBe(0);
    expect(await sideways()).toBeGreaterThan(0);
  });

  test('is one folded line of JSON if a table shows the same', async () => {
    page = await browser.show(`
      import { ToolAnswer } from './results/answer.js';
      const structuredContent = Array.from({ length: 40 }, (_, at) => ({ day: 'd' + at, count: at }));
      render(<ToolAnswer result={{ content: [], structuredContent }} onRead={() => {}} />, root);
    `);

    const json = page.getByRole('region', { name: 'Structured content' });
    const folded = await json.innerText();
    await page.getByRole('button', { name: 'Unfold all, 40 items' }).click();

    expect(folded.trim()).toBe('[ … 40 items ]');
    expect(JSON.parse(await json.innerText())).toHaveLength(40);
  });

  test('is in the direction of its own letters', async () => {
    page = await browser.show(answer({ type: 'text', text: 'שלום, world!' }));

    const right = await page.locator('pre code').evaluate((it) => {
      const range = document.createRange();
      range.setStart(it.firstChild!, 0);
      range.setEnd(it.firstChild!, 1);
      const box = it.closest('pre')!.getBoundingClientRect();
      return box.right - range.getBoundingClientRect().right;
    });

    expect(right).toBeLessThan(40);
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
