/**
 * Components of the console alone on a page in Chromium, with the style sheet and the content policy that they have on a server.
 */
/// <reference lib="dom" />
import { fileURLToPath } from 'node:url';
import { findChromium } from '@sigil/test-support/find-chromium';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';

const executablePath = findChromium();

/** Whether Chromium is installed; without it tests of components are skipped, but not in CI. */
export const hasChromium = executablePath !== undefined;

/** A browser for components. Its opener closes it. */
export interface ComponentBrowser {
  /** Shows what a module renders into `root`; imports are relative to `src/browser`. */
  show(source: string): Promise<Page>;
  /** Errors of consoles and scripts, and refusals of the content policy, since the last call. */
  takeComplaints(): string[];
  close(): Promise<void>;
}

const browserFolder = fileURLToPath(new URL('../src/browser/', import.meta.url));
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'";

export async function openComponents(): Promise<ComponentBrowser> {
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  let complaints: string[] = [];
  return {
    async show(source) {
      const files = await bundle(source);
      const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.route('http://console.test/**', (route) => {
        const path = new URL(route.request().url()).pathname;
        return route.fulfill(files[path] ?? { status: 404 });
      });
      await page.goto('http://console.test/');
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

interface ServedFile {
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function bundle(source: string): Promise<Readonly<Record<string, ServedFile>>> {
  const contents = `import './page.css';\nimport { render } from 'preact';\nconst root = document.querySelector('main');\n${source}`;
  const { outputFiles } = await build({
    stdin: { contents, loader: 'tsx', resolveDir: browserFolder },
    bundle: true,
    write: false,
    outdir: 'nowhere',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@sigil/source'],
  });
  const textOf = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Component</title><link rel="stylesheet" href="/page.css">' +
    '</head><body><main></main><script src="/page.js"></script></body></html>';
  return {
    '/': { contentType: 'text/html', body: html, headers: { 'Content-Security-Policy': policy } },
    '/favicon.ico': { contentType: 'image/svg+xml', body: '' },
    '/page.js': { contentType: 'text/javascript', body: textOf('.js') },
    '/page.css': { contentType: 'text/css', body: textOf('.css') },
  };
}
