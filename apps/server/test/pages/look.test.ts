import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findObstacles,
  hasChromium,
  keepScreenshot,
  openBrowser,
  sidewaysScroll,
  type TestBrowser,
} from './chromium.test-support.js';
import { mountBundled, servePages, type PagedServer } from './paged-server.test-support.js';

let server: PagedServer;
let browser: TestBrowser;

beforeAll(async () => {
  if (!hasChromium) return;
  const names = ['date', 'echo', 'markdown', 'sql', 'not-built'];
  server = await servePages(await Promise.all(names.map(mountBundled)));
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

describe.skipIf(!hasChromium)('in a browser', () => {
  describe.each(pages)('the $name page', ({ name, path }) => {
    test.each(['light', 'dark'] as const)('is complete and reachable by everybody, %s', async (colorScheme) => {
      const page = await browser.open(server.url + path, { colorScheme });
      const details = page.locator('details.component').first();
      if ((await details.count()) > 0) {
        await details.locator('summary').first().click();
        await details.getByRole('button', { name: 'Run' }).waitFor();
      }

      await keepScreenshot(page, `${name}-${colorScheme}`);
      expect(await findObstacles(page)).toEqual([]);
      expect(browser.takeComplaints()).toEqual([]);
      await page.context().close();
    });

    test('fits a narrow phone', async () => {
      const page = await browser.open(server.url + path, { viewport: { width: 360, height: 740 } });
      for (const summary of await page.locator('details.component > summary').all()) await summary.click();

      await keepScreenshot(page, `${name}-narrow`);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.context().close();
    });
  });
});
