import type { Context, JsonObject, SamplingContent, SamplingMessage } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { envelopeOf, openPeer, underRule } from './peer.test-support.js';
import { agreeable, callAnswering, questionsIn, stateIn } from './questions.test-support.js';
import { promptOf, resourceOf, serverOf, textResult, toolOf } from './server.test-support.js';

const form = { type: 'object', properties: { name: { type: 'string' } } } as const;
const askName = async (context: Context): Promise<string> => {
  const answer = await context.elicit('Name?', form);
  return answer.action === 'accept' ? `Hello ${String(answer.content['name'])}` : answer.action;
};
const greeter = toolOf('greet', async (_input, context) => askName(context));
const used: SamplingMessage = {
  role: 'assistant',
  content: { type: 'tool_use', id: 'use-1', name: 'look', input: {} },
};
const result: SamplingContent = {
  type: 'tool_result',
  toolUseId: 'use-1',
  content: [{ type: 'text', text: 'seen' }],
};
const forms: JsonObject = { elicitation: { form: {} } };
const everything: JsonObject = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** Asks everything at once, in one round. */
const curious = toolOf('everything', async (_input, context) => {
  const outcomes = await Promise.all([
    context.elicit('Name?', form),
    context.elicit('Name?', form),
    context.elicitUrl('Approve it.', 'https://orders.example.com/approve'),
    context.sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 10 }),
    context.listRoots(),
  ]);
  return outcomes.map(({ action }) => action).join(' ');
});

describe.each(underRule(100))('$date', (revision) => {
  // Rules: 100, 101, 103, 104, 105
  test('a call that needs input returns questions and a state, and the server sends no request', async () => {
    const peer = await openPeer(serverOf({ tools: [curious] }).engine, revision, { capabilities: everything });

    const answer = await peer.request('tools/call', { name: 'everything' });

    const questions = questionsIn(answer)!;
    expect([...questions.values()].map(({ method }) => method)).toEqual([
      'elicitation/create',
      'elicitation/create',
      'elicitation/create',
      'sampling/createMessage',
      'roots/list',
    ]);
    expect(stateIn(answer)).not.toBe('');
    expect(peer.requests()).toEqual([]);
  });

  // Rules: 102
  test('tool calls, prompts and resource reads can return questions', async () => {
    const prompt = promptOf('greet', {
      get: async (_input, context) => ({
        kind: 'result',
        messages: [{ role: 'user', content: { type: 'text', text: await askName(context) } }],
      }),
    });
    const resource = resourceOf('x://a', async (uri, context) => ({
      kind: 'result',
      contents: [{ uri, text: await askName(context) }],
    }));
    const { engine } = serverOf({ tools: [greeter], prompts: [prompt], resources: [resource] });
    const peer = await openPeer(engine, revision, { capabilities: forms });

    const answers = [
      await peer.request('tools/call', { name: 'greet' }),
      await peer.request('prompts/get', { name: 'greet' }),
      await peer.request('resources/read', { uri: 'x://a' }),
    ];

    expect(answers.map((answer) => questionsIn(answer)?.size)).toEqual([1, 1, 1]);
  });

  // Rules: 102
  test('a completion cannot ask the client: its elicitation returns "incapable"', async () => {
    const prompt = promptOf('greet', { complete: async (_question, context) => [await askName(context)] });
    const peer = await openPeer(serverOf({ prompts: [prompt] }).engine, revision, { capabilities: forms });

    const params = { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: '' } };

    expect(await peer.result('completion/complete', params)).toMatchObject({
      resultType: 'complete',
      completion: { values: ['incapable'] },
    });
  });

  // Rules: 24, 106, 161
  test.each<[JsonObject, string[]]>([
    [{}, []],
    [{ elicitation: {} }, ['elicitation/create', 'elicitation/create']],
    [{ elicitation: { url: {} } }, ['elicitation/create']],
    [{ roots: {} }, ['roots/list']],
    [{ sampling: {} }, ['sampling/createMessage']],
  ])('a client that declares %j receives the questions %j', async (capabilities, methods) => {
    const peer = await openPeer(serverOf({ tools: [curious] }).engine, revision, { capabilities });

    const answer = await peer.request('tools/call', { name: 'everything' });

    expect([...(questionsIn(answer)?.values() ?? [])].map(({ method }) => method)).toEqual(methods);
  });

  // Rules: 111
  test('calls whose questions are never answered hold no more than the limit, and only while their state is valid', async () => {
    const limits = { maxParkedCalls: 3, requestStateLifetimeMs: 20 };
    const server = serverOf({ tools: [greeter] }, { limits });
    const peer = await openPeer(server.engine, revision, { capabilities: forms });

    for (let call = 0; call < 10; call++) await peer.request('tools/call', { name: 'greet' });

    expect(server.held).toBeLessThanOrEqual(3);
    await expect.poll(() => server.held).toBe(0);
  });

  // Rules: 111
  test('a client that repeats a call without answering the question is asked again', async () => {
    const peer = await openPeer(serverOf({ tools: [greeter] }).engine, revision, { capabilities: forms });
    const first = await peer.request('tools/call', { name: 'greet' });

    const second = await peer.request('tools/call', {
      name: 'greet',
      requestState: stateIn(first),
      inputResponses: {},
    });

    expect(questionsIn(second)?.size).toBe(1);
  });
});

/** The one text for every state that is refused: the exact reason would help an attacker. */
const refused = { code: -32602, message: '"requestState" is not valid for this request, or no longer' };

describe.each(underRule(107))('$date', (revision) => {
  const openRound = async () => {
    const runs: string[] = [];
    const asking = (name: string) => async (input: JsonObject, context: Context) => {
      runs.push(`${name} began`);
      const answer = await context.elicit('Sure?', form);
      runs.push(`${name} of ${String(input['order'])}`);
      return answer.action;
    };
    const prompt = promptOf('refund', {
      get: async (input, context) => {
        await asking('prompt')(input, context);
        return { kind: 'result', messages: [] };
      },
    });
    const tools = [toolOf('refund', asking('refund')), toolOf('other', asking('other'))];
    const { engine } = serverOf({ tools, prompts: [prompt] });
    const peer = await openPeer(engine, revision, { capabilities: forms });
    const call = { name: 'refund', arguments: { order: 'A-1' } };
    const first = await peer.request('tools/call', call);
    const inputResponses = Object.fromEntries(
      [...questionsIn(first)!.keys()].map((key) => [key, { action: 'accept', content: {} }]),
    );
    runs.length = 0;
    return { engine, peer, runs, call, state: stateIn(first), inputResponses };
  };

  // Rules: 107, 108, 109
  test.each<[string, (state: string) => string]>([
    ['one character changed', (state) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`],
    ['its beginning changed', (state) => state.replace(/\.(.)/, (_all, first) => `.${first === 'A' ? 'B' : 'A'}`)],
    ['half of it', (state) => state.slice(0, state.length / 2)],
    ['nothing in it', () => ''],
    ['something else in it', () => 'v1.eyJzdGVwIjoxfQ.c2ln'],
    ['more behind it', (state) => `${state}.more`],
  ])('a changed state (%s) is rejected before the tool runs, and the given one still works', async (_what, change) => {
    const { peer, runs, call, state, inputResponses } = await openRound();

    const error = await peer.error('tools/call', { ...call, requestState: change(state), inputResponses });
    const runsOfChanged = [...runs];
    const result = await peer.result('tools/call', { ...call, requestState: state, inputResponses });

    expect(error).toEqual(refused);
    expect(runsOfChanged).toEqual([]);
    expect(result).toMatchObject({ content: [{ text: 'accept' }] });
    expect(runs).toEqual(['refund began', 'refund of A-1']);
  });

  // Rules: 108, 109
  test('a state is rejected with a change of one bit in any of its characters', async () => {
    const { peer, runs, call, state, inputResponses } = await openRound();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const changed = [...state].map((character, at) => {
      const other = alphabet[alphabet.indexOf(character) ^ 1] ?? 'A';
      return `${state.slice(0, at)}${other}${state.slice(at + 1)}`;
    });

    const errors = await Promise.all(
      changed.map((requestState) => peer.error('tools/call', { ...call, requestState, inputResponses })),
    );

    expect(state.length).toBeGreaterThan(100);
    expect(errors).toEqual(changed.map(() => refused));
    expect(runs).toEqual([]);
  });

  // Rules: 108, 109, 174
  test.each<[string, JsonObject]>([
    ['other arguments', { arguments: { order: 'B-2' } }],
    ['another tool', { name: 'other' }],
  ])('a state sent with %s is rejected before a tool runs', async (_what, changed) => {
    const { peer, runs, call, state, inputResponses } = await openRound();

    const error = await peer.error('tools/call', { ...call, ...changed, requestState: state, inputResponses });

    expect(error).toEqual(refused);
    expect(runs).toEqual([]);
  });

  // Rules: 107, 108, 109
  test('a state sent by another caller, to another server or with another method is rejected', async () => {
    const { engine, peer, runs, call, state, inputResponses } = await openRound();
    const round = { ...call, requestState: state, inputResponses };
    const principal = { id: 'ann', issuer: 'https://as.example', scopes: 'every', claims: {} } as const;
    const ann = await openPeer(engine, revision, { capabilities: forms, principal });
    const elsewhere = await openRound();

    const errors = [
      await ann.error('tools/call', round),
      await elsewhere.peer.error('tools/call', round),
      await peer.error('prompts/get', round),
    ];

    expect(errors).toEqual([refused, refused, refused]);
    expect([...runs, ...elsewhere.runs]).toEqual([]);
  });

  // Rules: 107
  test.each<[string, JsonObject]>([
    ['a state that is a number', { requestState: 7 }],
    ['a state that is null', { requestState: null }],
    ['a state that is an object', { requestState: {} }],
    ['a list for answers', { inputResponses: [] }],
    ['null for answers', { inputResponses: null }],
    ['a text for answers', { inputResponses: 'accept' }],
  ])('a round with %s is rejected before the tool runs', async (_what, changed) => {
    const { peer, runs, call, state, inputResponses } = await openRound();

    const error = await peer.error('tools/call', { ...call, requestState: state, inputResponses, ...changed });

    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(Object.keys(changed)[0]!) });
    expect(runs).toEqual([]);
  });

  // Rules: 107
  test('answers to questions that were not asked are ignored, alone and beside the right ones', async () => {
    const { peer, runs, call, state, inputResponses } = await openRound();
    const accept = { action: 'accept', content: {} };
    const stray = { ['__proto__']: accept, 'never-asked': accept };

    const answer = await peer.request('tools/call', { ...call, requestState: state, inputResponses: stray });
    const runsOfStray = [...runs];
    const result = await peer.result('tools/call', {
      ...call,
      requestState: stateIn(answer),
      inputResponses: { ...stray, ...inputResponses },
    });

    expect([...questionsIn(answer)!.keys()]).toEqual(Object.keys(inputResponses));
    expect(runsOfStray).toEqual(['refund began']);
    expect(result).toMatchObject({ content: [{ text: 'accept' }] });
    expect(runs.slice(1)).toEqual(['refund began', 'refund of A-1']);
  });

  // Rules: 168
  test('a user’s answer cannot be read from the state that carries it', async () => {
    const two = toolOf('two', async (_input, context) => {
      await context.elicit('Name?', form);
      await context.elicit('Again?', form);
      return 'done';
    });
    const peer = await openPeer(serverOf({ tools: [two] }).engine, revision, { capabilities: forms });
    const first = await peer.request('tools/call', { name: 'two' });
    const [key] = questionsIn(first)!.keys();

    const second = await peer.request('tools/call', {
      name: 'two',
      requestState: stateIn(first),
      inputResponses: { [key!]: { action: 'accept', content: { name: 'Ann-Sophie' } } },
    });

    const parts = stateIn(second)
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(questionsIn(second)?.size).toBe(1);
    expect([stateIn(second), ...parts].join(' ')).not.toContain('Ann-Sophie');
  });
});

describe.each(underRule(173))('$date', (revision) => {
  // Rules: 173
  test.each(['decline', 'cancel'])('a tool receives the action %j as the answer to its question', async (action) => {
    const peer = await openPeer(serverOf({ tools: [greeter] }).engine, revision, { capabilities: forms });

    const { answer } = await callAnswering(peer, { name: 'greet' }, () => ({ action }));

    expect(answer).toMatchObject({ result: { content: [{ text: action }] } });
  });

  // Rules: 173
  test.each<[string, JsonObject]>([
    ['an action that there is not', { action: 'maybe' }],
    ['no action', {}],
    ['content that does not fit', { action: 'accept', content: { name: 7 } }],
  ])('a question answered with %s is asked again', async (_what, reply) => {
    const peer = await openPeer(serverOf({ tools: [greeter] }).engine, revision, { capabilities: forms });
    const replies = [reply, { action: 'accept', content: { name: 'Ann' } }];

    const { answer, questions } = await callAnswering(peer, { name: 'greet' }, () => replies.shift()!);

    expect(questions).toHaveLength(2);
    expect(answer).toMatchObject({ result: { content: [{ text: 'Hello Ann' }] } });
  });
});

describe.each(underRule(161))('$date', (revision) => {
  // Rules: 161
  test.each<[JsonObject, string]>([
    [{}, 'incapable incapable'],
    [{ elicitation: {} }, 'accept incapable'],
    [{ elicitation: { form: {} } }, 'accept incapable'],
    [{ elicitation: { url: {} } }, 'incapable accept'],
    [{ elicitation: { form: {}, url: {} } }, 'accept accept'],
  ])(
    'with the client capabilities %j, a form and a URL question have the outcomes %j',
    async (capabilities, outcomes) => {
      const tool = toolOf('both', async (_input, context) => {
        const asked = await context.elicit('Name?', form);
        const sent = await context.elicitUrl('Approve it.', 'https://orders.example.com/approve');
        return `${asked.action} ${sent.action}`;
      });
      const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision, { capabilities });

      const { answer } = await callAnswering(peer, { name: 'both' }, agreeable);

      expect(answer).toMatchObject({ result: { content: [{ text: outcomes }] } });
    },
  );

  // Rules: 162
  test('a form question has mode, message and schema, and a URL question an id only in legacy revisions', async () => {
    const peer = await openPeer(serverOf({ tools: [curious] }).engine, revision, { capabilities: everything });

    const { questions } = await callAnswering(peer, { name: 'everything' }, agreeable);

    const asked = questions.filter(({ method }) => method === 'elicitation/create').map(({ params }) => params);
    const url = asked.find(({ mode }) => mode === 'url')!;
    expect(asked[0]).toEqual({ mode: 'form', message: 'Name?', requestedSchema: form });
    expect(url).toMatchObject({ message: 'Approve it.', url: 'https://orders.example.com/approve' });
    expect(typeof url['elicitationId']).toBe(revision.era === 'legacy' ? 'string' : 'undefined');
  });

  // Rules: 163
  test.each(['approve', '/approve', 'https://', ''])(
    'a question with the URL %j is not sent, and the call fails',
    async (url) => {
      const tool = toolOf('pay', async (_input, context) => (await context.elicitUrl('Approve it.', url)).action);
      const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision, { capabilities: everything });

      const { answer, questions } = await callAnswering(peer, { name: 'pay' }, agreeable);

      expect(questions).toEqual([]);
      expect(answer).toMatchObject({ result: { isError: true } });
    },
  );

  // Rules: 154
  test('a sampling request with tools is sent only to a client that declares sampling.tools', async () => {
    const tools = [{ name: 'look', inputSchema: { type: 'object' } }];
    const tool = toolOf('think', async (_input, context) => {
      const content = { type: 'text', text: 'Hello' } as const;
      return (await context.sample({ messages: [{ role: 'user', content }], maxTokens: 1, tools })).action;
    });
    const { engine } = serverOf({ tools: [tool] });
    const without = await openPeer(engine, revision, { capabilities: { sampling: {} } });
    const having = await openPeer(engine, revision, { capabilities: { sampling: { tools: {} } } });

    const refused = await callAnswering(without, { name: 'think' }, agreeable);
    const sent = await callAnswering(having, { name: 'think' }, agreeable);

    expect(refused).toMatchObject({ questions: [], answer: { result: { content: [{ text: 'incapable' }] } } });
    expect(sent.questions).toMatchObject([{ params: { tools } }]);
  });
});

describe.each(underRule(155))('$date', (revision) => {
  // Rules: 155, 156
  test.each<[string, SamplingMessage[]]>([
    ['a tool result beside a text', [used, { role: 'user', content: [result, { type: 'text', text: 'Hello' }] }]],
    ['a use of a tool without its result', [used, { role: 'user', content: { type: 'text', text: 'Hello' } }]],
    ['a use of a tool at the end', [used]],
  ])('a sampling conversation with %s is not sent, and the call fails', async (_what, messages) => {
    const tool = toolOf('think', async (_input, context) => (await context.sample({ messages, maxTokens: 1 })).action);
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision, { capabilities: everything });

    const { answer, questions } = await callAnswering(peer, { name: 'think' }, agreeable);

    expect(questions).toEqual([]);
    expect(answer).toMatchObject({ result: { isError: true } });
  });

  // Rules: 155, 156
  test('a sampling conversation whose tool uses have their results is sent unchanged', async () => {
    const messages: SamplingMessage[] = [used, { role: 'user', content: [result] }];
    const tool = toolOf('think', async (_input, context) => (await context.sample({ messages, maxTokens: 1 })).action);
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision, { capabilities: everything });

    const { questions } = await callAnswering(peer, { name: 'think' }, agreeable);

    expect(questions).toMatchObject([{ params: { messages } }]);
  });

  // Rules: 177
  test('claims about the user in `_meta` change neither the tool list nor the result of a call', async () => {
    const tool = toolOf('whoami', async (_input, context) => JSON.stringify(Object.keys(context.clientCapabilities)));
    const { engine } = serverOf({ tools: [tool] });
    const [plain, claiming] = [await openPeer(engine, revision), await openPeer(engine, revision)];
    const claims = { user: 'admin', sub: 'admin', 'com.example/principal': { roles: ['admin'] } };

    const lists = [await plain.result('tools/list'), await claiming.result('tools/list', { _meta: claims })];
    const answers = [
      await plain.result('tools/call', { name: 'whoami' }),
      await claiming.result('tools/call', { name: 'whoami', _meta: claims }),
    ];

    expect(lists[1]).toEqual(lists[0]);
    expect(answers[1]).toEqual(answers[0]);
  });
});

// Rules: 164
test.each(underRule(164))('no completion notification follows a URL question in $date', async (revision) => {
  const peer = await openPeer(serverOf({ tools: [curious] }).engine, revision, { capabilities: everything });
  const other = await openPeer(serverOf({ tools: [curious] }).engine, revision, { capabilities: everything });

  await callAnswering(peer, { name: 'everything' }, agreeable);

  expect(peer.notifications()).toEqual([]);
  expect(other.received).toEqual([]);
});

// Rules: 174
test.each(underRule(90))('an answer from another session is ignored in $date', async (revision) => {
  const capabilities = { roots: {} };
  const asker = toolOf('ask', async (_input, context) => {
    const answer = await context.listRoots();
    return textResult(answer.action === 'accept' ? answer.roots.map(({ uri }) => uri).join() : answer.action);
  });
  const { engine } = serverOf({ tools: [asker] });
  const [asked, other] = [
    await openPeer(engine, revision, { capabilities }),
    await openPeer(engine, revision, { capabilities }),
  ];
  const question = asked.next(({ method }) => method === 'roots/list');
  const answer = asked.request('tools/call', { name: 'ask' });
  const { id } = await question;

  await other.send({ jsonrpc: '2.0', id: id!, result: { roots: [{ uri: 'file:///other' }] } });
  await asked.send({ jsonrpc: '2.0', id: id!, result: { roots: [{ uri: 'file:///asked' }] } });

  expect(await answer).toMatchObject({ result: { content: [{ text: 'file:///asked' }] } });
});

// Rules: 21, 106
test.each(underRule(106))(
  'a round in $date uses only the capabilities that its own request declares',
  async (revision) => {
    const two = toolOf('two', async (_input, context) => {
      const outcomes = [await context.elicit('Name?', form), await context.listRoots()];
      return outcomes.map(({ action }) => action).join(' ');
    });
    const peer = await openPeer(serverOf({ tools: [two] }).engine, revision);
    const first = await peer.request('tools/call', { name: 'two', _meta: envelopeOf(revision, everything) });
    const [key] = questionsIn(first)!.keys();

    const second = await peer.result('tools/call', {
      name: 'two',
      requestState: stateIn(first),
      inputResponses: { [key!]: { action: 'accept', content: {} } },
      _meta: envelopeOf(revision, forms),
    });

    expect(second).toMatchObject({ content: [{ text: 'accept incapable' }] });
  },
);
