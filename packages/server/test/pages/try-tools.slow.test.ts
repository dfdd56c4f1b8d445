/// <reference lib="dom" />
import { EventEmitter, once } from 'node:events';
import type { ContentBlock, Context, JsonObject } from '@sigil/core';
import type { ToolResult } from '@sigil/core/catalog';
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
import { mountBundled, mountComponents, servePages, tool, type PagedServer } from './paged-server.test-support.js';

let server: PagedServer;
let browser: TestBrowser;
let page: Page;

/** `go` lets the slow tool go on, `aborted` says that the stuck one was told to end. */
const events = new EventEmitter();

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

const place = {
  type: 'object',
  properties: { city: { type: 'string', maxLength: 20 }, zip: { type: 'integer' } },
  required: ['city'],
};
const everyField = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 9, pattern: '^[a-z]+$', description: 'In `lower` case' },
    count: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    ratio: { type: 'number' },
    sure: { type: 'boolean' },
    size: { enum: ['small', 'large'] },
    level: { enum: [1, 2] },
    day: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string', maxLength: 20 }, minItems: 1 },
    home: { $ref: '#/$defs/Place' },
    work: { $ref: '#/$defs/Place' },
    note: { type: ['string', 'null'] },
    kind: { const: 'test' },
    colours: { type: 'array', items: { enum: ['red', 'blue'] }, uniqueItems: true },
    free: { anyOf: [{ type: 'string' }, { type: 'object' }] },
  },
  required: ['name', 'tags', 'home', 'note', 'kind'],
  $defs: { Place: place },
} satisfies JsonObject;

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    drink: {
      type: 'string',
      oneOf: [
        { const: 't', title: 'Tea' },
        { const: 'c', title: 'Coffee' },
      ],
    },
  },
  required: ['name'],
} as const;

const tools = [
  tool({ name: 'slow' }, async (_, context) => {
    await context.log('info', 'getting ready');
    await context.reportProgress(1, 2, 'halfway');
    await once(events, 'go');
    return 'finished';
  }),
  tool({ name: 'stuck' }, (_, context) => {
    context.signal.addEventListener('abort', () => events.emit('aborted'));
    return new Promise<string>(() => undefined);
  }),
  tool({ name: 'collect', inputSchema: everyField }, (input) => JSON.stringify(input)),
  tool({ name: 'ask' }, askTwice),
  tool({ name: 'sample' }, async (_, context) => {
    const question = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 } as const;
    const answer = await context.sample(question);
    return answer.action === 'accept' ? JSON.stringify(answer.content) : answer.action;
  }),
  tool({ name: 'visit' }, async (_, context) => {
    return (await context.elicitUrl('Please sign in.', 'https://example.org/in?by=tool')).action;
  }),
  tool({ name: 'show', title: hostile, description: hostile, outputSchema: { type: 'object' } }, () =>
    resultOf(hostile),
  ),
  tool({ name: 'refuse' }, () => ({
    kind: 'result',
    content: [{ type: 'text', text: 'No such city' }],
    isError: true,
  })),
  tool(
    {
      name: 'mirror',
      inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
    },
    ({ region }) => `region ${String(region)}`,
  ),
];

async function askTwice(_: JsonObject, context: Context): Promise<string> {
  const who = await context.elicit('Who are you?', person, { key: 'who' });
  if (who.action !== 'accept') return `not told: ${who.action}`;
  const again = await context.elicit(
    'Sure?',
    { type: 'object', properties: { yes: { type: 'boolean' } } },
    { key: 'sure' },
  );
  return JSON.stringify([who.content, again.action === 'accept' ? again.content : again.action]);
}

function resultOf(text: string): ToolResult {
  const content: ContentBlock[] = [
    { type: 'text', text },
    { type: 'image', data: picture, mimeType: 'image/png' },
    { type: 'audio', data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=', mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'lab://notes', name: text },
    { type: 'resource', resource: { uri: 'lab://inside', text } },
  ];
  return { kind: 'result', content, structuredJson: JSON.stringify({ text }), isError: false };
}

const notes = {
  definition: { uri: 'lab://notes', name: 'notes', description: hostile },
  read: (uri: string) => Promise.resolve({ kind: 'result' as const, contents: [{ uri, text: 'to be read' }] }),
};

beforeAll(async () => {
  if (!hasChromium) return;
  const lab = mountComponents('lab', { tools, resources: [notes] }, hostile);
  server = await servePages([lab, ...(await Promise.all(['data', 'echo', 'markdown', 'sql'].map(mountBundled)))]);
  browser = await openBrowser();
  page = await browser.open(`${server.url}/mcp/meta/lab`);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

afterEach(() => {
  if (hasChromium) expect(browser.takeComplaints()).toEqual([]);
});

const open = (name: string): Promise<Locator> => openComponent(page, name);

async function run(component: Locator): Promise<void> {
  await component.getByRole('button', { name: 'Run' }).click();
}

/** Returns the component's text on its run when the run has ended. */
async function outcomeOf(component: Locator): Promise<string> {
  await component
    .locator('.run-status')
    .filter({ hasNotText: /^(Running…)?$/ })
    .waitFor();
  return (await component.locator('.output').first().innerText()).trim();
}

/** Reads the first text of the answer, which is JSON. */
async function answerOf(component: Locator): Promise<unknown> {
  return JSON.parse(await component.locator('.output code').first().innerText());
}

describe.skipIf(!hasChromium)('a tool on its page', () => {
  test('shows its progress while it runs, then its result and duration', async () => {
    const slow = await open('slow');

    await run(slow);
    await slow.getByText('halfway').waitFor();
    const [log, status] = [await slow.getByRole('log').innerText(), await slow.locator('.run-status').innerText()];
    const amount = await slow.getByRole('progressbar').getAttribute('value');
    events.emit('go');

    expect(await outcomeOf(slow)).toContain('finished');
    expect({ log, status, amount }).toEqual({
      log: expect.stringContaining('getting ready'),
      status: 'Running…',
      amount: '1',
    });
    expect(await slow.locator('.run-status').innerText()).toMatch(/^Done in .*s\.$/);
  });

  test('can be cancelled, and the server is notified', async () => {
    const stuck = await open('stuck');
    const heard = once(events, 'aborted');

    await run(stuck);
    await stuck.getByRole('button', { name: 'Cancel' }).click();
    await heard;
    await outcomeOf(stuck);

    expect(await stuck.locator('.run-status').innerText()).toMatch(/^Cancelled after/);
    expect(await stuck.getByRole('button', { name: 'Run' }).evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('gets arguments from a form that match its schema', async () => {
    const collect = await open('collect');

    await collect.getByLabel('name', { exact: true }).fill('ada');
    await collect.getByLabel('ratio').fill('0.5');
    await collect.getByLabel('sure').selectOption('true');
    await collect.getByLabel('level').selectOption('2');
    await collect.getByLabel('day').fill('2026-07-28');
    await collect.getByLabel('tags 1', { exact: true }).fill('first');
    await collect.getByRole('button', { name: 'Add to tags' }).click();
    await page.keyboard.type('second');
    await collect.getByRole('group', { name: 'home' }).first().getByLabel('city').fill('Oslo');
    await collect.getByLabel('blue').check();
    await collect.getByLabel('Shape of free').selectOption('object');
    const skeleton = await collect.getByLabel('object', { exact: true }).inputValue();
    await collect.getByLabel('object', { exact: true }).fill('{"a":[1]}');
    await keepScreenshot(collect, 'form');
    await run(collect);
    const answer = await collect.locator('.output code').first().innerText();

    expect(await findObstacles(page)).toEqual([]);
    expect(skeleton).toBe('{}');
    expect(JSON.parse(answer)).toEqual({
      name: 'ada',
      count: 2,
      ratio: 0.5,
      sure: true,
      level: 2,
      day: '2026-07-28',
      tags: ['first', 'second'],
      home: { city: 'Oslo' },
      note: null,
      kind: 'test',
      colours: ['blue'],
      free: { a: [1] },
    });
  });

  test('is not called while the form has errors, and the first one is focused', async () => {
    const collect = await open('collect');

    await collect.getByLabel('name', { exact: true }).fill('ADA');
    await collect.getByLabel('count').fill('9');
    await collect.getByLabel('object', { exact: true }).fill('{');
    await run(collect);
    const problems = await collect.locator('.field-error').allInnerTexts();
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
    await collect.getByLabel('name', { exact: true }).fill('ada');
    await collect.getByLabel('count').fill('3');
    await collect.getByLabel('Shape of free').selectOption('Not sent');
    await run(collect);
    await outcomeOf(collect);

    expect(problems).toHaveLength(3);
    expect(problems[2]).toBe('This is not JSON.');
    expect(focused).toBe('name');
    expect(await collect.locator('.field-error').count()).toBe(0);
  });

  test('accepts arguments as JSON, which the form can take over', async () => {
    const collect = await open('collect');

    await collect.getByRole('button', { name: 'Edit as JSON' }).click();
    const json = collect.getByLabel('Arguments as JSON');
    await json.fill(
      '{"name":"bob","tags":["x"],"work":{"city":"Rome"},"home":{"city":"Bergen"},"note":"hi","kind":"test"}',
    );
    await collect.getByRole('button', { name: 'Back to the form' }).click();
    await run(collect);

    expect(JSON.parse(await collect.locator('.output code').first().innerText())).toEqual({
      name: 'bob',
      count: 2,
      tags: ['x'],
      work: { city: 'Rome' },
      home: { city: 'Bergen' },
      note: 'hi',
      kind: 'test',
    });
  });

  test('asks the reader questions during the call and continues with the answers', async () => {
    const ask = await open('ask');

    await run(ask);
    await ask.getByText('Who are you?').waitFor();
    await keepScreenshot(ask, 'question');
    await ask.getByRole('button', { name: 'Answer' }).click();
    const mistakes = await ask.locator('.question .field-error').count();
    await ask.getByLabel('drink').selectOption('Coffee');
    await ask.getByLabel('name').fill('Ada');
    await page.keyboard.press('Enter');
    await ask.getByText('Sure?').waitFor();
    await ask.getByLabel('yes').selectOption('true');
    await ask.getByRole('button', { name: 'Answer' }).click();

    await outcomeOf(ask);
    expect(await answerOf(ask)).toEqual([{ name: 'Ada', drink: 'c' }, { yes: true }]);
    expect(mistakes).toBe(1);
  });

  test('is notified when the reader declines', async () => {
    const ask = await open('ask');

    await run(ask);
    await ask.getByRole('button', { name: 'Decline' }).click();

    expect(await outcomeOf(ask)).toContain('not told: decline');
  });

  test('lets the reader answer or decline a sampling request', async () => {
    const sample = await open('sample');

    await run(sample);
    await sample.getByText('user: Hi').waitFor();
    await sample.getByLabel('Answer as the model').fill('Hello.');
    await sample.getByRole('button', { name: 'Answer' }).click();
    await outcomeOf(sample);
    const answered = await answerOf(sample);
    await run(sample);
    await sample.getByRole('button', { name: 'Decline' }).click();

    expect(answered).toEqual({ type: 'text', text: 'Hello.' });
    expect(await outcomeOf(sample)).toContain('You did not answer in place of the model');
  });

  test('shows the full URL of a visit request, and gets the reader’s decision', async () => {
    const visit = await open('visit');

    await run(visit);
    await visit.getByText('Please sign in.').waitFor();
    const shown = await visit.locator('.question').innerText();
    const link = visit.getByRole('link', { name: 'Open example.org' });
    const [target, rel] = [await link.getAttribute('href'), await link.getAttribute('rel')];
    await visit.getByRole('button', { name: 'I will visit it' }).click();
    const accepted = await outcomeOf(visit);
    await run(visit);
    await visit.getByRole('button', { name: 'Decline' }).click();

    expect(shown).toContain('https://example.org/in?by=tool');
    expect([target, rel]).toEqual(['https://example.org/in?by=tool', 'noopener noreferrer']);
    expect(accepted).toContain('accept');
    expect(await outcomeOf(visit)).toContain('decline');
  });

  test('mirrors an argument in a header where its schema says so', async () => {
    const mirror = await open('mirror');

    await mirror.getByLabel('region').fill('Åland');
    await run(mirror);

    expect(await outcomeOf(mirror)).toContain('region Åland');
  });

  test('shows its error message when it fails', async () => {
    const refuse = await open('refuse');

    await run(refuse);

    expect(await outcomeOf(refuse)).toContain('No such city');
    expect(await refuse.locator('.run-status').innerText()).toMatch(/^The tool reports an error, after/);
  });

  test('says why when its request cannot be sent, and can be run again', async () => {
    const refuse = await open('refuse');

    await page.route('**/mcp/lab', (route) => route.abort());
    await run(refuse);
    await refuse.getByText(/^Failed after/).waitFor();
    const why = await refuse.locator('.refusal').innerText();
    await page.unroute('**/mcp/lab');
    await run(refuse);

    expect(await outcomeOf(refuse)).toContain('No such city');
    expect(why).not.toBe('');
    expect(browser.takeComplaints().every((it) => it.includes('net::ERR_FAILED'))).toBe(true);
  });

  test('shows every kind of content, and links can be followed', async () => {
    const show = await open('show');

    await run(show);
    await outcomeOf(show);
    await show.getByRole('button', { name: 'Read lab://notes' }).click();
    await show.getByText('to be read').waitFor();
    const first = await show.locator('.output > *').first().locator('img').count();
    await keepScreenshot(show, 'answer');

    expect(await show.locator('img').evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1);
    expect(first).toBe(1);
    expect(await show.locator('audio').count()).toBe(1);
    expect(await show.getByRole('region', { name: 'Structured content' }).innerText()).toContain('"text"');
    expect(await findObstacles(page)).toEqual([]);
  });

  test('T14.2 script in names, descriptions, arguments and answers is shown and never run', async () => {
    const own = await page.locator('script').count();

    const shown = await page.locator('body').innerText();

    expect(shown).toContain('<script>alert(2)</script>');
    expect(own).toBe(1);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});

describe.skipIf(!hasChromium)('the page of a bundled server', () => {
  test('T14.2 an argument with script comes back as text', async () => {
    await page.goto(`${server.url}/mcp/meta/echo`);
    const echo = await open('echo');

    await echo.getByLabel('message').fill(hostile);
    await run(echo);

    expect(await outcomeOf(echo)).toContain(hostile);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  test('can be used with the keyboard alone', async () => {
    await page.goto(`${server.url}/mcp/meta/echo`);
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    const tabTo = async (text: string): Promise<void> => {
      for (let step = 0; step < 40 && !(await focused()).startsWith(text); step += 1) await page.keyboard.press('Tab');
      expect(await focused()).toMatch(new RegExp(`^${text}`));
    };

    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await tabTo('echo');
    await tabTo('Test the connection');
    await page.keyboard.press('Enter');
    await page.getByText('It answers').waitFor();
    await tabTo('echo');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Run' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('by keyboard');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Done in').waitFor();
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
    await tabTo('Claude Code');
    await page.keyboard.press('ArrowRight');

    expect(outline).toBe('solid');
    expect(await page.locator('.output code').first().innerText()).toBe('by keyboard');
    expect(await page.getByRole('tabpanel').innerText()).toContain('claude_desktop_config.json');
  });

  test('takes a value that the server does not offer for an argument', async () => {
    await page.goto(`${server.url}/mcp/meta/markdown`);
    const prompt = await open('summarize');

    await prompt.getByLabel('text').fill('A long story');
    await prompt.getByLabel('style', { exact: true }).selectOption('Another value…');
    await prompt.getByLabel('Another value of style').fill('haiku');
    await prompt.getByRole('button', { name: 'Get' }).click();

    expect(await outcomeOf(prompt)).toContain('must be one of "bullets"');
  });

  test('shows the server’s answer to arguments that the form would reject', async () => {
    await page.goto(`${server.url}/mcp/meta/echo`);
    const echo = await open('echo');

    await echo.getByRole('button', { name: 'Edit as JSON' }).click();
    await echo.getByLabel('Arguments as JSON').fill('{"massage":"hi"}');
    await run(echo);

    expect(await outcomeOf(echo)).toContain('did you mean "message"?');
  });

  test('reads resources and templates, and gets prompts', async () => {
    await page.goto(`${server.url}/mcp/meta/sql`);
    const template = await open('sql://tables/{table}');
    await template.getByLabel('table').selectOption('authors');
    await template.getByRole('button', { name: 'Read' }).click();
    const described = await outcomeOf(template);
    await page.goto(`${server.url}/mcp/meta/markdown`);
    const sheet = await open('markdown://cheatsheet');
    await sheet.getByRole('button', { name: 'Read' }).click();
    const read = await outcomeOf(sheet);
    const prompt = await open('summarize');
    await prompt.getByLabel('text').fill('A long story');
    const styles = await prompt.getByLabel('style').locator('option').allInnerTexts();
    await prompt.getByLabel('style').selectOption('headline');
    await prompt.getByRole('button', { name: 'Get' }).click();

    expect(described).toContain('"columns"');
    expect(read).toContain('# ');
    expect(await outcomeOf(prompt)).toMatch(/as a single line[^]*A long story/);
    expect(styles).toEqual(['Not sent', 'bullets', 'paragraph', 'headline', 'Another value…']);
  });

  test('shows the example of the chart tool as a table and a picture', async () => {
    await page.goto(`${server.url}/mcp/meta/data`);
    const chart = await open('chart');
    const view = chart.getByLabel('view');
    await view.fill((await view.getAttribute('placeholder')) ?? '');
    await chart.getByRole('button', { name: 'Run' }).click();
    const table = chart.getByRole('region', { name: 'Table' }).getByRole('table');
    await table.waitFor();
    const picture = chart.getByRole('img');
    await picture.waitFor();

    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['month', 'revenue (EUR)', 'copies']);
    expect(await table.getByRole('row').count()).toBe(25);
    expect(await picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(300);
    expect(await findObstacles(page)).toEqual([]);
    await keepScreenshot(chart, 'chart');
  });

  test('shows structured rows as a table and as raw JSON', async () => {
    await page.goto(`${server.url}/mcp/meta/data`);
    const view = await open('view');
    await view.getByLabel('name').fill('revenue_by_genre');
    await view.getByRole('button', { name: 'Run' }).click();
    const table = view.getByRole('region', { name: 'Table' }).getByRole('table');
    await table.waitFor();

    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['book.genre', 'revenue (EUR)']);
    expect(await outcomeOf(view)).toContain('"reached": false');
  });

  test('copies a snippet for a client', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${server.url}/mcp/meta/echo`);

    await page.getByRole('tab', { name: 'VS Code' }).click();
    await page.getByRole('button', { name: 'Copy for VS Code' }).click();
    await page.getByText('Copied').first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());

    expect(JSON.parse(copied)).toEqual({
      servers: { 'sigil-echo': { type: 'http', url: `${server.url}/mcp/echo` } },
    });
  });
});
