/**
 * A real Chromium for the tests of the pages, and what must hold on every page that it opens.
 */
/// <reference lib="dom" />
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '@sigil/test-support/find-chromium';
import axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core';

const executablePath = findChromium();

/** Tells whether Chromium is installed; without it tests of pages are skipped, but not in CI. */
export const hasChromium = executablePath !== undefined;

const screenshots = fileURLToPath(new URL('../../.tmp/screenshots/', import.meta.url));

const longestWaitMs = 8_000;

/** A browser, and pages in it that note everything that must not happen. */
export interface TestBrowser {
  /** Opens an address in a window of its own. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors in consoles, errors of scripts, and refusals of the content policy since the last question. */
  takeComplaints(): string[];
  close(): Promise<void>;
}

/**
 * Starts a browser with a profile of its own, which is gone when it is closed.
 *
 * @param flags of the command line; `--site-per-process` gives each site a process, as desktop browsers do and the headless shell does not
 */
export async function openBrowser(flags: readonly string[] = []): Promise<TestBrowser> {
  const browser: Browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  });
  let complaints: string[] = [];
  return {
    async open(url, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1200, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(longestWaitMs);
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
      page.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(url);
      return page;
    },
    takeComplaints() {
      const taken = complaints;
      complaints = [];
      return taken;
    },
    close: () => browser.close(),
  };
}

/** Keeps what a page or a part of it looks like, in a folder that is not committed, if `SCREENSHOTS` is set. */
export async function keepScreenshot(shown: Page | Locator, name: string): Promise<void> {
  if (!process.env['SCREENSHOTS']) return;
  mkdirSync(screenshots, { recursive: true });
  const path = join(screenshots, `${name}.png`);
  await ('goto' in shown ? shown.screenshot({ path, fullPage: true }) : shown.screenshot({ path }));
}

/** Returns how far the page can be scrolled to the side, in pixels; nothing should stick out. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Everything that assistive technology would stumble over: inputs and buttons without a name, headings out of order. */
export function findObstacles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (control: Element): string => {
      const labelled = control.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const texts = labelled.map((id) => document.getElementById(id)?.textContent ?? '');
      const labels = 'labels' in control ? [...((control.labels as NodeListOf<Element> | null) ?? [])] : [];
      texts.push(control.getAttribute('aria-label') ?? '', ...labels.map((label) => label.textContent ?? ''));
      if (control.matches('button, a, summary')) texts.push(control.textContent ?? '');
      return texts.join('').trim();
    };
    const shown = (node: Element): boolean => node.checkVisibility();
    const controls = [...document.querySelectorAll('input, textarea, select, button, a, summary')].filter(shown);
    const nameless = controls.filter((it) => nameOf(it) === '').map((it) => `no name: ${it.outerHTML.slice(0, 120)}`);
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].filter(shown).map((it) => Number(it.tagName[1]));
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `two elements have the id ${id}`);
    const dangling = [...document.querySelectorAll('[aria-describedby], [aria-controls], label[for]')].flatMap((it) =>
      ['aria-describedby', 'aria-controls', 'for']
        .map((name) => it.getAttribute(name))
        .filter((id) => id !== null && !document.getElementById(id))
        .map((id) => `points nowhere: ${id}`),
    );
    return [
      ...nameless,
      ...jumps.map((level) => `a heading of level ${level} has none above it`),
      ...twice,
      ...dangling,
    ];
  });
}

/** Everything that axe-core objects to, as the page or the frame is shown now. */
export async function findAxeProblems(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Texts whose colour is too near to what is behind them: below 4.5 to 1, the least that everybody can read. */
export function findFaintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const light = (colour: string): number => {
      const [red, green, blue] = channels(colour)
        .slice(0, 3)
        .map((channel) => channel / 255)
        .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const behind = (node: Element | null): string => {
      if (!node) return 'rgb(255, 255, 255)';
      const colour = getComputedStyle(node).backgroundColor;
      return channels(colour)[3] === 0 ? behind(node.parentElement) : colour;
    };
    const hasText = (node: Element): boolean =>
      [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim() !== '');
    return [...document.querySelectorAll('body *')]
      .filter((node) => node.checkVisibility() && hasText(node) && !node.matches(':disabled, option'))
      .flatMap((node) => {
        const [a, b] = [light(getComputedStyle(node).color), light(behind(node))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return contrast < 4.5 ? [`${contrast.toFixed(2)}: ${node.outerHTML.slice(0, 100)}`] : [];
      });
  });
}

/** Opens a component on the page of a server and gives it back, once its form is there. */
export async function openComponent(page: Page, name: string): Promise<Locator> {
  const component = page.locator(`details.component[data-id="${name}"]`);
  if ((await component.getAttribute('open')) === null) await component.locator('summary').first().click();
  await component.getByRole('button', { name: /^(Run|Read|Get)$/ }).waitFor();
  return component;
}
