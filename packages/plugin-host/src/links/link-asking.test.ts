import type { Engine, Fault } from '@sigil/core/engine';
import { connectInMemory, PeerError, type ClientAnswers, type McpClient, type ToolAnswer } from '@sigil/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { engineOf, openStarted, textOf, type OpenedLink } from './links.test-support.js';
import type { LinkKind } from './plugin-link.js';

const kinds: readonly LinkKind[] = ['inline', 'worker', 'process'];
const eras = ['2025-11-25', '2026-07-28'];

const answers: ClientAnswers = {
  elicit: ({ url }) => (url === undefined ? { action: 'accept', content: { city: 'Rome' } } : { action: 'accept' }),
  sample: () => ({ role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' }),
  roots: () => [{ uri: 'file:///a', name: 'a' }],
};

const firstText = ({ content }: ToolAnswer): string => (content[0]?.type === 'text' ? content[0].text : '');

describe.each(kinds)('a link of kind %s', (kind) => {
  let opened: OpenedLink;
  let engine: Engine;
  let faults: Fault[];
  beforeAll(async () => {
    opened = await openStarted(kind);
    ({ engine, faults } = engineOf(opened));
  });
  afterAll(async () => {
    engine.close();
    await opened.link.stop();
  });

  describe.each(eras)('a client of %s', (revision) => {
    async function connect(given: ClientAnswers = answers): Promise<McpClient> {
      const client = await connectInMemory(engine, { revision, answers: given });
      onTestFinished(() => client.close());
      return client;
    }

    test.each([
      ['form', 'Rome'],
      ['page', 'accept'],
      ['model', '{"action":"accept","role":"assistant","content":{"type":"text","text":"Hello"},"model":"m"}'],
      ['roots', '{"action":"accept","roots":[{"uri":"file:///a","name":"a"}]}'],
    ])('is asked by a method: %s', async (tool, answer) => {
      const client = await connect();

      expect(firstText(await client.callTool(tool))).toBe(answer);
    });

    test('is asked two questions at the same time', async () => {
      let isAsked = false;
      let bothOpen = (): void => undefined;
      const both = new Promise<void>((resolve) => (bothOpen = resolve));
      const meet = async (): Promise<void> => {
        if (isAsked) bothOpen();
        isAsked = true;
        await both;
      };
      const client = await connect({
        elicit: async () => meet().then(() => ({ action: 'accept', content: { city: 'Rome' } })),
        roots: async () => meet().then(() => []),
      });

      expect(firstText(await client.callTool('both'))).toBe('Rome {"action":"accept","roots":[]}');
    });

    test('gives the outcome "incapable" when it cannot be asked', async () => {
      const client = await connect({});

      expect(firstText(await client.callTool('form'))).toBe('incapable');
      expect(firstText(await client.callTool('model'))).toBe('incapable');
    });

    test('gets the error of its revision when it lacks a required capability', async () => {
      const client = await connect({});

      const refusal = await client.callTool('requires').then(
        (answer) => ({ isError: answer.isError, text: firstText(answer) }),
        (error: unknown) => error,
      );

      if (revision === '2026-07-28') expect(refusal).toMatchObject({ code: -32021 });
      else expect(refusal).toEqual({ isError: true, text: 'this needs a client with sampling' });
      expect(refusal instanceof PeerError).toBe(revision === '2026-07-28');
      expect(firstText(await (await connect()).callTool('requires'))).toBe('has it');
    });

    test('sees a step run once, however often the method runs', async () => {
      const client = await connect();

      const before = /(\d+) in all/.exec(firstText(await client.callTool('charge')))?.[1];
      const charged = Number(before) + 1;

      expect(firstText(await client.callTool('charge'))).toBe(`charge ${charged} for Rome, ${charged} in all`);
    });

    test('is asked without running the "finally" of the method before the answer', async () => {
      const client = await connect();
      const finallyRuns = Number(await textOf(opened, 'stepsSoFar'));

      expect(firstText(await client.callTool('rethrows'))).toBe('answered');

      await expect(textOf(opened, 'stepsSoFar')).resolves.toBe(String(finallyRuns + 1));
    });

    test('gets the progress of a generator', async () => {
      const client = await connect();
      const progress: unknown[] = [];

      await client.callTool('story', { count: 3 }, { onProgress: ({ message }) => progress.push(message) });

      expect(progress).toEqual(['part 1', 'part 2', 'part 3']);
    });

    test('ends a call by cancelling it', async () => {
      const client = await connect();
      const cancel = new AbortController();

      const call = client.callTool('wait', {}, { signal: cancel.signal });
      await client.callTool('echo', { text: 'so that the call has begun' });
      cancel.abort(new Error('no more'));

      await expect(call).rejects.toThrow('no more');
      await expect.poll(() => textOf(opened, 'lastAbort')).toMatch(/^CallCancelled/);
    });

    test('gets an error when a call times out, and the method sees the timeout', async () => {
      const hasty = engineOf(opened, { callTimeoutMs: 50 }).engine;
      const client = await connectInMemory(hasty, { revision });
      onTestFinished(() => hasty.close());

      const answer = await client.callTool('wait');

      expect(answer.isError).toBe(true);
      expect(firstText(answer)).toMatch(/^tool "wait" was stopped: it took longer than 50 ms/);
      await expect.poll(() => textOf(opened, 'lastAbort')).toMatch(/^CallTimedOut/);
    });

    test.each([
      ['tool', 'no such city\n- try "Rome"'],
      ['plain', 'closed on Sundays'],
      ['own', 'of my own class'],
      ['string', 'thrown as a string'],
      ['language', 'tool "fail" failed because of an internal error'],
      ['system', 'tool "fail" failed because of an internal error'],
      ['object', 'tool "fail" failed because of an internal error'],
      ['nothing', 'tool "fail" failed because of an internal error'],
    ])('gets only the permitted text of an error of kind %s', async (how, text) => {
      const client = await connect();

      const answer = await client.callTool('fail', { how });

      const incident = faults.at(-1)?.incident;
      const told = how === 'tool' ? text : `${text} (incident ${incident})`;
      expect({ isError: answer.isError, text: firstText(answer) }).toEqual({ isError: true, text: told });
    });

    test('gets a protocol error with its data', async () => {
      const client = await connect();

      await expect(client.callTool('fail', { how: 'mcp' })).rejects.toMatchObject({ data: { uri: 'x://y' } });
    });

    test('is told that its arguments are wrong', async () => {
      const answer = await (await connect()).callTool('needs');

      expect(answer).toMatchObject({ isError: true });
      expect(firstText(answer)).toContain('"city" must be a string');
    });
  });

  test('the operator sees where in the plugin an error was thrown', async () => {
    const client = await connectInMemory(engine, { revision: '2025-11-25' });
    onTestFinished(() => client.close());
    faults.length = 0;

    await client.callTool('fail', { how: 'language' });

    expect(faults).toMatchObject([{ during: 'tool "fail"', error: { message: 'secret of the language' } }]);
    expect(faults).toMatchObject([{ error: { stack: expect.stringContaining('contract.cjs') } }]);
  });
});
