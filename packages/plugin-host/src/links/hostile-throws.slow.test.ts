import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine, Fault } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineOf, openStarted, textOf, type OpenedLink } from './links.test-support.js';
import type { LinkKind } from './plugin-link.js';

const kinds: readonly LinkKind[] = ['inline', 'worker', 'process'];
const eras = ['2025-11-25', '2026-07-28'];

const source = await readFile(join(import.meta.dirname, '../../test/plugins/contract.cjs'), 'utf8');
const listed = source.slice(source.indexOf('const hostile = {'), source.indexOf('class Subject'));
const ways = [...listed.matchAll(/^ +'([^']+)': /gm)].map(([, way]) => way!);

describe.each(kinds)('a link of kind %s', (kind) => {
  let opened: OpenedLink;
  let engine: Engine;
  let faults: Fault[];
  const clients = new Map<string, McpClient>();
  beforeAll(async () => {
    opened = await openStarted(kind);
    // A call without an answer would fail with other words after this time.
    ({ engine, faults } = engineOf(opened, { callTimeoutMs: 3_000 }));
    for (const revision of eras) clients.set(revision, await connectInMemory(engine, { revision }));
  });
  afterAll(async () => {
    for (const client of clients.values()) await client.close();
    engine.close();
    await opened.link.stop();
  });

  test('every hostile throw of the fixture is tested', async () => {
    expect((await textOf(opened, 'hostileWays')).split(',')).toEqual(ways);
  });

  describe.each(eras)('a client of %s', (revision) => {
    describe.each(['hostile', 'hostileLater', 'hostileStep'])('tool %s', (tool) => {
      test.each(ways)('fails with an error when it throws %s', async (how) => {
        const answer = await clients
          .get(revision)!
          .callTool(tool, { how })
          .catch((error: unknown) => ({ isError: true, content: [{ type: 'text', text: String(error) }] }));

        expect(answer.isError).toBe(true);
        // A caller whose call reached its deadline reads that it was stopped.
        expect(JSON.stringify(answer).slice(0, 1_000)).not.toContain('was stopped');
        expect(opened.events.map((event) => event.kind)).not.toContain('crashed');
        expect(faults.every(({ error }) => error !== null)).toBe(true);
      });
    });
  });
});
