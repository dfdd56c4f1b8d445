import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../configuration/configuration.js';
import { openServer } from '../running/open-server.js';
import { runConfig } from './run-config.js';

function folderWith(servers: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'mcps.source.json'), JSON.stringify(servers));
  return folder;
}

async function serve(folder: string): Promise<string> {
  const raw = { port: '0', plugins: folder, mcps: join(folder, 'mcps.source.json') };
  const server = await openServer(readConfiguration(raw, {}, folder), { write: () => undefined });
  onTestFinished(() => server.close());
  return server.url!;
}

/** Compares a running server with a folder. @returns the exit code and the output */
async function diff(url: string, folder: string): Promise<[number, string]> {
  let text = '';
  const write = (written: string): void => void (text += written);
  const surroundings = { environment: {}, bundledPlugins: folder, write, writeError: write };
  return [await runConfig(['diff', url, folder, '--plugins', folder], surroundings), text];
}

const shop = {
  resources: { terms: { uri: 'shop://terms', text: 'Pay first.' } },
  prompts: { greet: { template: 'Say hello.' } },
};

test('a server that runs does not differ from its own files, whose texts it shows to nobody', async () => {
  const folder = folderWith({ shop });
  const url = await serve(folder);

  expect(await diff(url, folder)).toEqual([0, expect.not.stringContaining('Pay first.')]);
  const [code, text] = await diff(url, folderWith({ shop: { ...shop, description: 'A shop' } }));
  expect([code, text]).toEqual([1, expect.stringContaining('A shop')]);
  expect(text).not.toContain('Pay first.');
});
