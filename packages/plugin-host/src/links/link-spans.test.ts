import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type TraceSpan } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStarted, type OpenedLink } from './links.test-support.js';
import type { LinkKind } from './plugin-link.js';

const kinds: readonly LinkKind[] = ['inline', 'worker', 'process'];

/** A span that records its events and those of the spans within it. */
function recordedSpan(name: string, record: string[]): TraceSpan {
  return {
    traceContext: {},
    active() {
      return this;
    },
    begin: (within) => (record.push(`${within} began`), recordedSpan(within, record)),
    run: (work) => work(),
    end: (error) => void record.push(`${name} ${error instanceof Error ? `failed: ${error.name}` : 'ended'}`),
  };
}

/** Connects a client whose calls are traced, with a record of the spans within each. */
async function connectTraced({ link }: OpenedLink, limits: JsonObject = {}) {
  const record: string[] = [];
  const engine = createEngine({
    info: { name: 'contract', version: '1.0.0' },
    source: fixedSource(buildCatalog(link.components)),
    limits,
    observer: { began: () => ({ span: recordedSpan('call', record), ended: () => undefined }) },
  });
  onTestFinished(() => engine.close());
  return { client: await connectInMemory(engine, { revision: '2026-07-28' }), record };
}

describe.each(kinds)('a span behind a link of kind %s', (kind) => {
  let opened: OpenedLink;
  beforeAll(async () => {
    opened = await openStarted(kind);
  });
  afterAll(() => opened.link.stop());

  test('fails when its call is cancelled', async () => {
    const { client, record } = await connectTraced(opened);
    const cancel = new AbortController();

    const call = client.callTool('spanThatWaits', {}, { signal: cancel.signal });
    call.catch(() => undefined);
    await expect.poll(() => record).toEqual(['query began']);
    cancel.abort(new Error('no more'));

    await expect.poll(() => record).toEqual(['query began', 'query failed: CallCancelled']);
  });

  test('fails when its call times out', async () => {
    const { client, record } = await connectTraced(opened, { callTimeoutMs: 200 });

    await client.callTool('spanThatWaits');

    await expect.poll(() => record).toEqual(['query began', 'query failed: CallTimedOut']);
  });
});
