/// <reference lib="dom" />
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { compilerSettings, newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  findAxeProblems,
  findObstacles,
  hasChromium,
  keepScreenshot,
  openBrowser,
  type TestBrowser,
} from './chromium.test-support.js';
import { mountBuilt, servePages, type PagedServer } from './paged-server.test-support.js';
import { openView, type OpenView } from './view-server.test-support.js';

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));

/** A font with one letter, as TrueType in base64. */
const font = [
  'AAEAAAAKAIAAAwAgT1MvMl2eWsAAAACsAAAAYGNtYXAADAB0AAABDAAAACxnbHlmAvYE7AAAATgAAAAkaGVhZGEKQtkAAAFcAAAANmhoZWEFFg',
  'H3AAABlAAAACRobXR4BLAAAAAAAbgAAAAIbG9jYQASAAAAAAHAAAAABm1heHAABAAGAAAByAAAACBuYW1lAlYSKwAAAegAAABKcG9zdP+fADIA',
  'AAI0AAAAIAAEAlgBkAAFAAACigJYAAAASwKKAlgAAAFeADIBLAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAABOT05FAEAAQQBBAyD/OAAAAy',
  'AAyAAAAAEAAAAAAfQB9AAAACAAAQAAAAEAAwABAAAADAAEACAAAAAEAAQAAQAAAEH//wAAAEH////AAAEAAAAAAAEAAAAAAfQB9AADAAABAQEB',
  'AAAB9AAA/gwAAAAAAfQAAAAAAAEAAAABAAAKoS2nXw889QADA+gAAAAAAAAAAAAAAAAAAAAAAAAAAAH0AfQAAAAIAAIAAAAAAAAAAQAAAyD/OA',
  'AAAlgAAABkAfQAAQAAAAAAAAAAAAAAAAAAAAICWAAAAlgAAAAAAAAAEgAAAAEAAAACAAQAAQAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAEADYA',
  'AwABBAkAAQACAAAAAwABBAkAAgAOAAIAAwABBAkABAACABAAAwABBAkABgACABIAVABSAGUAZwB1AGwAYQByAFQAVAAAAAMAAAAAAAD/nAAyAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAA=',
].join('');

const letters = `
import { Tool, View } from '@sigil/core';
/** Letters. */
@View('ui://letters/letter')
export class Letters {
  /** Shows a letter. */
  @Tool({ view: 'ui://letters/letter' })
  letter(): string {
    return 'A';
  }
}
`;

let folder: PluginsFolder;
let server: PagedServer;
let browser: TestBrowser;
let page: Page;

/** Copies an example, since other programs build the example itself at the same time. */
async function copyExample(name: string): Promise<string> {
  const copy = join(folder.path, name);
  await mkdir(copy);
  for (const part of ['package.json', 'src', 'views'])
    await cp(join(examples, name, part), join(copy, part), { recursive: true });
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(compilerSettings));
  const { customConditions } = compilerSettings.compilerOptions;
  await writeFile(join(copy, 'views/tsconfig.json'), JSON.stringify({ compilerOptions: { customConditions } }));
  return copy;
}

/** Writes a plugin whose view has a font of its own. */
async function writeLetters(): Promise<string> {
  await folder.writePlugin('letters', letters);
  const written = join(folder.path, 'letters');
  await mkdir(join(written, 'views'));
  await writeFile(join(written, 'views/letter.ttf'), Buffer.from(font, 'base64'));
  await writeFile(
    join(written, 'views/letter.html'),
    '<title>Letter</title><link rel="stylesheet" href="letter.css"><p>A</p>',
  );
  await writeFile(
    join(written, 'views/letter.css'),
    '@font-face { font-family: "One Letter"; font-weight: 700; src: url(letter.ttf) } p { font: 700 1rem "One Letter" }',
  );
  return written;
}

beforeAll(async () => {
  if (!hasChromium) return;
  folder = await newPluginsFolder();
  const written = await Promise.all([copyExample('dice-board'), copyExample('table-booking'), writeLetters()]);
  buildPlugins(written);
  server = await servePages(await Promise.all(written.map((plugin) => mountBuilt(basename(plugin), plugin))));
  browser = await openBrowser();
});

afterEach(() => page?.context().close());

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await folder?.remove();
});

async function open(plugin: string, tool: string): Promise<OpenView> {
  page = await browser.open(`${server.url}/mcp/meta/${plugin}`);
  return openView(page, tool);
}

describe.skipIf(!hasChromium)('the view of an example', () => {
  test('rolls the dice that are not kept', async () => {
    const { panel, view } = await open('dice-board', 'roll');
    await panel.getByRole('button', { name: 'Run' }).click();
    const dice = view.getByRole('list', { name: 'Dice' }).getByRole('button');
    await dice.first().click();
    const kept = await dice.first().innerText();

    await view.getByRole('button', { name: 'Roll the others again' }).click();
    await panel.getByRole('button', { name: 'Allow once' }).click();
    await panel.getByText('result (2)').waitFor({ state: 'attached' });
    await keepScreenshot(panel, 'example-dice-board');

    expect(await dice.first().innerText()).toBe(kept);
    expect(await dice.count()).toBe(5);
    expect([
      ...(await findAxeProblems(view)),
      ...(await findAxeProblems(page)),
      ...(await findObstacles(page)),
    ]).toEqual([]);
    expect(browser.takeComplaints()).toEqual([]);
  });

  test('books a table once its reader has confirmed it', async () => {
    const { panel, view } = await open('table-booking', 'findTables');
    await panel.getByLabel('day').fill('2026-12-24');
    await panel.getByRole('button', { name: 'Run' }).click();
    await view.getByLabel('Name').fill('Ada');

    await view.getByRole('button', { name: 'Book' }).click();
    await panel.getByRole('button', { name: 'Allow once' }).click();
    const question = panel.getByRole('form', { name: 'The server asks' });
    await question.getByLabel('confirmed').check();
    await question.getByRole('button', { name: 'Answer' }).click();
    await view.getByRole('status').getByText('20261224-1').waitFor();
    await panel.getByText('Context for the model').waitFor();
    await keepScreenshot(panel, 'example-table-booking');

    expect([
      ...(await findAxeProblems(view)),
      ...(await findAxeProblems(page)),
      ...(await findObstacles(page)),
    ]).toEqual([]);
    expect(browser.takeComplaints()).toEqual([]);
  });
});

test.skipIf(!hasChromium)(
  'a font in the page of a view is loaded, although no policy of a view allows fonts',
  async () => {
    const { view } = await open('letters', 'letter');

    const fonts = await view.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, weight, status }) => [family, weight, status]);
    });

    expect(fonts).toEqual([['One Letter', '700', 'loaded']]);
    expect(browser.takeComplaints()).toEqual([]);
  },
);
