/**
 * Opens views in hosts in a real browser.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '@sigil/test-support/find-chromium';
import { build } from 'esbuild';
import { chromium, type Browser, type Frame, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { HostSettings, SeenMessage } from './host-page.js';

const executablePath = findChromium();

/** Whether there is a browser; without one these tests are left out, but not in CI. */
export const hasChromium = executablePath !== undefined;

const folder = dirname(fileURLToPath(import.meta.url));

/** A view in its host. */
export interface OpenView {
  /** The host's page. */
  readonly page: Page;
  /** The view's own. */
  readonly frame: Frame;
  /** Returns the messages of a kind that have reached the host. */
  seen(kind: string): Promise<readonly SeenMessage[]>;
  /** Errors of scripts and of consoles so far. */
  readonly complaints: readonly string[];
}

/** A browser; the caller closes it. */
export interface TestBrowser {
  /** Opens a host, and the view in it; resolves when the view has shaken hands. */
  open(settings: HostSettings): Promise<OpenView>;
  /** Opens a page by itself. */
  openAlone(html: string): Promise<Page>;
  close(): Promise<void>;
}

/** Bundles a script of this folder into a page. */
export async function bundlePage(entry: string, body = '<div id="root"></div>'): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['@sigil/source'],
  });
  const script = outputFiles[0]?.text.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3C`);
  return `<!doctype html><title>Board</title><body>${body}<script type="module">${script}</script></body>`;
}

export async function openBrowser(): Promise<TestBrowser> {
  const browser: Browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  const hostPage = await bundlePage('host-page.ts', '');
  const newPage = async (html: string): Promise<Page> => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    // No request leaves the browser.
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    return page;
  };
  return {
    async open(settings) {
      const page = await newPage(hostPage);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto('http://host.test/');
      // The types of playwright expand those of the bridge without an end.
      await page.evaluate((wanted: unknown) => window.openHost(wanted as HostSettings), settings as unknown);
      const frame = page.frames().find((one) => one !== page.mainFrame());
      if (!frame) throw new Error('the host has no frame');
      const seen = (kind: string): Promise<readonly SeenMessage[]> =>
        page.evaluate((wanted) => window.host.seen.filter((it) => it.kind === wanted), kind);
      return { page, frame, seen, complaints };
    },
    async openAlone(html) {
      const page = await newPage(html);
      await page.goto('http://view.test/');
      return page;
    },
    close: () => browser.close(),
  };
}
