/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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

/** Four quarters of an hour of one server, of which the last has a call, and builds that began to serve in it. */
const detail = (builds: number): string => `
  import { ServerDetail } from './dashboard/server-detail.js';
  const quarter = 900_000;
  const begin = new Date(2026, 10, 29, 14, 0).getTime();
  const steps = [0, 1, 2, 3].map((it) => ({ at: begin + it * quarter, calls: 0, failures: 0 }));
  steps[3] = { at: begin + 3 * quarter, calls: 1, failures: 0, p50: 1, p95: 1, p99: 1, slowest: 61_000 };
  const calls = { server: 'orders', calls: 1, failures: 0, slowest: 61_000, steps, components: [] };
  const swaps = Array.from({ length: ${builds} }, (_, at) => (
    { at: begin + 3 * quarter + at, plugin: 'orders', version: '1.0.' + at }
  ));
  const row = { calls, plugin: undefined, state: 'serving', hasPage: true, isRemote: false };
  render(
    <ServerDetail row={row} swaps={swaps} period="the last hour" stepMinutes={15} now={begin + 4 * quarter} />,
    root,
  );
`;

describe.skipIf(!hasChromium)('the charts of a server', () => {
  test('read out the whole time of a step, and the builds that began to serve in it', async () => {
    page = await browser.show(detail(1));

    await page.getByRole('slider').first().press('End');

    const text = '14:45–15:00 · 1 call · 0 failed · slowest 1 min 1 s · orders 1.0.0 serves';
    expect(await page.locator('.readout').innerText()).toBe(text);
    expect(await page.getByRole('slider').first().getAttribute('aria-valuetext')).toBe(text);
    expect(browser.takeComplaints()).toEqual([]);
  });

  test('count the builds of a step if there are many', async () => {
    page = await browser.show(detail(9));

    await page.getByRole('slider').first().press('End');

    expect(await page.locator('.readout').innerText()).toMatch(/ · 9 other builds serve$/);
  });

  test('keep the readout of a finger that was lifted, and not that of a mouse that left', async () => {
    page = await browser.show(detail(1));
    const chart = page.getByRole('slider').first();
    const box = (await chart.boundingBox())!;
    const at = { clientX: box.x + 60, clientY: box.y + 40, bubbles: true };

    await chart.dispatchEvent('pointerdown', { ...at, pointerType: 'touch' });
    await chart.dispatchEvent('pointerleave', { ...at, pointerType: 'touch' });
    const touched = await page.locator('.readout').innerText();
    await chart.dispatchEvent('pointerleave', { ...at, pointerType: 'mouse' });

    expect(touched).toMatch(/^14:00–14:15 · no calls/);
    expect(await page.locator('.readout').innerText()).toMatch(/^Point at a chart/);
  });
});

describe.skipIf(!hasChromium)('the list of servers', () => {
  const list = `
    import { ServerList } from './dashboard/server-list.js';
    const rowOf = (server, count) => ({
      calls: { server, calls: count, failures: 0, steps: [], components: [] },
      ...{ plugin: undefined, state: server === 'c' ? 'failed' : 'serving', hasPage: true, isRemote: false },
    });
    const draw = (counts) => render(
      <ServerList rows={Object.entries(counts).map(([name, count]) => rowOf(name, count))} onChoose={() => {}} />,
      root,
    );
    draw({ a: 3, b: 2, c: 1 });
    globalThis.draw = draw;
  `;
  const names = (): Promise<string[]> => page.locator('tbody th').allInnerTexts();
  const draw = (counts: Record<string, number>): Promise<void> =>
    page.evaluate((given) => (globalThis as unknown as { draw(counts: object): void }).draw(given), counts);

  test('moves no row under the pointer, and sorts again when the pointer has left', async () => {
    page = await browser.show(list);

    await page.getByRole('button', { name: 'b', exact: true }).hover();
    await draw({ a: 3, b: 2, c: 9, d: 5 });
    const held = await names();
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => document.querySelector('tbody th')?.textContent === 'c');

    expect(held).toEqual(['a', 'b', 'c', 'd']);
    expect(await names()).toEqual(['c', 'd', 'a', 'b']);
  });

  test('sorts under the pointer when the reader asks for it, the worst states first', async () => {
    page = await browser.show(list);

    await page.getByRole('button', { name: 'State' }).click();

    expect(await names()).toEqual(['c', 'a', 'b']);
  });

  test('says that a search found nothing', async () => {
    page = await browser.show(list);

    await page.getByLabel('Search').fill('nowhere');

    expect(await page.locator('.data .empty').innerText()).toBe('No server has all of these words.');
    expect(await page.getByRole('status').innerText()).toBe('0 of 3');
  });
});

describe.skipIf(!hasChromium)('the head of the dashboard', () => {
  const head = `
    import { Dashboard } from './dashboard/dashboard.js';
    location.hash = '#%';
    render(<Dashboard events="/events" />, root);
  `;

  test('is shown at an address whose end cannot be decoded', async () => {
    page = await browser.show(head);

    expect(await page.getByRole('heading', { name: 'Dashboard' }).count()).toBe(1);
  });

  test('keeps the buttons of the period in their places when one is chosen', async () => {
    page = await browser.show(head);
    const tops = (): Promise<number[]> =>
      page.locator('.period span').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    const before = await tops();

    await page.getByLabel('24 h').check();

    expect(await tops()).toEqual(before);
  });

  test('shows the chosen period where the system forces its colours', async () => {
    page = await browser.show(head);
    await page.emulateMedia({ forcedColors: 'active' });

    const colours = await page
      .locator('.period span')
      .evaluateAll((all) => all.map((it) => getComputedStyle(it).backgroundColor));

    expect(new Set(colours).size).toBe(2);
  });
});

test.skipIf(!hasChromium)('tables are printed whole, and what can only be pressed is not', async () => {
  page = await browser.show(`
    render(<div class="scroll data"><button class="quiet">Cancel</button><table /></div>, root);
  `);
  const height = (): Promise<string> => page.locator('.data').evaluate((it) => getComputedStyle(it).maxHeight);
  const onScreen = await height();

  await page.emulateMedia({ media: 'print' });

  expect(onScreen).not.toBe('none');
  expect(await height()).toBe('none');
  expect(await page.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(false);
});
