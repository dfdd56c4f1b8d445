/** Clients of every revision against upstreams of both eras, over HTTP and as programs: the same calls, the same answers. */
import type { JsonObject } from '@sigil/core';
import { createEngine, revisions, type Engine } from '@sigil/core/engine';
import { connectInMemory, type ClientAnswers, type McpClient } from '@sigil/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import {
  type OnEnd,
  openLegacyHttp,
  openModernHttp,
  openOldHttp,
  openWsUpstream,
  programOf,
  type SurfaceState,
} from '@sigil/test-support/upstream-servers';

/** An upstream to configure, and its news of calls that were cancelled there. */
interface OpenedCell {
  readonly configuration: JsonObject;
  /** Called with the listener to such calls; a program reports them on its standard error instead. */
  readonly onCancelled?: (tell: () => void) => void;
}

interface Cell {
  readonly era: 'legacy' | 'modern';
  open(onEnd: OnEnd): Promise<OpenedCell>;
}

const cellOf = ({ url, state }: { readonly url: string; readonly state: SurfaceState }): OpenedCell => ({
  configuration: { url },
  onCancelled: (tell) => (state.onCancelled = tell),
});

const upstreams: Readonly<Record<string, Cell>> = {
  'a legacy upstream over HTTP': { era: 'legacy', open: async (onEnd) => cellOf(await openLegacyHttp(onEnd)) },
  'a modern upstream over HTTP': { era: 'modern', open: async (onEnd) => cellOf(await openModernHttp(onEnd)) },
  'an upstream of the oldest transport': { era: 'legacy', open: async (onEnd) => cellOf(await openOldHttp(onEnd)) },
  'a legacy upstream over a WebSocket': {
    era: 'legacy',
    open: async (onEnd) => cellOf(await openWsUpstream('legacy', onEnd)),
  },
  'a modern upstream over a WebSocket': {
    era: 'modern',
    open: async (onEnd) => cellOf(await openWsUpstream('modern', onEnd)),
  },
  'a legacy program': { era: 'legacy', open: async () => ({ configuration: programOf('legacy') }) },
  'a modern program': { era: 'modern', open: async () => ({ configuration: programOf('modern') }) },
};

const colours: ClientAnswers = {
  elicit: ({ message }) => ({ action: 'accept', content: { colour: message === 'First?' ? 'red' : 'green' } }),
};
const asked = revisions.filter(({ asking }) => asking.elicitation !== 'none');
const paged = revisions.filter(({ asking }) => asking.elicitation === 'form-and-url').map(({ date }) => date);
const neverAsked = revisions.filter((revision) => !asked.includes(revision));

async function connectTo(engine: Engine, revision: string, answers: ClientAnswers): Promise<McpClient> {
  const client = await connectInMemory(engine, { revision, answers });
  onTestFinished(() => client.close());
  return client;
}

describe.each(Object.entries(upstreams))('%s', (_name, { era, open }) => {
  const closers: (() => Promise<void>)[] = [];
  let remote: RemoteServer;
  let engine: Engine;
  let cancelled = 0;

  beforeAll(async () => {
    const { configuration, onCancelled } = await open((close) => closers.push(close));
    onCancelled?.(() => cancelled++);
    const onNote = (note: string): void => void (note === 'a slow call was cancelled' && cancelled++);
    remote = openRemote(configuration, { name: 'up', client: { name: 'sigil', version: '0' }, onNote });
    closers.unshift(() => remote.close());
    await remote.ready;
    engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  /** Opens a gateway in front of an upstream that has not been called yet. */
  async function openOwn(): Promise<Engine> {
    const { configuration } = await open(onTestFinished);
    const own = openRemote(configuration, { name: 'up', client: { name: 'sigil', version: '0' } });
    onTestFinished(() => own.close());
    await own.ready;
    return createEngine({ info: { name: 'gate', version: '1' }, source: own.source });
  }

  const connect = (revision: string, answers: ClientAnswers = {}): Promise<McpClient> =>
    connectTo(engine, revision, answers);

  test('has its era detected', () => {
    expect(remote.status).toMatchObject({
      state: 'serving',
      era,
      server: expect.stringMatching(`^${era}-upstream \\d`),
    });
    expect(remote.leftOut).toEqual([]);
  });

  describe.each(revisions.map(({ date }) => date))('for a client of %s', (date) => {
    test('lists and serves every kind of component', async () => {
      const client = await connect(date);

      const [tools, resources, templates, prompts] = await Promise.all([
        client.listTools(),
        client.listResources(),
        client.listResourceTemplates(),
        client.listPrompts(),
      ]);
      const answers = await Promise.all([
        client.callTool('echo', { text: 'hello' }),
        client.readResource('demo://one'),
        client.readResource('demo://item/7'),
        client.readResource('demo://find?q=a&limit=1'),
        client.getPrompt('greet', { who: 'Ann' }),
        client.complete({ prompt: 'greet' }, { name: 'who', value: 'A' }),
      ]);

      expect(tools.map(({ name }) => name)).toEqual(remote.source.current().tools.map((it) => it.definition.name));
      expect(tools[0]).toMatchObject({ name: 'echo', description: 'Says it again.' });
      expect([resources, templates, prompts].map((list) => list[0]?.['name'])).toEqual(['one', 'item', 'greet']);
      expect(answers).toMatchObject([
        { content: [{ type: 'text', text: 'echo hello' }] },
        [{ uri: 'demo://one', text: 'read demo://one' }],
        [{ uri: 'demo://item/7', text: 'read demo://item/7' }],
        [{ uri: 'demo://find?q=a&limit=1', text: 'read demo://find?q=a&limit=1' }],
        [{ role: 'user', content: { type: 'text', text: 'Greet Ann.' } }],
        { values: ['A-done'], total: 7, hasMore: true },
      ]);
    });

    test('passes on failed tools, errors and unknown tools', async () => {
      const client = await connect(date);

      expect(await client.callTool('fail')).toMatchObject({ isError: true, content: [{ text: 'it went wrong' }] });
      await expect(client.callTool('refuse')).rejects.toMatchObject({ code: 4050 });
      await expect(client.callTool('nothing')).rejects.toMatchObject({ code: -32602 });
    });

    test('sends log messages from the level that the client sets', async () => {
      const client = await connect(date);

      await client.setLogLevel('warning');
      await client.callTool('chat');

      expect(client.notifications).toEqual([
        { method: 'notifications/message', params: { level: 'error', logger: 'up', data: { loud: [1.5, null] } } },
      ]);
    });

    test('can sample the client’s model and list its roots', async () => {
      const client = await connect(date, {
        sample: ({ maxTokens }) => ({
          role: 'assistant',
          content: { type: 'text', text: `${maxTokens} words` },
          model: 'm-1',
        }),
        roots: () => [{ uri: 'file:///a' }, { uri: 'file:///b', name: 'b' }],
      });

      const answers = [await client.callTool('write'), await client.callTool('folders')];

      expect(answers.map(({ content }) => content[0])).toMatchObject([
        { text: 'm-1: 20 words' },
        { text: 'file:///a file:///b' },
      ]);
    });

    test('reports progress, and cancels the call at the upstream when the client does', async () => {
      const client = await connect(date);
      const controller = new AbortController();
      const told: object[] = [];
      const before = cancelled;

      const options = {
        signal: controller.signal,
        onProgress(progress: object) {
          told.push(progress);
          controller.abort(new Error('enough'));
        },
      };

      await expect(client.callTool('slow', {}, options)).rejects.toThrow('enough');
      const next = await client.callTool('echo', { text: 'there' });
      await expect.poll(() => cancelled - before).toBe(1);

      const words = date === '2024-11-05' ? {} : { message: 'half' };
      expect(told).toEqual([{ progress: 1, total: 2, ...words }]);
      // The session goes on, and the client gets no answer to the cancelled call.
      expect(next.content).toEqual([{ type: 'text', text: 'echo there' }]);
    });
  });

  test.each(asked.map(({ date }) => date))('asks a client of %s and gets its answers', async (date) => {
    const client = await connect(date, colours);

    const answers = [await client.callTool('ask'), await client.callTool('ask_twice')];

    expect(answers.map(({ content }) => content[0])).toMatchObject([
      { text: 'accept green' },
      { text: 'red and green' },
    ]);
  });

  test.each(paged)('asks a client of %s to open pages and gets its answers', async (date) => {
    const seen: JsonObject[] = [];
    const elicit: ClientAnswers['elicit'] = (question) => {
      seen.push(question);
      return { action: seen.length === 1 ? 'accept' : 'cancel' };
    };
    const client = await connect(date, { elicit });

    const answers = [await client.callTool('page'), await client.callTool('page')];

    expect(answers.map(({ content }) => content[0])).toMatchObject([{ text: 'page accept' }, { text: 'page cancel' }]);
    expect(seen[0]).toMatchObject({ mode: 'url', message: 'Sign in there', url: 'https://example.com/in' });
  });

  test.each(paged)('has a client of %s open a required page, requested by an error or by a question', async (date) => {
    const seen: JsonObject[] = [];
    const client = await connectTo(await openOwn(), date, {
      elicit: (question) => {
        seen.push(question);
        return { action: 'accept', content: question['mode'] === 'url' ? {} : { colour: 'red' } };
      },
    });

    const first = await client.callTool('sign_in').catch((error: { code: number }) => error.code);
    // A client that knows the error opens the page by itself, and calls again.
    const knowsError = first === -32042;
    const answer = knowsError ? await client.callTool('sign_in') : first;

    expect(knowsError).toBe(era === 'legacy' && date === '2025-11-25');
    expect(answer).toMatchObject({ content: [{ text: 'signed in, red' }] });
    expect(seen.map(({ mode }) => mode)).toEqual(knowsError ? ['form'] : ['url', 'form']);
  });

  test.each(revisions.map(({ date }) => date))('tells a client of %s without pages why a call fails', async (date) => {
    const client = await connectTo(await openOwn(), date, {});

    const answer = await client.callTool('sign_in').catch((error: Error) => error.message);

    expect(JSON.stringify(answer)).toMatch(/needs a client with|capabilit/i);
  });

  test.each(asked.map(({ date }) => date))('is told that a client of %s declined', async (date) => {
    const client = await connect(date, { elicit: () => ({ action: 'decline' }) });

    expect(await client.callTool('ask')).toMatchObject({ content: [{ text: 'decline' }] });
  });

  test.each(neverAsked.map(({ date }) => date))(
    'does not wait for a client of %s, which cannot be asked',
    async (date) => {
      const client = await connect(date);

      const answer = await client.callTool('ask').catch((error: Error) => error.message);

      // A modern upstream reports the missing capability itself; a legacy one gets a decline.
      if (era === 'modern') expect(answer).toMatch(/capabilit/i);
      else expect(answer).toMatchObject({ content: [{ text: 'decline' }] });
    },
  );
});
