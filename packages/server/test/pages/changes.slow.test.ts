/// <reference lib="dom" />
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

let server: RunningServer;
let browser: TestBrowser;
let builds: readonly BuildChange[] = [];

beforeAll(async () => {
  if (!hasChromium) return;
  const source = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));
  const log = { faultsOf: () => () => undefined, failure: () => undefined };
  const offered = { name: 'greeter', version: '1.0.0', description: '', source };
  server = await openPluginServer(offered, {}, { log, closeGraceMs: 1, changes: () => builds });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
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
