/** The files that the build has written for browsers. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPageAssets } from '../src/page-assets.js';

const assets = readPageAssets();
const textOf = (name: string): string => new TextDecoder().decode(assets.find(name)!.bytes);
const compressed = (name: string): number => gzipSync(assets.find(name)!.bytes).length;

/** Lists a script and those that it imports before it runs. */
function listLoaded(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found;
  found.add(script);
  for (const [, name = ''] of textOf(script).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) listLoaded(name, found);
  return found;
}

test.each(['servers-page.js', 'server-page.js', 'dashboard-page.js'])(
  'the script %s with its imports, and the style sheet, have at most 60 kB compressed',
  (script) => {
    const files = [...listLoaded(script), 'page.css'];

    expect(files.map(compressed).reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  },
);

test('the host of views is no part of what a server’s page loads first', () => {
  const loaded = [...listLoaded('server-page.js')].map(textOf).join('\n');

  expect(loaded).toContain('import("./view-panel-');
  expect(loaded).not.toContain('ui/resource-teardown');
});

test('the client is not part of the first script of a page', () => {
  const loaded = [...listLoaded('server-page.js')].map(textOf).join('\n');

  expect(loaded).toContain('import("./send-request-');
  expect(loaded).not.toContain('notifications/cancelled');
});

test('scripts and styles name no address of another origin that a browser would load', () => {
  for (const name of ['view-sandbox.js', 'servers-page.js', 'server-page.js', 'dashboard-page.js', 'page.css'])
    expect(textOf(name)).not.toMatch(/(?:import|fetch|url|src=)\(?["'](?:https?:)?\/\//);
});
