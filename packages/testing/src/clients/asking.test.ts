import type { Context, FormSchema, JsonObject } from '@sigil/core';
import {
  buildCatalog,
  fixedSource,
  type CatalogSource,
  type Components,
  type PublishedTool,
} from '@sigil/core/catalog';
import { createEngine, revisions } from '@sigil/core/engine';
import { describe, expect, test, vi } from 'vitest';
import type { QuestionHandlers as ClientAnswers } from '@sigil/client/web';
import { connectInMemory } from './connect-in-memory.js';
import { connectClient, type ConnectOptions, type McpClient, type ToolAnswer } from './mcp-client.js';
import { PeerError, ProtocolViolation } from './peer-error.js';

const choices = [
  { const: 'a', title: 'A' },
  { const: 'b', title: 'B' },
];
/** A form with every kind of field that all revisions with forms support. */
const plainForm: FormSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', title: 'T', description: 'd', minLength: 1, maxLength: 9, format: 'email', default: 'a@b' },
    number: { type: 'number', minimum: 0.5, maximum: 9.5, default: 1.5 },
    whole: { type: 'integer', minimum: 0, default: 3 },
    yes: { type: 'boolean', default: true },
    one: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'], default: 'a' },
    titled: { type: 'string', oneOf: choices, default: 'b' },
  },
  required: ['text'],
};
const richForm: FormSchema = {
  type: 'object',
  properties: {
    many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2, default: ['a'] },
    titledMany: { type: 'array', items: { anyOf: choices } },
  },
};
const filledIn = { text: 'ann@b', number: 1.5, whole: 4, yes: false, one: 'b', titled: 'a' };

const asks: Record<string, (context: Context) => Promise<unknown>> = {
  form: (context) => context.elicit('Fill in', plainForm),
  rich: (context) => context.elicit('Fill in', richForm),
  page: (context) => context.elicitUrl('Open', 'https://example.com/a'),
  model: (context) =>
    context.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
      maxTokens: 10,
      systemPrompt: 'Be short',
      temperature: 0.5,
      stopSequences: ['.'],
      modelPreferences: { hints: [{ name: 'm' }], speedPriority: 0.5 },
      metadata: { a: 'b' },
    }),
  tools: (context) =>
    context.sample({
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'a', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: 'b' }] }] },
      ],
      maxTokens: 10,
      tools: [{ name: 'a', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'none' },
    }),
  roots: (context) => context.listRoots(),
  everything: async (context) => [
    await Promise.all([asks['form']!(context), asks['model']!(context), asks['roots']!(context)]),
    await asks['roots']!(context),
  ],
  endless: async (context) => {
    for (let at = 1; at <= 20; at++) await context.listRoots({ key: `roots-${at}` });
  },
};

const askingTools: PublishedTool[] = Object.entries(asks).map(([name, ask]) => ({
  definition: { name, inputSchema: { type: 'object' } },
  run: async (_input, context) => ({
    kind: 'result',
    content: [{ type: 'text', text: JSON.stringify((await ask(context)) ?? 'nothing') }],
    isError: false,
  }),
}));

const root = { uri: 'file:///a', name: 'a' };
const said = { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm-1' };
const answers: ClientAnswers = {
  elicit: ({ url, requestedSchema }) => {
    if (url !== undefined) return { action: 'accept' };
    const isPlain = Object.hasOwn((requestedSchema as JsonObject)['properties'] as object, 'text');
    return { action: 'accept', content: isPlain ? filledIn : { many: ['b'], titledMany: [] } };
  },
  sample: async () => said,
  roots: () => [root],
};

function sourceOf(components: Partial<Components>): CatalogSource {
  return fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [], ...components }));
}

const connect = (options: ConnectOptions, source = sourceOf({ tools: askingTools })): Promise<McpClient> =>
  connectInMemory(createEngine({ info: { name: 's', version: '1' }, source }), options);

const gave = ({ content }: ToolAnswer): unknown => JSON.parse((content[0] as { text: string }).text);

describe.each(revisions)('$date', (revision) => {
  const { elicitation, sampling } = revision.asking;
  const orIncapable = (can: boolean, answer: object) => (can ? answer : { action: 'incapable' });

  test.each([
    ['form', orIncapable(elicitation !== 'none', { action: 'accept', content: filledIn })],
    [
      'rich',
      orIncapable(elicitation === 'form-and-url', { action: 'accept', content: { many: ['b'], titledMany: [] } }),
    ],
    ['page', orIncapable(elicitation === 'form-and-url', { action: 'accept' })],
    ['model', { action: 'accept', ...said }],
    ['tools', orIncapable(sampling === 'with-tools', { action: 'accept', ...said })],
    ['roots', { action: 'accept', roots: [root] }],
    ['everything', [[{}, said, { roots: [root] }], { roots: [root] }]],
  ])('the questions of the tool "%s" match the published schema and are answered', async (name, expected) => {
    const client = await connect({ revision: revision.date, answers });

    expect(gave(await client.callTool(name))).toMatchObject(expected);
    await client.close();
  });

  test.each(['form', 'page', 'model', 'roots'])('a client without answers is not asked "%s"', async (name) => {
    const client = await connect({ revision: revision.date });

    expect(gave(await client.callTool(name))).toMatchObject({ action: 'incapable' });
    await client.close();
  });

  test('explicit capabilities override those derived from the answers', async () => {
    const client = await connect({ revision: revision.date, answers, capabilities: { roots: {} } });

    expect(gave(await client.callTool('model'))).toMatchObject({ action: 'incapable' });
    expect(gave(await client.callTool('roots'))).toMatchObject({ roots: [root] });
    await client.close();
  });

  test('a failing answer declines the question in a legacy revision and fails the call in a modern one', async () => {
    const roots = () => {
      throw new PeerError(-1, 'the user said no');
    };
    const client = await connect({ revision: revision.date, answers: { roots } });

    const call = client.callTool('roots');

    if (revision.era === 'legacy') expect(gave(await call)).toEqual({ action: 'decline' });
    else await expect(call).rejects.toThrow('the user said no');
    await client.close();
  });

  test('endless questions fail a modern call after 8 rounds and do not fail a legacy call', async () => {
    const client = await connect({ revision: revision.date, answers });

    const call = client.callTool('endless');

    if (revision.era === 'legacy') await expect(call).resolves.toMatchObject({ isError: false });
    else await expect(call).rejects.toThrow('asked for input in more than 8 rounds');
    await client.close();
  });

  test('log messages arrive only from the chosen level upwards', async () => {
    const log: PublishedTool = {
      definition: { name: 'log', inputSchema: { type: 'object' } },
      async run(_input, context) {
        await context.log('info', 'quiet');
        await context.log('error', { loud: [1.5, null] }, 'tests');
        return { kind: 'result', content: [], isError: false };
      },
    };
    const client = await connect({ revision: revision.date }, sourceOf({ tools: [log] }));

    await client.setLogLevel('warning');
    await client.callTool('log');

    expect(client.notifications).toEqual([
      { method: 'notifications/message', params: { level: 'error', logger: 'tests', data: { loud: [1.5, null] } } },
    ]);
    await client.close();
  });

  test('prompts and templates are completed', async () => {
    const complete = async ({ value, known }: { value: string; known: object }) => [value, JSON.stringify(known)];
    const source = sourceOf({
      prompts: [{ definition: { name: 'p' }, get: async () => ({ kind: 'result', messages: [] }), complete }],
      resourceTemplates: [
        {
          definition: { uriTemplate: 'x://{id}', name: 'x' },
          read: async () => ({ kind: 'result', contents: [] }),
          complete: async () => Array.from({ length: 150 }, (_, index) => `v${index}`),
        },
      ],
    });
    const client = await connect({ revision: revision.date }, source);

    const prompt = await client.complete({ prompt: 'p' }, { name: 'a', value: 'typed' }, { b: 'known' });
    const template = await client.complete({ resourceTemplate: 'x://{id}' }, { name: 'id', value: '' });

    expect(prompt).toEqual({ values: ['typed', '{"b":"known"}'], total: 2, hasMore: false });
    expect(template).toMatchObject({ total: 150, hasMore: true });
    expect(template.values).toHaveLength(100);
    await client.close();
  });

  test('updates of a resource arrive only while it is subscribed to', async () => {
    const listeners = new Set<(uri: string) => void>();
    const update = (uri: string) => listeners.forEach((listener) => listener(uri));
    const read = async () => ({ kind: 'result' as const, contents: [] });
    const resources = ['x://a', 'x://b'].map((uri) => ({ definition: { uri, name: uri }, read }));
    const onResourceUpdated = (listener: (uri: string) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const client = await connect({ revision: revision.date }, { ...sourceOf({ resources }), onResourceUpdated });

    await client.subscribe('x://b');
    await client.subscribe('x://b');
    for (const uri of ['x://a', 'x://b']) update(uri);
    expect(await client.nextResourceUpdate()).toBe('x://b');
    await client.unsubscribe('x://b');
    await client.unsubscribe('x://a');
    update('x://b');
    await client.listTools();

    expect(client.notifications).toEqual([]);
    await client.close();
  });
});

/** Plays the server: it answers the handshake or discovery, and then sends `text`. */
function connectTo(revision: string, textAfter: string, sent: string[] = []): Promise<McpClient> {
  return connectClient({ revision, answers: { roots: () => [root] } }, (receive) => ({
    send(text) {
      sent.push(text);
      const { id, method } = JSON.parse(text) as { id?: number; method?: string };
      const result = { protocolVersion: revision, capabilities: {}, serverInfo: { name: 's', version: '1' } };
      if (method === 'initialize') queueMicrotask(() => receive(JSON.stringify({ jsonrpc: '2.0', id, result })));
      if (method === 'notifications/initialized') queueMicrotask(() => receive(textAfter));
    },
    close: async () => undefined,
  }));
}

test('a question for an undeclared capability is a protocol violation', async () => {
  const question =
    '{"jsonrpc":"2.0","id":"s-1","method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}';
  const client = await connectTo('2025-11-25', question);
  await new Promise((resolve) => setImmediate(resolve));

  await expect(client.close()).rejects.toBeInstanceOf(ProtocolViolation);
});

test('a question that breaks the schema is a protocol violation and is answered with an error', async () => {
  const sent: string[] = [];
  const client = await connectTo('2025-11-25', '{"jsonrpc":"2.0","id":"s-1","method":"elicitation/create"}', sent);
  await new Promise((resolve) => setImmediate(resolve));

  expect(sent.at(-1)).toContain('"id":"s-1","error"');
  await expect(client.close()).rejects.toBeInstanceOf(ProtocolViolation);
});

test('a question with the id of a pending request does not settle that request', async () => {
  const client = await connectTo('2025-11-25', '{"jsonrpc":"2.0","id":2,"method":"roots/list"}');

  const pending = client.listTools();
  const outcome = await Promise.race([pending, new Promise((resolve) => setImmediate(() => resolve('pending')))]);

  expect(outcome).toBe('pending');
  pending.catch(() => undefined);
  await client.close();
});

describe('an answer that does not fit its form', () => {
  const wrong = { action: 'accept' as const, content: { text: 'ann@b', number: 7, whole: 1.5 } };
  const misfit = '"whole" must be a whole number, at least 0';

  test.each(['2025-06-18', '2025-11-25'])('is an error of the tool in %s', async (date) => {
    const client = await connect({ revision: date, answers: { elicit: () => wrong } });

    const { isError, content } = await client.callTool('form');

    expect([isError, content]).toMatchObject([true, [{ text: expect.stringContaining(misfit) as string }]]);
    await client.close();
  });

  test('fails the call when it is given twice in 2026-07-28', async () => {
    const elicit = vi.fn(() => wrong);
    const client = await connect({ revision: '2026-07-28', answers: { elicit } });

    await expect(client.callTool('form')).rejects.toThrow(`(Fill in) does not fit: ${misfit}`);

    expect(elicit).toHaveBeenCalledTimes(2);
    await client.close();
  });

  test('may be followed by one that fits in 2026-07-28', async () => {
    const elicit = vi.fn(answers.elicit!).mockReturnValueOnce(wrong);
    const client = await connect({ revision: '2026-07-28', answers: { ...answers, elicit } });

    expect(gave(await client.callTool('form'))).toEqual({ action: 'accept', content: filledIn });
    await client.close();
  });
});
