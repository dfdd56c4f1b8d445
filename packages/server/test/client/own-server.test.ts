/** The client against a server of ours: every revision over every transport that has it, and in one process. */
import { connect, type ChannelReader, type Client, type ConnectOptions, type TextChannel } from '@sigil/client';
import { connect as connectOnWeb } from '@sigil/client/web';
import { McpError, type Context, type FormSchema } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, openConversation, revisions } from '@sigil/core/engine';
import { textResult, toolOf } from '@sigil/testing/transports';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPluginServer } from '../../src/running/open-plugin-server.js';

const form: FormSchema = { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] };

const tools: readonly PublishedTool[] = [
  toolOf('add', async ({ a, b }) => textResult(String(Number(a) + Number(b)))),
  toolOf('refuse', async () => {
    throw new McpError('invalid-params', 'not like this', { why: 'test' });
  }),
  toolOf('ask', async (_input, context) => {
    const [roots, answer] = [await context.listRoots(), await context.elicit('Which colour?', form)];
    const root = roots.action === 'accept' ? roots.roots[0]?.uri : roots.action;
    return textResult(`${root} ${answer.action === 'accept' ? String(answer.content['colour']) : answer.action}`);
  }),
  toolOf('count', async (_input, context) => {
    for (const step of [1, 2]) await context.reportProgress(step, 2, `step ${step}`);
    await context.log('warning', { counted: 2 });
    return textResult('counted');
  }),
  { ...toolOf('wait', untilAborted) },
  {
    ...toolOf('work', async (_input, context) => {
      await context.beginTask({ pollIntervalMs: 50 });
      return textResult('worked');
    }),
    definition: { name: 'work', inputSchema: { type: 'object' }, task: 'optional' },
  },
];

async function untilAborted(_input: unknown, { signal }: Context): Promise<ReturnType<typeof textResult>> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return textResult('too late');
}

const source = fixedSource(buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] }));

async function openUrl(): Promise<string> {
  const log = { faultsOf: () => () => undefined, failure: () => undefined };
  const settings = { sse: true, ws: true };
  const server = await openPluginServer({ name: 'own', version: '1.0.0', source }, settings, { log, closeGraceMs: 1 });
  onTestFinished(() => server.close());
  return `${server.url!}/mcp/own`;
}

const connections: Readonly<Record<string, (options: ConnectOptions) => Promise<Client>>> = {
  'Streamable HTTP': async (options) => connect(await openUrl(), options),
  'Streamable HTTP by fetch': async (options) => connectOnWeb(await openUrl(), options),
  'HTTP with SSE': async (options) => connect({ url: `${await openUrl()}/sse`, transport: 'sse' }, options),
  'HTTP with SSE by fetch': async (options) =>
    connectOnWeb({ url: `${await openUrl()}/sse`, transport: 'sse' }, options),
  WebSocket: async (options) => connect({ url: `${await openUrl()}/ws`, transport: 'ws' }, options),
  'a channel': (options) => connect({ open: openChannel }, options),
};

function openChannel({ receive }: ChannelReader): TextChannel {
  const engine = createEngine({ info: { name: 'own', version: '1.0.0' }, source });
  const conversation = openConversation(engine, { send: async ({ json }) => receive(json) });
  return {
    send: (text) => void conversation.receive(text),
    close: async () => {
      conversation.close();
      engine.close();
    },
  };
}

const cells = revisions.flatMap((revision) =>
  Object.entries(connections)
    .filter(([name]) => revision.era === 'legacy' || !name.startsWith('HTTP with SSE'))
    .map(([name, open]) => ({ ...revision, name, open })),
);

describe.each(cells)('$date over $name', ({ date, asking, tasks, open }) => {
  async function connectTo(options: Partial<ConnectOptions> = {}): Promise<Client> {
    const client = await open({ name: 'tests', version: '1', revision: date, ...options });
    onTestFinished(() => client.close());
    return client;
  }

  const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): unknown =>
    content[0]?.type === 'text' ? content[0].text : undefined;

  test('tools are listed and called', async () => {
    const client = await connectTo();

    expect((await client.listTools()).map(({ name }) => name)).toContain('add');
    expect(textOf(await client.callTool('add', { a: 1, b: 2 }))).toBe('3');
    expect(client.server).toMatchObject({ revision: date, info: { name: 'own' } });
  });

  test('a refusal keeps its code and data', async () => {
    const client = await connectTo();

    await expect(client.callTool('refuse')).rejects.toMatchObject({
      name: 'ServerError',
      code: -32602,
      message: 'not like this',
    });
  });

  test('questions of one call are answered', async () => {
    const client = await connectTo({
      questions: {
        elicit: () => ({ action: 'accept', content: { colour: 'red' } }),
        roots: () => [{ uri: 'file:///work' }],
      },
    });

    const answer = textOf(await client.callTool('ask'));

    expect(answer).toBe(asking.elicitation === 'none' ? 'file:///work incapable' : 'file:///work red');
  });

  test('progress and log messages arrive', async () => {
    const seen: unknown[] = [];
    const client = await connectTo({ onLog: ({ data }) => seen.push(data) });
    await client.setLogLevel('info');

    await client.callTool('count', {}, { onProgress: ({ progress }) => seen.push(progress) });

    await expect.poll(() => seen).toEqual([1, 2, { counted: 2 }]);
  });

  test('a cancelled call rejects with the signal’s reason, and the client goes on', async () => {
    const client = await connectTo();
    const giveUp = new AbortController();
    const call = client.callTool('wait', {}, { signal: giveUp.signal });
    giveUp.abort(new Error('enough'));

    await expect(call).rejects.toThrow('enough');
    expect(textOf(await client.callTool('add', { a: 2, b: 2 }))).toBe('4');
  });

  test('a call becomes a task where there are tasks, and ends with the tool’s result', async () => {
    const client = await connectTo();
    const states: string[] = [];

    const answer = await client.callTool('work', {}, { onTask: ({ status }) => states.push(status) });

    expect(textOf(answer)).toBe('worked');
    expect(states.length > 0).toBe(tasks.by !== 'nobody');
  });
});
