/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  findAxeProblems,
  findObstacles,
  hasChromium,
  keepScreenshot,
  openBrowser,
  sidewaysScroll,
  type TestBrowser,
} from './chromium.test-support.js';
import { mountBundled, servePages, type PagedServer } from './paged-server.test-support.js';
import { openView, type OpenView } from './view-server.test-support.js';

let server: PagedServer;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  if (!hasChromium) return;
  server = await servePages([await mountBundled('data')]);
  browser = await openBrowser();
});

afterEach(() => page?.context().close());

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const question = { source: 'sales', dimensions: ['book.genre'], measures: ['revenue', 'copies'] };

async function ask(options: Parameters<TestBrowser['open']>[1] = {}): Promise<OpenView> {
  page = await browser.open(`${server.url}/mcp/meta/data`, options);
  const { panel, view } = await openView(page, 'query');
  await panel.getByRole('button', { name: 'Edit as JSON' }).click();
  await panel.getByLabel('Arguments as JSON').fill(JSON.stringify(question));
  await panel.getByRole('button', { name: 'Run' }).click();
  await view.getByRole('heading', { name: 'revenue, copies by book.genre' }).waitFor();
  return { panel, view };
}

describe.skipIf(!hasChromium)('the view of the data plugin', () => {
  test.each([
    { name: 'light', options: { colorScheme: 'light' as const } },
    { name: 'dark', options: { colorScheme: 'dark' as const } },
    { name: 'narrow', options: { colorScheme: 'light' as const, viewport: { width: 390, height: 800 } } },
  ])('shows the result of a query accessibly: $name', async ({ name, options }) => {
    const { panel, view } = await ask(options);
    const rows = await view.locator('tbody tr').count();

    await view.locator('tbody button').first().click();
    await panel.getByRole('button', { name: 'Always for this view' }).click();
    await view.getByRole('button', { name: 'month', exact: true }).waitFor();
    await keepScreenshot(panel, `data-view-${name}`);

    expect(rows).toBeGreaterThan(3);
    expect(await findAxeProblems(view)).toEqual([]);
    expect([...(await findAxeProblems(page)), ...(await findObstacles(page))]).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(browser.takeComplaints()).toEqual([]);
  });

  test('splits a row by another dimension, step by step and back', async () => {
    const { panel, view } = await ask();
    const genre = await view.locator('tbody button').first().innerText();

    await view.locator('tbody button').first().click();
    await panel.getByRole('button', { name: 'Always for this view' }).click();
    await view.getByRole('button', { name: 'year', exact: true }).click();
    await panel.getByRole('button', { name: 'Always for this view' }).click();
    await view.getByRole('heading', { name: `${genre} by year` }).waitFor();
    await view.locator('tbody button').first().click();
    await view.getByRole('button', { name: 'customer.city', exact: true }).click();
    await view.getByRole('heading', { name: / by customer\.city$/ }).waitFor();
    const trail = await view.getByRole('navigation', { name: 'Steps' }).getByRole('button').allInnerTexts();
    await view.getByRole('button', { name: 'revenue, copies by book.genre' }).click();
    await view.getByRole('heading', { name: 'revenue, copies by book.genre' }).waitFor();

    expect(trail.slice(0, 2)).toEqual(['revenue, copies by book.genre', `${genre} by year`]);
  });
});
