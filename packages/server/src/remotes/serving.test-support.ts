/**
 * Servers over HTTP for tests with remote servers.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import type { Extension } from '@sigil/core/engine';
import { expect, onTestFinished } from 'vitest';
import { readConfiguration } from '../configuration/configuration.js';
import { openServer } from '../running/open-server.js';

/** A server under test. */
export interface Serving {
  readonly url: string;
}

/**
 * Serves over HTTP until the test ends, once every remote server is reached.
 *
 * @param servers by name, as in `mcps.source.json`
 */
export async function serve(
  settings: JsonObject,
  servers: Readonly<Record<string, JsonObject>> | undefined,
  extensions: readonly Extension[] = [],
): Promise<Serving> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-relayed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'sigil.config.json');
  const mcps = join(folder, 'mcps.json');
  if (servers) writeFileSync(mcps, JSON.stringify(servers));
  const given = { port: 0, stateFolder: 'state', pluginsFolder: '.', ...settings, ...(servers ? { mcps } : {}) };
  writeFileSync(config, JSON.stringify(given));
  const server = await openServer(readConfiguration({ config }, {}, folder), {
    write: () => undefined,
    extending: { extensions },
  });
  onTestFinished(() => server.close());
  const upstreams = Object.keys(servers ?? {});
  await expect
    .poll(() => server.servers.filter(({ remote }) => remote?.state === 'serving').length)
    .toBe(upstreams.filter((name) => servers?.[name]?.['remote']).length);
  return { url: server.url! };
}
