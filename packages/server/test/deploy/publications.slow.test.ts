import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { openRegistry, publishPlugin, rollBackPublication } from '@sigil/plugin-host';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { openRedisStore, type RedisStore } from '@sigil/store-redis';
import { openTestRegistry } from '@sigil/test-support/docker-registry';
import { openTestRedis } from '@sigil/test-support/redis-server';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';

const variants = {
  one: 'first(): string { return "one"; }',
  two: 'first(): string { return "two"; }\n\n  /** Answers too. */\n  @Tool()\n  second(): string { return "2"; }',
  broken: 'first(): string { return "broken"; }\n\n  start(): void { throw new Error("no"); }',
};
const sources = new Map<keyof typeof variants, PluginsFolder>();
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigil-publications-'));
  for (const [name, member] of Object.entries(variants) as [keyof typeof variants, string][]) {
    const folder = await newPluginsFolder();
    sources.set(name, folder);
    const source = `import { Tool } from '@sigil/core';\n\nexport class It {\n  /** Answers. */\n  @Tool()\n  ${member}\n}\n`;
    await folder.writePlugin('shown', source);
  }
  buildPlugins([...sources.values()].map(({ path }) => join(path, 'shown')));
});
afterAll(async () => {
  for (const folder of sources.values()) await folder.remove();
  await rm(root, { recursive: true, force: true });
});

const folderOf = (variant: keyof typeof variants): string => join(sources.get(variant)!.path, 'shown');

/** A replica that follows a registry, closed with the test. @returns its URL */
async function openReplica(registry: string, name: string): Promise<string> {
  const state = await mkdtemp(join(root, 'state-'));
  const plugins = await mkdtemp(join(root, 'plugins-'));
  const flags = { plugins, registry, state, port: '0' };
  const server = await openServer(readConfiguration(flags, {}, plugins), { write: () => undefined });
  onTestFinished(() => server.close());
  expect(
    server.servers.map((it) => it.name),
    name,
  ).toContain('shown');
  return server.url!;
}

interface Health {
  readonly plugins: Readonly<
    Record<string, { readonly manifestCid: string; readonly boot: { readonly outcome: string } }>
  >;
}

async function healthOf(url: string): Promise<Health['plugins'][string]> {
  return ((await (await fetch(`${url}/healthz`)).json()) as Health).plugins['shown']!;
}

/** Clients of both eras, and how many notices each has heard. */
async function connectClients(
  url: string,
): Promise<{ heard: () => readonly number[]; answers: () => Promise<unknown[]> }> {
  const endpoint = new URL(`${url}/mcp/shown`);
  const counts = [0, 0];
  const legacy = new LegacyClient({ name: 'legacy', version: '1' });
  legacy.setNotificationHandler(ToolListChangedNotificationSchema, () => void counts[0]!++);
  await legacy.connect(new LegacyTransport(endpoint) as never);
  const onChanged = (): void => void counts[1]!++;
  const modern = new ModernClient(
    { name: 'modern', version: '1' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      listChanged: { tools: { onChanged, autoRefresh: false, debounceMs: 0 } },
    },
  );
  await modern.connect(new ModernTransport(endpoint));
  onTestFinished(async () => {
    await legacy.close();
    await modern.close();
  });
  return {
    heard: () => counts,
    answers: async () => {
      const call = { name: 'first', arguments: {} };
      const both = await Promise.all([legacy.callTool(call), modern.callTool(call)]);
      return both.map(({ content }) => (content as { text: string }[])[0]!.text);
    },
  };
}

/** @returns the place of a new registry, closed with the test */
async function newRegistry(kind: string): Promise<string> {
  if (kind === 'a folder') return mkdtemp(join(root, 'registry-'));
  if (kind === 'a Redis') {
    const redis = await openTestRedis();
    onTestFinished(() => redis.close());
    return redis.url;
  }
  const oci = await openTestRegistry();
  onTestFinished(() => oci.close());
  return `${oci.url}/plugins`;
}

/** Connections end with the process that a server is; in a test they end with it. */
const openRedis = async (url: string): Promise<RedisStore> => {
  const store = await openRedisStore({ url });
  onTestFinished(() => store.close());
  return store;
};

describe.each(['a folder', 'an OCI registry', 'a Redis'])('replicas that follow %s', (kind) => {
  test('serve a publication, notify each client once, refuse a broken build and roll back together', async () => {
    const place = await newRegistry(kind);
    const registry = openRegistry(place, { openRedis });
    const first = await publishPlugin(folderOf('one'), registry);
    const urls = await Promise.all(['a', 'b', 'c'].map((name) => openReplica(place, name)));
    const clients = await Promise.all(urls.map(connectClients));
    expect((await Promise.all(clients.map((it) => it.answers()))).flat()).toEqual(Array(6).fill('one'));
    const allServe = (cid: string): Promise<void> =>
      vi.waitFor(
        async () =>
          expect((await Promise.all(urls.map(healthOf))).map((it) => it.manifestCid)).toEqual([cid, cid, cid]),
        { timeout: 10_000, interval: 20 },
      );

    const second = await publishPlugin(folderOf('two'), registry);
    await allServe(second.manifestCid);

    await vi.waitFor(() => expect(clients.flatMap((it) => it.heard())).toEqual(Array(6).fill(1)), { timeout: 10_000 });
    expect((await Promise.all(clients.map((it) => it.answers()))).flat()).toEqual(Array(6).fill('two'));

    await publishPlugin(folderOf('broken'), registry);
    await vi.waitFor(
      async () => {
        const outcomes = (await Promise.all(urls.map(healthOf))).map(({ boot }) => boot.outcome);
        expect(outcomes).toEqual(['failed', 'failed', 'failed']);
      },
      { timeout: 10_000 },
    );
    await allServe(second.manifestCid);
    expect((await Promise.all(clients.map((it) => it.answers()))).flat()).toEqual(Array(6).fill('two'));

    await rollBackPublication(registry, 'shown', first.manifestCid);
    await allServe(first.manifestCid);

    await vi.waitFor(() => expect(clients.flatMap((it) => it.heard())).toEqual(Array(6).fill(2)), { timeout: 10_000 });
    expect((await Promise.all(clients.map((it) => it.answers()))).flat()).toEqual(Array(6).fill('one'));
  });
});
