import { connectInMemory } from '@sigil/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { contextWith, engineOf, openStarted, run, textOf, type OpenedLink } from './links.test-support.js';
import type { LinkKind } from './plugin-link.js';

const kinds: readonly LinkKind[] = ['inline', 'worker', 'process'];
const withoutJson = ['a function', 'a symbol', 'an object whose toJSON gives nothing'];

describe.each(kinds)('a step behind a link of kind %s', (kind) => {
  let opened: OpenedLink;
  beforeAll(async () => {
    opened = await openStarted(kind);
  });
  afterAll(() => opened.link.stop());

  test.each(withoutJson)('fails its call with an internal error when it returns %s', async (what) => {
    const { engine, faults } = engineOf(opened);
    const client = await connectInMemory(engine, { revision: '2026-07-28' });
    onTestFinished(() => engine.close());

    const answer = await client.callTool('stepWithoutJson', { what });

    const text = `tool "stepWithoutJson" failed because of an internal error (incident ${faults[0]?.incident})`;
    expect(answer).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
  });

  test.each(withoutJson)('ends no other call when it returns %s', async (what) => {
    const abort = new AbortController();
    const enough = new Error('enough');
    const other = run(opened, 'wait', { context: contextWith({ signal: abort.signal }) });
    other.catch(() => undefined);
    const { engine } = engineOf(opened);
    const client = await connectInMemory(engine, { revision: '2026-07-28' });
    onTestFinished(() => engine.close());

    await client.callTool('stepWithoutJson', { what });
    await textOf(opened, 'echo', { input: { text: 'still here' } });
    abort.abort(enough);

    await expect(other).rejects.toBe(enough);
    expect(opened.events).toEqual([]);
  });

  test.each(withoutJson)('is named in the operator’s error when it returns %s', async (what) => {
    const { engine, faults } = engineOf(opened);
    const client = await connectInMemory(engine, { revision: '2026-07-28' });
    onTestFinished(() => engine.close());

    await client.callTool('stepWithoutJson', { what });

    const message = `step "odd": its value must be one that JSON can hold, got ${what}`;
    expect(faults).toMatchObject([{ error: { message } }]);
  });
});
