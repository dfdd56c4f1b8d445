/// <reference lib="dom" />
import { findChromium } from '@sigil/test-support/find-chromium';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSite } from './write-site.js';

const executablePath = findChromium();
const hasChromium = executablePath !== undefined;
let browser: Browser;

beforeAll(async () => {
  if (hasChromium) browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});

afterAll(() => browser?.close());

const tools = Array.from({ length: 200 }, (_, number) => ({
  path: `tools/tool_${number}`,
  title: `tool_${number}`,
  section: 'Tools',
  markdown: `# tool_${number}\n\nשלום, one of many.\n`,
}));
const site = writeSite([{ path: 'README', title: 'many', markdown: '# many\n' }, ...tools]);

async function open(path: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.route('http://site.test/**', (route) => {
    const asked = new URL(route.request().url()).pathname.slice(1);
    const contentType = asked.endsWith('.css') ? 'text/css' : 'text/html';
    return route.fulfill({ contentType, body: site.get(asked) ?? '' });
  });
  await page.goto(`http://site.test/${path}`);
  return page;
}

describe.skipIf(!hasChromium)('a site of two hundred tools', () => {
  test('begins with the page and not with the list of all pages on a phone', async () => {
    const page = await open('tools/tool_150.html', 390);

    const top = await page.locator('h1').evaluate((it) => it.getBoundingClientRect().top);

    expect(top).toBeLessThan(500);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.close();
  });

  test('shows the current page in its list, which stays while the page scrolls', async () => {
    const page = await open('tools/tool_150.html', 1440);

    const [list, link] = await page.evaluate(() =>
      ['nav', 'nav [aria-current]'].map(
        (it) => document.querySelector(it)!.getBoundingClientRect().toJSON() as DOMRect,
      ),
    );

    expect(list!.height).toBe(800);
    expect(link!.top).toBeGreaterThan(0);
    expect(link!.bottom).toBeLessThan(800);
    await page.close();
  });

  test('is printed without the list', async () => {
    const page = await open('tools/tool_150.html', 800);

    await page.emulateMedia({ media: 'print' });

    expect(await page.locator('nav').isVisible()).toBe(false);
    await page.close();
  });
});
