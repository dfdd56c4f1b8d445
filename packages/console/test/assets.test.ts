/** The files that the build has written for browsers. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPageAssets } from '../src/page-assets.js';

const assets = readPageAssets();
const textOf = (name: string): string => new TextDecoder().decode(assets.find(name)!.bytes);
const compressed = (name: string): number => gzipSync(assets.find(name)!.bytes).length;

test.each(['servers-page.js', 'server-page.js', 'dashboard-page.js'])(
  'the script %s and the style sheet have at most 60 kB compressed',
  (script) => {
    expect(compressed(script) + compressed('page.css')).toBeLessThan(60_000);
  },
);

test('the client is not part of the first script of a page', () => {
  expect(textOf('server-page.js')).toContain('import("./send-request-');
  expect(textOf('server-page.js')).not.toContain('notifications/cancelled');
});

test('scripts and styles name no address of another origin that a browser would load', () => {
  for (const name of ['servers-page.js', 'server-page.js', 'dashboard-page.js', 'page.css'])
    expect(textOf(name)).not.toMatch(/(?:import|fetch|url|src=)\(?["'](?:https?:)?\/\//);
});
