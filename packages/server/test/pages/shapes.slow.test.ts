/// <reference lib="dom" />
import type { JsonObject } from '@sigil/core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  findObstacles,
  hasChromium,
  keepScreenshot,
  openBrowser,
  openComponent,
  type TestBrowser,
} from './chromium.test-support.js';
import { mountComponents, servePages, tool, type PagedServer } from './paged-server.test-support.js';

let server: PagedServer;
let browser: TestBrowser;
let page: Page;

const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
});
const circle = object({ kind: { const: 'circle' }, radius: { type: 'number', minimum: 0 } }, ['kind', 'radius']);
const square = object({ kind: { const: 'square' }, side: { type: 'number' } }, ['kind', 'side']);
const table = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer', minimum: 3 }] };
const inputSchema = {
  ...object(
    {
      shape: { anyOf: [{ $ref: '#/$defs/Circle' }, square] },
      size: { type: ['string', 'number', 'null'] },
      row: { anyOf: [table, { type: 'boolean' }] },
    },
    ['shape', 'size'],
  ),
  $defs: { Circle: circle },
};

const bytes = Buffer.from([0, 1, 2, 255]).toString('base64');
const tools = [
  tool({ name: 'draw', inputSchema }, (input) => JSON.stringify(input)),
  tool(
    { name: 'wait', inputSchema: object({ until: { type: 'string', format: 'date-time' } }, ['until']) },
    ({ until }) => String(until),
  ),
  tool(
    { name: 'send', inputSchema: object({ file: { type: 'string', contentEncoding: 'base64' } }, ['file']) },
    ({ file }) => String(file),
  ),
  tool({ name: 'give' }, () => ({
    kind: 'result',
    content: [
      { type: 'resource', resource: { uri: 'lab://files/report.pdf', blob: bytes, mimeType: 'application/pdf' } },
      { type: 'image', data: bytes, mimeType: 'image/png' },
    ],
    isError: false,
  })),
];

const settings = object({ host: { type: 'string' }, port: { type: 'integer' } }, []);
const people = Array.from({ length: 30 }, (_, number) => ({ name: `p${number}`, tags: [] }));
tools.push(
  tool(
    {
      name: 'nest',
      inputSchema: object({ settings, names: { type: 'array', items: { type: 'string' } } }, ['settings', 'names']),
    },
    () => JSON.stringify({ people, total: 30 }),
  ),
);

beforeAll(async () => {
  if (!hasChromium) return;
  server = await servePages([mountComponents('lab', { tools })]);
  browser = await openBrowser();
  page = await browser.open(`${server.url}/mcp/meta/lab`, { timezoneId: 'Europe/Oslo' });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

afterEach(() => {
  if (hasChromium) expect(browser.takeComplaints()).toEqual([]);
});

const open = (name: string): Promise<Locator> => openComponent(page, name);

async function answerOf(component: Locator): Promise<string> {
  await component.getByRole('button', { name: 'Run' }).click();
  await component.getByText('Done in').waitFor();
  return component.locator('.output code').first().innerText();
}

describe.skipIf(!hasChromium)('the form', () => {
  test('shows a union as a choice of shapes, with fields or a JSON skeleton', async () => {
    const draw = await open('draw');
    const shapes = draw.getByLabel('Shape of shape');

    await draw.getByRole('button', { name: 'Run' }).click();
    const problems = await draw.locator('.field-error').count();
    const offered = await shapes.locator('option').allInnerTexts();
    await shapes.selectOption('square');
    await draw.getByLabel('side').fill('2');
    await shapes.selectOption('circle');
    await draw.getByLabel('radius').fill('1.5');
    await draw.getByLabel('Shape of row').selectOption({ index: 1 });
    const skeleton = await draw.locator('textarea.json').inputValue();
    await keepScreenshot(draw, 'union');

    expect(offered).toEqual(['Choose a shape…', 'circle', 'square']);
    expect(problems).toBe(1);
    expect(JSON.parse(skeleton)).toEqual(['', 3]);
    expect(await findObstacles(page)).toEqual([]);
    expect(JSON.parse(await answerOf(draw))).toEqual({
      shape: { kind: 'circle', radius: 1.5 },
      size: null,
      row: ['', 3],
    });
  });

  test('selects the matching shape when values come back from JSON', async () => {
    const draw = await open('draw');

    await draw.getByRole('button', { name: 'Edit as JSON' }).click();
    const given = { shape: { kind: 'square', side: 3 }, size: 4, row: true };
    await draw.getByLabel('Arguments as JSON').fill(JSON.stringify(given));
    await draw.getByRole('button', { name: 'Back to the form' }).click();

    expect(await draw.getByLabel('Shape of shape').inputValue()).toBe('1');
    expect(JSON.parse(await answerOf(draw))).toEqual(given);
  });

  test('takes a date-time in the reader’s time zone and sends it in UTC', async () => {
    const wait = await open('wait');

    await wait.getByLabel('until').fill('2026-07-28T09:30:00');

    expect(await wait.innerText()).toContain('In your time zone, Europe/Oslo; sent in UTC.');
    expect(await answerOf(wait)).toBe('2026-07-28T07:30:00.000Z');
  });

  test('takes bytes from a file', async () => {
    const send = await open('send');

    await send.getByLabel('file').setInputFiles({ name: 'a.bin', mimeType: '', buffer: Buffer.from(bytes, 'base64') });
    await send.getByText('4 bytes to send.').waitFor();

    expect(await answerOf(send)).toBe(bytes);
  });
});

describe.skipIf(!hasChromium)('nested values', () => {
  test('only fields that may be left out are marked, and an object without required fields is folded', async () => {
    const nest = await open('nest');

    const before = await nest.getByLabel('host').isVisible();
    const marks = await nest.locator('.optional:visible').count();
    await nest.getByText('host, port').click();

    expect([before, marks]).toEqual([false, 0]);
    expect(await nest.getByLabel('host').isVisible()).toBe(true);
    expect(await nest.locator('.optional:visible').count()).toBe(2);
  });

  test('the items of a list of texts take one line each', async () => {
    const nest = await open('nest');

    await nest.getByRole('button', { name: 'Add to names' }).click();
    await nest.getByRole('button', { name: 'Add to names' }).click();
    const heights = await nest.locator('.row').evaluateAll((rows) => rows.map((row) => row.clientHeight));
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

    expect(heights.every((height) => height < 50)).toBe(true);
    expect(focused).toBe('names 2');
  });

  test('a long list in an answer is folded, and unfolds', async () => {
    await page.reload();
    const nest = await open('nest');

    const folded = await answerOf(nest);
    await nest.getByRole('button', { name: 'Unfold "people", 30 items' }).click();
    const unfolded = await nest.locator('.output code').first().innerText();

    expect(folded).toContain('"people": [ … 30 items ],');
    expect(JSON.parse(unfolded)).toEqual({ people, total: 30 });
  });
});

test.skipIf(!hasChromium)('bytes in an answer can be downloaded under a matching file name', async () => {
  const give = await open('give');
  await give.getByRole('button', { name: 'Run' }).click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    give.getByRole('link', { name: 'Download report.pdf' }).click(),
  ]);
  const chunks = await (await download.createReadStream()).toArray();

  expect(download.suggestedFilename()).toBe('report.pdf');
  expect(Buffer.concat(chunks as Buffer[]).toString('base64')).toBe(bytes);
  expect(await give.innerText()).toContain('report.pdf, 4 bytes');
  expect(await give.getByRole('link', { name: 'Download result.png' }).count()).toBe(1);
});
