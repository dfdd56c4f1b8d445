/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findAxeProblems,
  findFaintTexts,
  findObstacles,
  hasChromium,
  keepScreenshot,
  openBrowser,
  sidewaysScroll,
  type TestBrowser,
} from './chromium.test-support.js';
import { connect, openChangingOrders, openOrders } from './orders.test-support.js';

let browser: TestBrowser;

beforeAll(async () => {
  if (hasChromium) browser = await openBrowser();
});

afterAll(() => browser?.close());

describe.skipIf(!hasChromium)('the dashboard in a browser', () => {
  test('shows calls as they come, in light, dark and narrow layouts', async () => {
    const { url, swap: swapPlugin } = await openChangingOrders();
    const client = await connect(url);
    const page = await browser.open(`${url}/dashboard`, { colorScheme: 'light' });
    await page.getByText('No calls in the last hour').waitFor();
    await swapPlugin();

    for (let call = 0; call < 12; call++) await client.callTool({ name: 'count', arguments: {} });
    await client.callTool({ name: 'fail', arguments: {} });
    const components = page.getByRole('region', { name: 'Calls of orders by component' });
    const row = components.getByRole('row', { name: /^count/ });
    await row.filter({ hasText: '12' }).waitFor();
    const numbers = await row.getByRole('cell').allInnerTexts();
    const failing = components.getByRole('row', { name: /^fail/ });
    await failing.waitFor();
    const failed = await failing.getByRole('cell').allInnerTexts();
    const failure = await page.getByRole('region', { name: 'Recent failures' }).getByRole('row').nth(1).innerText();
    const swap = await page.getByRole('region', { name: 'Swaps of builds' }).innerText();
    const charts = await page.getByRole('img').evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')));

    await page.getByText('The same as a table').click();
    const minutes = page.getByRole('region', { name: 'Calls of orders by minute' }).getByRole('row');
    await minutes.nth(1).waitFor();
    const minute = await minutes.nth(1).getByRole('cell').allInnerTexts();
    await keepScreenshot(page, 'dashboard-light');
    const [faint, problems] = [await findFaintTexts(page), await findAxeProblems(page)];
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'dashboard-dark');
    faint.push(...(await findFaintTexts(page)));
    problems.push(...(await findAxeProblems(page)));
    await page.setViewportSize({ width: 390, height: 740 });
    await keepScreenshot(page, 'dashboard-narrow');

    expect(numbers.slice(0, 2)).toEqual(['12', '0']);
    expect(numbers[3]).toMatch(/^[\d.]+ m?s$/);
    // One call has no percentiles.
    expect(failed.slice(1, 5)).toEqual(['1', '–', '–', '–']);
    expect(failed[5]).toMatch(/^[\d.]+ m?s$/);
    expect(failure).toMatch(/^fail\s+\d\d:\d\d:\d\d\s+orders\s+no such order\s+[0-9a-f]{8}\s/);
    expect(swap).toContain('orders');
    expect(Number(minute[0])).toBeGreaterThan(0);
    expect(charts).toContainEqual(expect.stringMatching(/^Calls per minute of orders in the last hour, at most \d+$/));
    expect(await page.locator('.chart-failures').count()).toBeGreaterThan(0);
    expect(await page.locator('.chart-mark title').first().textContent()).toContain('orders');
    expect(await sidewaysScroll(page)).toBe(0);
    expect(faint).toEqual([]);
    expect(problems).toEqual([]);
    expect(await findObstacles(page)).toEqual([]);
    expect(browser.takeComplaints()).toEqual([]);
    await page.context().close();
  });

  test('reads a chart out under the pointer and by keyboard, for each period', async () => {
    const url = await openOrders();
    const client = await connect(url);
    await client.callTool({ name: 'count', arguments: {} });
    const page = await browser.open(`${url}/dashboard`);
    const chart = page.getByRole('slider', { name: /^Time in: Calls per minute of orders/ });
    const readout = page.locator('.readout');
    // A minute may end between a call and the look at it.
    const readLastMinute = async (): Promise<string> => {
      await client.callTool({ name: 'count', arguments: {} });
      await page.keyboard.press('End');
      return readout.innerText();
    };

    await chart.focus();
    await expect
      .poll(readLastMinute)
      .toMatch(/^\d\d:\d\d · \d+ calls? · 0 failed · slowest [\d.]+ m?s( · orders .* serves)?$/);
    await page.keyboard.press('ArrowLeft');
    const before = await chart.getAttribute('aria-valuenow');
    await page.getByLabel('15 min').check();
    await page.getByText('Calls, last 15 minutes').waitFor();
    const box = (await chart.boundingBox())!;
    await page.mouse.move(box.x + box.width - 12, box.y + 40);
    await readout.getByText(/\d\d:\d\d · /).waitFor();

    expect(before).toBe('58');
    expect(await chart.getAttribute('aria-valuemax')).toBe('14');
    await page.getByLabel('24 h').check();
    await page.getByText('Calls, last 24 hours').waitFor();
    const day = page.getByRole('slider', { name: /^Time in: Calls per 15 minutes of orders in the last 24 hours/ });
    expect(await day.getAttribute('aria-valuemax')).toBe('95');
    const labels = (await day.locator('text').allTextContents()).filter((it) => /^\d\d:\d\d$/.test(it));
    expect(labels).toHaveLength(8);
    expect(labels.every((it) => it.endsWith(':00') && Number(it.slice(0, 2)) % 3 === 0)).toBe(true);
    await keepScreenshot(page, 'dashboard-day');
    await page.context().close();
  });

  test('finds one server among a hundred, sorts them, and shows its detail', async () => {
    const url = await openOrders();
    const page = await browser.open(url.replace(/$/, '/mcp'));
    const hundred = Array.from({ length: 100 }, (_, number) => ({
      name: `plugin-${number}`,
      ...{ state: number === 7 ? 'failed' : 'serving', link: 'worker', version: '1.0.0', since: 0, draining: 0 },
    }));
    await page.route('**/dashboard/events*', async (route) => {
      const data = (await (await fetch(`${url}/dashboard.json`)).json()) as object;
      const body = `retry: 100000\ndata: ${JSON.stringify({ ...data, plugins: hundred })}\n\n`;
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/dashboard`);
    const rows = page.getByRole('region', { name: 'Servers' }).locator('tbody tr');

    await rows.nth(99).waitFor();
    await page.getByRole('button', { name: 'State', exact: true }).click();
    const first = await rows.first().innerText();
    await page.getByLabel('Search').fill('plugin-4');
    const found = await rows.count();
    await page.getByRole('button', { name: 'plugin-42' }).click();
    await page.getByRole('heading', { name: 'plugin-42' }).waitFor();
    await keepScreenshot(page, 'dashboard-hundred');
    const hash = new URL(page.url()).hash;
    await page.setViewportSize({ width: 390, height: 740 });
    await page.getByRole('button', { name: 'plugin-43' }).click();
    const heading = page.getByRole('heading', { name: 'plugin-43' });
    await page.waitForFunction(
      () => document.querySelector('.detail')!.getBoundingClientRect().top < 0.6 * innerHeight,
    );

    expect(await heading.isVisible()).toBe(true);
    expect(first).toMatch(/^plugin-7\s/);
    expect(found).toBe(11);
    expect(hash).toBe('#plugin-42');
    expect(await sidewaysScroll(page)).toBe(0);
    await page.context().close();
    browser.takeComplaints();
  });

  test('cancels a running call with the admin token', async () => {
    const url = await openOrders();
    const client = await connect(url);
    const waiting = client.callTool({ name: 'wait', arguments: {} });
    const page = await browser.open(`${url}/dashboard`);

    await page.getByRole('button', { name: 'Cancel wait' }).click();
    await page.keyboard.type('another token');
    await page.keyboard.press('Enter');
    await page.getByText('Not cancelled: ').waitFor();
    await page.getByLabel('Admin token').fill('a-token-of-an-operator');
    await page.getByRole('button', { name: 'Go on with wait' }).click();
    await page.getByText('No call runs right now').waitFor();
    await page.getByText('The call was cancelled.').waitFor();

    expect(JSON.stringify(await waiting)).toContain('an operator cancelled it');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Running calls/);
    expect(await page.getByLabel('Admin token').isVisible()).toBe(false);
    await page.context().close();
  });

  test('opens its stream again when a proxy has answered in place of the server', async () => {
    const url = await openOrders();
    const page = await browser.open(`${url}/mcp`);
    let asked = 0;
    await page.route('**/dashboard/events*', (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue();
    });

    await page.goto(`${url}/dashboard`);
    await page.getByText('Connection lost, trying again …').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();

    expect(asked).toBe(2);
    await page.context().close();
    browser.takeComplaints();
  });

  test('lists the servers that nobody has called', async () => {
    const url = await openOrders();
    const page = await browser.open(`${url}/dashboard`);
    const list = page.getByRole('region', { name: 'Servers' });

    await list.getByRole('row', { name: /^all serving 0/ }).waitFor();
    await list.getByRole('button', { name: 'all', exact: true }).click();

    expect(await page.getByRole('link', { name: 'all', exact: true }).getAttribute('href')).toBe('/mcp/meta/all');
    await page.context().close();
  });

  test('has no cancel button when there is no admin token', async () => {
    const url = await openOrders({ MCP_ADMIN_TOKEN: '' });
    const client = await connect(url);
    const gaveUp = new AbortController();
    client.callTool({ name: 'wait', arguments: {} }, { signal: gaveUp.signal }).catch(() => undefined);
    const page = await browser.open(`${url}/dashboard`);

    await page.getByRole('region', { name: 'Running calls' }).getByRole('row', { name: /^wait/ }).waitFor();

    expect(await page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
    gaveUp.abort();
    await page.getByText('No call runs right now').waitFor();
    await page.context().close();
  });
});
