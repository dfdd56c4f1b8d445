/** The client's contract, against servers of the official SDKs: every revision over every transport that has it. */
import { revisions } from '@sigil/core/engine';
import {
  openLegacyHttp,
  openModernHttp,
  openOldHttp,
  openWsUpstream,
  programOf,
  type NewsUpstream,
} from '@sigil/test-support/upstream-servers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect, ConnectionError, ServerError, type Client, type ConnectOptions, type Target } from '../src/index.js';

interface Opened extends Partial<NewsUpstream> {
  readonly target: Target;
}

type Era = 'legacy' | 'modern';

const transports: Readonly<Record<string, (era: Era) => Promise<Opened>>> = {
  'Streamable HTTP': async (era) => {
    const server = await (era === 'legacy' ? openLegacyHttp() : openModernHttp());
    return { ...server, target: server.url };
  },
  'HTTP with SSE': async () => {
    const server = await openOldHttp();
    return { ...server, target: { url: server.url, transport: 'sse' } };
  },
  WebSocket: async (era) => {
    const server = await openWsUpstream(era);
    return { ...server, target: server.url };
  },
  'a program': async (era) => ({ target: programOf(era) as unknown as Target }), // a command and its arguments
};

const cells = revisions.flatMap(({ date, era }) =>
  Object.entries(transports)
    .filter(([name]) => era === 'legacy' || name !== 'HTTP with SSE')
    .map(([name, open]) => ({ date, era, name, open: () => open(era) })),
);

async function connectTo(target: Target, options: Partial<ConnectOptions> = {}): Promise<Client> {
  const client = await connect(target, { name: 'tests', version: '1', ...options });
  onTestFinished(() => client.close());
  return client;
}

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): unknown =>
  content[0]?.type === 'text' ? content[0].text : undefined;

describe.each(cells)('$date over $name', ({ date, era, open }) => {
  const { elicitation } = revisions.find((it) => it.date === date)!.asking;

  test('the pinned revision is spoken, and the server’s facts are known', async () => {
    const { target } = await open();

    const { server } = await connectTo(target, { revision: date });

    expect(server).toMatchObject({ era, revision: date, info: { name: `${era}-upstream` } });
  });

  test('lists, reads, prompts and completions are answered', async () => {
    const { target } = await open();
    const client = await connectTo(target, { revision: date });

    expect((await client.listTools()).map(({ name }) => name)).toContain('echo');
    expect(await client.listResources()).toMatchObject([{ uri: 'demo://one' }]);
    expect(await client.listResourceTemplates()).toHaveLength(2);
    expect(await client.listPrompts()).toMatchObject([{ name: 'greet' }]);
    expect(await client.readResource('demo://one')).toMatchObject([{ text: 'read demo://one' }]);
    expect((await client.getPrompt('greet', { who: 'Ada' })).messages).toMatchObject([
      { content: { text: 'Greet Ada.' } },
    ]);
    expect(await client.complete({ prompt: 'greet' }, { name: 'who', value: 'A' })).toEqual({
      values: ['A-done'],
      total: 7,
      hasMore: true,
    });
    await client.ping();
  });

  test('a call returns its result, a failed tool says why, and an error keeps its code and data', async () => {
    const { target } = await open();
    const client = await connectTo(target, { revision: date });

    expect(textOf(await client.callTool('echo', { text: 'hi' }))).toBe('echo hi');
    expect(await client.callTool('fail')).toMatchObject({ isError: true, content: [{ text: 'it went wrong' }] });
    const refusal = await client.callTool('refuse').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ServerError);
    expect(refusal).toMatchObject({ code: 4050, message: expect.stringContaining('not today') });
  });

  test('questions are answered by one handler, whichever way they are asked', async () => {
    const { target } = await open();
    const client = await connectTo(target, {
      revision: date,
      questions: {
        elicit: ({ message }) => ({
          action: 'accept',
          content: { colour: String(message).includes('First') ? 'red' : 'blue' },
        }),
        sample: () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'a line' } }),
        roots: () => [{ uri: 'file:///work' }],
      },
    });

    expect(textOf(await client.callTool('write'))).toBe('m: a line');
    expect(textOf(await client.callTool('folders'))).toBe('file:///work');
    if (elicitation === 'none') return;
    expect(textOf(await client.callTool('ask'))).toBe('accept blue');
    expect(textOf(await client.callTool('ask_twice'))).toBe('red and blue');
  });

  test('progress is reported, and a cancelled call ends at the server too', async () => {
    const { target, state } = await open();
    const client = await connectTo(target, { revision: date });
    const cancelled = new Promise<void>((resolve) => {
      if (state) state.onCancelled = resolve;
      else resolve();
    });
    const giveUp = new AbortController();
    const seen: unknown[] = [];

    const call = client.callTool(
      'slow',
      {},
      {
        signal: giveUp.signal,
        onProgress: (progress) => {
          seen.push(progress);
          giveUp.abort(new Error('enough'));
        },
      },
    );

    await expect(call).rejects.toThrow('enough');
    expect(seen).toEqual([{ progress: 1, total: 2, message: 'half' }]);
    await cancelled;
  });

  test('a call ends after its timeout', async () => {
    const { target } = await open();
    const client = await connectTo(target, { revision: date });

    const call = client.callTool('slow', {}, { timeoutMs: 100 });

    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', failure: 'timeout', mayHaveRun: true });
  });

  test('log messages of the wanted level arrive', async () => {
    const { target } = await open();
    const logged: unknown[] = [];
    const client = await connectTo(target, { revision: date, onLog: (message) => logged.push(message) });
    await client.setLogLevel('error');

    await client.callTool('chat');

    const loud = { level: 'error', logger: 'up', data: { loud: [1.5, null] } };
    await expect.poll(() => logged).toContainEqual(loud);
  });

  test('changes of lists and of watched resources are announced', async () => {
    const { target, announceList, announceResource } = await open();
    if (!announceList || !announceResource) return; // a program announces nothing by itself
    const changed: unknown[] = [];
    const client = await connectTo(target, {
      revision: date,
      onListChanged: (kind) => changed.push(kind),
      onResourceUpdated: (uri) => changed.push(uri),
    });
    await client.subscribe('demo://one');

    await expect
      .poll(async () => {
        await announceList('tools');
        await announceResource('demo://one');
        return new Set(changed);
      })
      .toEqual(new Set(['tools', 'demo://one']));
  });

  test('requests fail after the client is closed', async () => {
    const { target } = await open();
    const client = await connectTo(target, { revision: date });
    const pending = client.callTool('slow').catch((error: unknown) => error);

    await client.close();

    expect(await pending).toBeInstanceOf(ConnectionError);
    await expect(client.listTools()).rejects.toMatchObject({ failure: 'closed' });
  });
});

describe('negotiation', () => {
  test.each([
    ['Streamable HTTP', 'legacy'],
    ['Streamable HTTP', 'modern'],
    ['WebSocket', 'legacy'],
    ['WebSocket', 'modern'],
    ['a program', 'legacy'],
    ['a program', 'modern'],
  ] as const)('the newest revision of a server is found over %s, %s', async (transport, era) => {
    const { target } = await transports[transport]!(era);

    const { server } = await connectTo(target);

    expect(server.revision).toBe(
      revisions
        .filter((it) => it.era === era)
        .map((it) => it.date)
        .toSorted()
        .at(-1),
    );
  });

  test('the oldest transport is found behind a URL without its name', async () => {
    const { url } = await openOldHttp();

    expect((await connectTo(url)).server.era).toBe('legacy');
  });

  test.each(['modern', 'legacy'] as const)(
    'a server of the other era than the pinned one is refused: %s',
    async (era) => {
      const { target } = await transports['Streamable HTTP']!(era === 'modern' ? 'legacy' : 'modern');
      const revision = revisions.find((it) => it.era === era)!.date;

      const error = await connect(target, { name: 'tests', version: '1', revision }).catch((it: unknown) => it);

      expect(error).toBeInstanceOf(Error);
    },
  );

  test('a revision that there is not is refused', async () => {
    const connecting = connect('http://127.0.0.1:1/mcp', { name: 'tests', version: '1', revision: 'next' });

    await expect(connecting).rejects.toThrow(/expected one of the revisions .*, got "next"/);
  });

  test('a server that is not there is unreachable', async () => {
    const connecting = connect('http://127.0.0.1:1/mcp', { name: 'tests', version: '1' });

    await expect(connecting).rejects.toMatchObject({ failure: 'unreachable', mayHaveRun: false });
  });
});

test('a session that the server has forgotten is opened again by the next request', async () => {
  const server = await openLegacyHttp();
  const changed: unknown[] = [];
  const client = await connectTo(server.url, { onListChanged: (kind) => changed.push(kind) });
  server.forget();

  const answer = await client.callTool('echo', { text: 'again' });

  expect(textOf(answer)).toBe('echo again');
  expect(new Set(changed)).toEqual(new Set(['tools', 'prompts', 'resources']));
});
