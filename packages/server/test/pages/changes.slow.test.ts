/// <reference lib="dom" />
import { fileURLToPath } from 'node:url';
import { hostPlugin, type HostedPlugin } from '@sigil/plugin-host';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorsByPlugin } from '../../src/building/build-errors.js';
import type { BuildChange } from '../../src/pages/build-change.js';
import { openPluginServer } from '../../src/running/open-plugin-server.js';
import type { RunningServer } from '../../src/running/running-server.js';
import {
  findAxeProblems,
  findObstacles,
  hasChromium,
  keepScreenshot,
  openBrowser,
  type TestBrowser,
} from './chromium.test-support.js';

let plugin: HostedPlugin;
let server: RunningServer;
let browser: TestBrowser;
let builds: readonly BuildChange[] = [];
let buildErrors: ErrorsByPlugin = {};

beforeAll(async () => {
  if (!hasChromium) return;
  plugin = await hostPlugin(fileURLToPath(new URL('../../../../apps/server/plugins/echo', import.meta.url)));
  const log = { faultsOf: () => () => undefined, failure: () => undefined };
  const offered = { name: 'greeter', version: '1.0.0', description: '', source: plugin, plugin };
  server = await openPluginServer(
    offered,
    {},
    { log, closeGraceMs: 1, changes: () => builds, buildErrors: () => buildErrors },
  );
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await plugin?.close();
});

test.skipIf(!hasChromium)('an open page announces the changes of another build and shows them on request', async () => {
  const page = await browser.open(`${server.url}/mcp/meta/greeter`);
  const before = await page.locator('#news').isVisible();

  builds = [
    {
      number: 1,
      at: new Date(),
      headline: 'tools +shout ~greet',
      changes: [
        { level: 'breaking', component: 'tool "greet"', path: 'input.name', says: 'it must be there now' },
        { level: 'minor', component: 'tool "shout"', says: 'it is new' },
      ],
    },
  ];
  await page.getByText('Another build serves').waitFor();
  const news = await page.locator('#news').innerText();
  await keepScreenshot(page, 'changes');
  const problems = [...(await findAxeProblems(page)), ...(await findObstacles(page))];
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('heading', { name: 'Changes since the start' }).waitFor();
  await page.locator('.change[open]').waitFor();

  expect(before).toBe(false);
  expect(news).toMatch(/tools \+shout ~greet[^]*breaking[^]*tool "greet" input\.name: it must be there now/);
  expect(problems).toEqual([]);
  expect(await page.locator('.change').innerText()).toContain('it is new');
  expect(browser.takeComplaints()).toEqual([]);
});

test.skipIf(!hasChromium)('an open page has the errors of a build that failed, until they are mended', async () => {
  buildErrors = {};
  const page = await browser.open(`${server.url}/mcp/meta/greeter`);
  await page.waitForResponse(/failures\.json/);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));

  const place = 'src/greeter.ts:3:1';
  buildErrors = { greeter: [{ place, code: 'SIGIL001', message: 'Property "nmae" does not exist.' }] };
  await page.getByText('The newest build does not serve.').waitFor();
  const news = await page.locator('#news').innerText();
  const top = await page.evaluate(() => document.querySelector('#news')?.getBoundingClientRect().top);
  const problems = await findAxeProblems(page);
  buildErrors = {};
  await page.locator('#news').waitFor({ state: 'hidden' });

  expect(news).toContain('src/greeter.ts:3:1 - SIGIL001: Property "nmae" does not exist.');
  expect(top).toBeGreaterThanOrEqual(0);
  expect(problems).toEqual([]);
  expect(browser.takeComplaints()).toEqual([]);
});
