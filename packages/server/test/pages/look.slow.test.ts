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
import { mountBundled, mountComponents, servePages, tool, type PagedServer } from './paged-server.test-support.js';

let server: PagedServer;
let browser: TestBrowser;

beforeAll(async () => {
  if (!hasChromium) return;
  const names = ['date', 'echo', 'markdown', 'sql', 'not-built'];
  const thousand = Array.from({ length: 1_000 }, (_, number) =>
    tool({ name: `tool_${number}`, description: `Tool number ${number}` }, () => 'done'),
  );
  const bundled = await Promise.all(names.map(mountBundled));
  const resourceTemplates = ['lab://{topic}', 'variable://{name}'].map((uriTemplate) => ({
    definition: { uriTemplate, name: 'one' },
    read: (uri: string) => Promise.resolve({ kind: 'result' as const, contents: [{ uri, text: '' }] }),
  }));
  server = await servePages([
    ...bundled,
    mountComponents('built-in', { resourceTemplates }),
    mountComponents('thousand', { tools: thousand }),
  ]);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const pages = [
  { name: 'instruction', path: '/mcp' },
  { name: 'server', path: '/mcp/meta/sql' },
  { name: 'failed-server', path: '/mcp/meta/not-built' },
];

describe.skipIf(!hasChromium)('the pages in a browser', () => {
  test.each(pages)('the $name page is accessible in light, dark and narrow layouts', async (shown) => {
    const page = await browser.open(server.url + shown.path, { colorScheme: 'light' });
    for (const summary of await page.locator('details.component > summary').all()) await summary.click();
    await page.waitForFunction(() => document.querySelectorAll('details[open] .loading').length === 0);

    await keepScreenshot(page, `${shown.name}-light`);
    const [faint, problems] = [await findFaintTexts(page), await findAxeProblems(page)];
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshot(page, `${shown.name}-dark`);
    faint.push(...(await findFaintTexts(page)));
    problems.push(...(await findAxeProblems(page)));
    await page.setViewportSize({ width: 360, height: 740 });
    problems.push(...(await findAxeProblems(page)));
    await keepScreenshot(page, `${shown.name}-narrow`);

    expect(await sidewaysScroll(page)).toBe(0);
    expect(faint).toEqual([]);
    expect(problems).toEqual([]);
    expect(await findObstacles(page)).toEqual([]);
    expect(browser.takeComplaints()).toEqual([]);
    await page.context().close();
  });

  test('on a phone each address takes one line, and the configuration table scrolls by itself', async () => {
    const page = await browser.open(`${server.url}/mcp`, { viewport: { width: 390, height: 740 } });

    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('.one-line code')].map((it) => it.getClientRects().length),
    );
    const table = page.getByRole('region', { name: 'Configuration of the servers' });
    const hidden = await table.evaluate((it) => it.scrollWidth - it.clientWidth);

    expect(lines).toEqual([1, 1, 1, 1, 1, 1]);
    expect(hidden).toBeGreaterThan(0);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.context().close();
  });

  test('more than twelve servers are a table that can be searched, without zeros and with all servers together first', async () => {
    const names = Array.from({ length: 13 }, (_, number) => `server-${number}`);
    const plugin = server.mounts.flatMap(({ plugins }) => [...plugins]).slice(0, 1);
    const single = names.map((name) => ({ ...mountComponents(name, {}), plugins: new Map(plugin) }));
    const many = await servePages([...single, mountComponents('all', { tools: [tool({ name: 'one' }, () => '')] })]);
    const page = await browser.open(`${many.url}/mcp`);

    const rows = page.getByRole('region', { name: 'Servers', exact: true }).locator('tbody tr:visible');
    const first = await rows.first().innerText();
    const second = await rows.nth(1).locator('.number').allInnerTexts();
    const table = page.getByRole('region', { name: 'Configuration of the servers' });
    const folded = await table.isVisible();
    await page.getByText('All 14 servers').click();
    const unfolded = await table.isVisible();
    await page.getByLabel('Search').fill('server-1');
    const found = await rows.count();
    const status = await page.locator('.filter-count').innerText();
    await page.setViewportSize({ width: 390, height: 740 });
    await keepScreenshot(page, 'servers-table-narrow');
    const problems = [...(await findAxeProblems(page)), ...(await findObstacles(page))];

    expect(first).toMatch(/^all\s/);
    expect(second).toEqual(['', '', '']);
    expect([folded, unfolded]).toEqual([false, true]);
    expect([found, status]).toEqual([4, '4 of 14']);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
    await many.close();
  });

  test('the page of a failed server says what to do, and not how to connect', async () => {
    const page = await browser.open(`${server.url}/mcp/meta/not-built`);
    const text = await page.locator('main').innerText();
    await page.goto(`${server.url}/mcp`);
    await page.getByRole('link', { name: 'What to do about not-built' }).click();

    expect(text).toMatch(/What to do[^]*Build the plugin, in its folder:[^]*sigil build/);
    expect(text).not.toMatch(/Connect a client|Test the connection|has no tools/);
    expect(new URL(page.url()).hash).toBe('#help');
    await page.context().close();
  });

  test('templates that every server reads are collapsed', async () => {
    const page = await browser.open(`${server.url}/mcp/meta/built-in`);
    const shown = await page.locator('details.component:visible').count();
    await page.getByText('Read by every server').click();

    expect(shown).toBe(1);
    expect(await page.locator('details.component:visible').count()).toBe(2);
    await page.context().close();
  });

  test('T12.6 the page for an unknown server links to the existing servers', async () => {
    const page = await browser.open(`${server.url}/mcp/meta/%3Cscript%3Ealert(1)%3C%2Fscript%3E`);

    await keepScreenshot(page, 'error-light');
    const text = await page.locator('main').innerText();
    const obstacles = [...(await findObstacles(page)), ...(await findAxeProblems(page))];
    const complaints = browser.takeComplaints();
    await page.getByRole('link', { name: 'See the servers' }).click();

    expect(text).toContain('There is no server “<script>alert(1)</script>”.');
    expect(obstacles).toEqual([]);
    expect(complaints).toEqual([expect.stringContaining('status of 404')]);
    expect(await page.getByRole('heading', { name: 'Servers' }).count()).toBe(1);
    await page.context().close();
  });

  test('the text is selected when the browser does not allow copying', async () => {
    const page = await browser.open(`${server.url}/mcp`);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));

    await page.getByRole('button', { name: 'Copy for Claude Code' }).click();
    await page.getByText('does not allow copying').waitFor({ state: 'attached' });

    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^claude mcp add/);
    await page.context().close();
  });

  test('a thousand tools can be filtered by typing, and a found tool runs', async () => {
    const page = await browser.open(`${server.url}/mcp/meta/thousand`);

    await page.getByLabel('Filter').fill('tool_77 number');
    const shown = await page.locator('details.component:visible').count();
    const count = await page.locator('.filter-count').innerText();
    await page.locator('details.component:visible summary').first().click();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Done in').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });

    await page.getByLabel('Filter').fill('nowhere');

    expect([shown, count]).toEqual([11, '11 of 1000']);
    expect(await page.getByText('Nothing here has all of these words.').isVisible()).toBe(true);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.context().close();
  });

  test('without JavaScript the static parts of the page are shown', async () => {
    const page = await browser.open(`${server.url}/mcp/meta/sql`, { javaScriptEnabled: false });
    const text = await page.locator('main').innerText();

    for (const part of ['query_database', 'claude mcp add', '.vscode/mcp.json', 'Forms and schemas need JavaScript'])
      expect(text).toContain(part);
    expect(text).not.toContain('Copy');
    await page.context().close();
  });
});
