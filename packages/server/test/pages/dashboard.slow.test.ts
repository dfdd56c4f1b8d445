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
import { connect, openOrders } from './orders.test-support.js';

let browser: TestBrowser;

beforeAll(async () => {
  if (hasChromium) browser = await openBrowser();
});

afterAll(() => browser?.close());

/** The number of milliseconds that a text such as `3.2 ms` or `1.0 s` tells. */
function millisecondsOf(text: string): number {
  return Number.parseFloat(text) * (text.endsWith(' ms') ? 1 : 1_000);
}

describe.skipIf(!hasChromium)('the dashboard in a browser', () => {
  test('shows calls as they come, in light, dark and narrow layouts', async () => {
    const url = await openOrders();
    const client = await connect(url);
    const page = await browser.open(`${url}/dashboard`, { colorScheme: 'light' });
    await page.getByText('No calls in the last hour').waitFor();

    for (let call = 0; call < 5; call++) await client.callTool({ name: 'count', arguments: {} });
    await client.callTool({ name: 'fail', arguments: {} });
    const row = page.getByRole('row', { name: /^count/ });
    await row.waitFor();
    const numbers = await row.getByRole('cell').allInnerTexts();
    const failed = await page.getByRole('row', { name: /^fail/ }).getByRole('cell').nth(1).innerText();
    const charts = await page.getByRole('img').evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')));

    await page.getByText('These minutes as a table').click();
    const minutes = page.getByRole('region', { name: 'Calls of orders by minute' }).getByRole('row');
    await minutes.nth(1).waitFor();
    const minute = await minutes.nth(1).getByRole('cell').allInnerTexts();
    const slowest = Math.max(...(await minutes.locator('td:last-child').allInnerTexts()).map(millisecondsOf));
    const top = millisecondsOf(await page.locator('.scale-top').innerText());
    await keepScreenshot(page, 'dashboard-light');
    const [faint, problems] = [await findFaintTexts(page), await findAxeProblems(page)];
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, 'dashboard-dark');
    faint.push(...(await findFaintTexts(page)));
    problems.push(...(await findAxeProblems(page)));
    await page.setViewportSize({ width: 360, height: 740 });
    await keepScreenshot(page, 'dashboard-narrow');

    expect(numbers.slice(0, 2)).toEqual(['5', '0']);
    expect(failed).toBe('1');
    expect(Number(minute[0])).toBeGreaterThan(0);
    expect(minute[2]).toMatch(/^[\d.]+ m?s$/);
    expect([10, 100, 1_000, 10_000]).toContain(top);
    expect(top).toBeGreaterThanOrEqual(slowest);
    expect(top).toBeLessThanOrEqual(Math.max(10, 10 * slowest));
    expect(charts[0]).toMatch(/^Calls per minute of orders in the last hour, at most \d+$/);
    expect(await page.locator('.chart-failures').count()).toBeGreaterThan(0);
    expect(await page.locator('.chart-mark title').first().textContent()).toContain('orders');
    expect(await sidewaysScroll(page)).toBe(0);
    expect(faint).toEqual([]);
    expect(problems).toEqual([]);
    expect(await findObstacles(page)).toEqual([]);
    expect(browser.takeComplaints()).toEqual([]);
    await page.context().close();
  });

  test('cancels a running call with the admin token', async () => {
    const url = await openOrders();
    const client = await connect(url);
    const waiting = client.callTool({ name: 'wait', arguments: {} });
    const page = await browser.open(`${url}/dashboard`);

    await page.getByRole('button', { name: 'Cancel wait' }).click();
    await page.getByLabel('Admin token').fill('a-token-of-an-operator');
    await page.getByRole('button', { name: 'Cancel wait' }).click();
    await page.getByText('No call runs right now').waitFor();
    await page.getByText('The call was cancelled.').waitFor();

    expect(JSON.stringify(await waiting)).toContain('an operator cancelled it');
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
