import { describe, expect, test, vi } from 'vitest';
import { catalogOf, promptOf, resourceOf, templateOf } from '../catalog/catalog.test-support.js';
import type { FormSchema } from '../model/asking.js';
import type { Context } from '../model/context.js';
import { sigilMetaKeys } from '../revisions/sigil-meta-keys.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import { revisions } from '../revisions/choose-revision.js';
import { askIn, callAnswering, everyCapability, gaveOf, textOf, toolThat, type Asked } from './asking.test-support.js';
import { codeOf, engineOf, resultIn } from './engine.test-support.js';

const nameForm: FormSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const askName = (context: Context) => context.elicit('Who?', nameForm, { key: 'name' });
const askPage = (context: Context) => context.elicitUrl('Sign in', 'https://example.com/sign-in', { key: 'page' });
const askModel = (context: Context) =>
  context.sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 });
const askTools = (context: Context) => context.sample({ messages: [], maxTokens: 9, tools: [{ name: 'a' }] });
const askRoots = (context: Context) => context.listRoots();

const roots = { roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }] };
const spoken = { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm-1', stopReason: 'endTurn' };
const named = { action: 'accept', content: { name: 'Ann' } };

/** Answers every question. */
function readily({ method, params }: Asked) {
  if (method === 'roots/list') return roots;
  if (method === 'sampling/createMessage') return spoken;
  return params['mode'] === 'url' ? { action: 'accept' } : named;
}

describe.each(revisions)('$date', (revision) => {
  const facts = protocolFacts(revision);
  const hasForms = facts.elicitation !== 'none';
  const hasPages = facts.elicitation === 'form-and-url';
  const incapable = { action: 'incapable', missing: {} };

  test('a form is sent and its answer returned, if the revision has forms', async () => {
    const call = await askIn(revision, askName, { answers: readily });

    expect(gaveOf(call)).toEqual(hasForms ? named : incapable);
    expect(call.asked.map(({ method }) => method)).toEqual(hasForms ? ['elicitation/create'] : []);
  });

  test.each(['decline', 'cancel'])('the action "%s" of the user is returned to the tool', async (action) => {
    const call = await askIn(revision, askName, { answers: () => ({ action }) });

    expect(gaveOf(call)).toEqual(hasForms ? { action } : incapable);
  });

  test('a page is sent only if the revision has pages, and with an id only if it has ids', async () => {
    const call = await askIn(revision, askPage, { answers: readily });

    expect(gaveOf(call)).toEqual(hasPages ? { action: 'accept' } : incapable);
    const keyed = facts.asking === 'round-trip' ? {} : { _meta: { [sigilMetaKeys.questionKey]: 'page' } };
    const params = { mode: 'url', message: 'Sign in', url: 'https://example.com/sign-in', ...keyed };
    const withId = facts.elicitationId ? { ...params, elicitationId: expect.any(String) } : params;
    expect(call.asked.map((it) => it.params)).toEqual(hasPages ? [withId] : []);
  });

  test('a question sent as a request carries a key only if its author gave one', async () => {
    const both = async (context: Context) => [await askName(context), await context.elicit('Who else?', nameForm)];
    const call = await askIn(revision, both, { answers: readily });

    const named = facts.asking === 'round-trip' ? undefined : { [sigilMetaKeys.questionKey]: 'name' };
    expect(call.asked.map(({ params }) => params['_meta'])).toEqual(hasForms ? [named, undefined] : []);
  });

  test('sampling sends the messages and returns the answer of the model', async () => {
    const call = await askIn(revision, askModel, { answers: readily });

    expect(gaveOf(call)).toEqual({ action: 'accept', ...spoken });
    expect(call.asked).toMatchObject([
      {
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 },
      },
    ]);
  });

  test('sampling passes tools, if the revision has them', async () => {
    const call = await askIn(revision, askTools, { answers: readily });

    expect(gaveOf(call)).toMatchObject({ action: facts.samplingTools ? 'accept' : 'incapable' });
    expect(call.asked.map(({ params }) => params['tools'])).toEqual(facts.samplingTools ? [[{ name: 'a' }]] : []);
  });

  test('the roots of the client are returned', async () => {
    const call = await askIn(revision, askRoots, { answers: readily });

    expect(gaveOf(call)).toEqual({ action: 'accept', ...roots });
  });

  test.each([
    ['a form', askName, {}, { elicitation: { form: {} } }],
    ['a form', askName, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    ['a page', askPage, {}, { elicitation: { url: {} } }],
    ['a page', askPage, { elicitation: {} }, { elicitation: { url: {} } }],
    ['a page', askPage, { elicitation: { form: {} } }, { elicitation: { url: {} } }],
    ['the model', askModel, {}, { sampling: {} }],
    ['tools', askTools, { sampling: {} }, { sampling: { tools: {} } }],
    ['roots', askRoots, { sampling: {} }, { roots: {} }],
  ])(
    'an incapable client is not asked for %s, and the result names the missing capability',
    async (_what, ask, capabilities, missing) => {
      const call = await askIn(revision, ask as (context: Context) => Promise<unknown>, {
        capabilities,
        answers: readily,
      });

      expect(gaveOf(call)).toEqual({ action: 'incapable', missing });
      expect(call.asked).toEqual([]);
    },
  );

  test('a client with `elicitation: {}` can fill in forms', async () => {
    const call = await askIn(revision, askName, { capabilities: { elicitation: {} }, answers: readily });

    expect(gaveOf(call)).toEqual(hasForms ? named : incapable);
  });

  test('an answer that does not fit the form is a tool error in legacy eras, and asked again in modern ones', async () => {
    const bad = { action: 'accept', content: { name: 7 } };
    let count = 0;

    const call = await askIn(revision, askName, { answers: () => (count++ === 0 ? bad : named) });

    if (!hasForms) expect(gaveOf(call)).toEqual(incapable);
    else if (facts.asking === 'round-trip') expect(gaveOf(call)).toEqual(named);
    else {
      expect(resultIn(call.answer)).toMatchObject({ isError: true });
      expect(textOf(call.answer)).toContain('no usable answer to the question "name"');
    }
  });

  test('sequential questions are all answered, and earlier answers are kept', async () => {
    const both = async (context: Context) => [
      await askRoots(context),
      await askModel(context),
      await askRoots(context),
    ];

    const call = await askIn(revision, both, { answers: readily });

    expect(gaveOf(call)).toMatchObject([roots, spoken, roots]);
    expect(call.asked.map(({ method }) => method)).toEqual(['roots/list', 'sampling/createMessage', 'roots/list']);
  });

  test('parallel questions are all answered, in at most one round', async () => {
    const both = (context: Context) => Promise.all([askRoots(context), askModel(context)]);

    const call = await askIn(revision, both, { answers: readily });

    expect(gaveOf(call)).toMatchObject([roots, spoken]);
    expect(call.rounds).toHaveLength(facts.asking === 'round-trip' ? 1 : 0);
  });

  test('only legacy revisions send requests to the client', async () => {
    const { sent } = await askIn(revision, askRoots, { answers: readily });

    const requests = sent.filter(({ id, method }) => id !== undefined && method !== undefined);
    expect(requests).toHaveLength(facts.asking === 'request' ? 1 : 0);
  });

  test('a prompt, a resource and a template can ask too', async () => {
    const name = async (context: Context) => {
      const answer = await context.listRoots();
      return answer.action === 'accept' ? answer.roots[0]!.uri : answer.action;
    };
    const read = async (uri: string, context: Context) => ({
      kind: 'result' as const,
      contents: [{ uri, text: await name(context) }],
    });
    const prompt = promptOf('p', async (_input, context) => ({
      kind: 'result',
      messages: [{ role: 'user', content: { type: 'text', text: await name(context) } }],
    }));
    const components = {
      prompts: [prompt],
      resources: [resourceOf('x://a', read)],
      resourceTemplates: [templateOf('y://{id}', (uri, _variables, context) => read(uri, context))],
    };
    const server = engineOf(catalogOf(components));
    const asking = { revision, server, capabilities: everyCapability, answers: readily };

    const rendered = await callAnswering({ ...asking, request: ['prompts/get', { name: 'p' }] });
    const exact = await callAnswering({ ...asking, request: ['resources/read', { uri: 'x://a' }] });
    const matched = await callAnswering({ ...asking, request: ['resources/read', { uri: 'y://1' }] });

    expect(resultIn(rendered.answer)).toMatchObject({ messages: [{ content: { text: 'file:///a' } }] });
    expect(resultIn(exact.answer)).toMatchObject({ contents: [{ uri: 'x://a', text: 'file:///a' }] });
    expect(resultIn(matched.answer)).toMatchObject({ contents: [{ uri: 'y://1', text: 'file:///a' }] });
    if (facts.asking === 'round-trip')
      expect(resultIn(matched.answer)).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  test('a client that lacks a required capability gets the error of its revision', async () => {
    const needs = async (context: Context) => context.requireClient({ sampling: {} });

    const { answer } = await askIn(revision, needs, { capabilities: { roots: {} } });

    if (facts.asking === 'round-trip') {
      expect(answer['error']).toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } });
    } else {
      const _meta = { [sigilMetaKeys.requiredCapabilities]: { sampling: {} } };
      expect(resultIn(answer)).toMatchObject({ isError: true, _meta });
      expect(textOf(answer)).toContain('sampling');
    }
  });

  test('a client with the required capabilities is served', async () => {
    const needs = async (context: Context) => {
      context.requireClient({ sampling: {}, elicitation: { form: {} } });
      return 'served';
    };

    expect(gaveOf(await askIn(revision, needs))).toBe('served');
  });

  test('clientCapabilities holds the capabilities that the client declared', async () => {
    const call = await askIn(revision, async (context) => context.clientCapabilities);

    expect(gaveOf(call)).toEqual(everyCapability);
  });

  test('a step runs once per call, however often the method runs, and returns its value as JSON', async () => {
    const effect = vi.fn(async () => ({ at: new Date(0) }) as never);
    const steps = async (context: Context) => {
      const first = await context.step('charge', effect);
      await askRoots(context);
      const second = await context.step('charge', effect);
      await askModel(context);
      return [first, second];
    };

    const call = await askIn(revision, steps, { answers: readily });

    expect(gaveOf(call)).toEqual([{ at: '1970-01-01T00:00:00.000Z' }, { at: '1970-01-01T00:00:00.000Z' }]);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  test('a step in parallel with a question runs once', async () => {
    const effect = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 'charged';
    });
    const both = (context: Context) => Promise.all([askRoots(context), context.step('charge', effect)]);

    const call = await askIn(revision, both, { answers: readily });

    expect(gaveOf(call)).toMatchObject([roots, 'charged']);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  test('a step that starts after a parallel question runs once', async () => {
    const effect = vi.fn(async () => 'charged');
    const late = async (context: Context) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return context.step('charge', effect);
    };

    const call = await askIn(revision, (context) => Promise.all([askRoots(context), late(context)]), {
      answers: readily,
    });

    expect(gaveOf(call)).toMatchObject([roots, 'charged']);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  test('a step started twice in parallel runs once', async () => {
    const effect = vi.fn(async () => 'charged');

    const call = await askIn(revision, (context) =>
      Promise.all([context.step('charge', effect), context.step('charge', effect)]),
    );

    expect(gaveOf(call)).toEqual(['charged', 'charged']);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  test('a step that returns nothing counts as done', async () => {
    const effect = vi.fn(async () => undefined as never);

    const call = await askIn(
      revision,
      async (context) => [await context.step('mail', effect), await askRoots(context)],
      {
        answers: readily,
      },
    );

    expect(gaveOf(call)).toMatchObject([null, roots]);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  test('a failed step throws its error into the tool, and runs again when it is tried again', async () => {
    let tries = 0;
    const effect = async () => {
      if (tries++ === 0) throw new Error('the bank is closed');
      return tries;
    };
    const twice = async (context: Context) => {
      const why = await context.step('charge', effect).catch((error: Error) => error.message);
      return [why, await context.step('charge', effect)];
    };

    expect(gaveOf(await askIn(revision, twice))).toEqual(['the bank is closed', 2]);
  });

  test.each(['__proto__', 'constructor', 'toString', ''])(
    '%j is valid as the name of a step and the key of a question',
    async (key) => {
      const effect = vi.fn(async () => key);
      const ask = async (context: Context) => [
        await context.step(key, effect),
        await context.listRoots({ key }),
        await context.sample({ messages: [], maxTokens: 1 }),
      ];

      const call = await askIn(revision, ask, { answers: readily });

      expect(gaveOf(call)).toMatchObject([key, roots, spoken]);
      expect(effect).toHaveBeenCalledTimes(1);
    },
  );

  test('an invalid URL is rejected before the client is asked', async () => {
    const call = await askIn(revision, (context) => context.elicitUrl('Open', 'not a URL'));

    expect(resultIn(call.answer)).toMatchObject({ isError: true });
    expect(call.asked).toEqual([]);
  });

  test('a round that ends with a question aborts its signal and causes no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const signals: AbortSignal[] = [];

    await askIn(
      revision,
      async (context) => {
        signals.push(context.signal);
        return askRoots(context);
      },
      { answers: readily },
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', unhandled);

    expect(signals.map(({ aborted }) => aborted)).toEqual(facts.asking === 'round-trip' ? [true, false] : [false]);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

test('a completion cannot ask questions in the modern era, whatever the client’s capabilities', async () => {
  const modern = revisions.at(-1)!;
  const asked: unknown[] = [];
  const prompt = promptOf('p');
  const complete = async (_question: unknown, context: Context) => {
    asked.push(await context.listRoots());
    return ['a'];
  };
  const server = engineOf(catalogOf({ prompts: [{ ...prompt, complete }] }));
  const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };

  const { answer } = await callAnswering({
    revision: modern,
    server,
    request: ['completion/complete', params],
    capabilities: everyCapability,
  });

  expect(codeOf(answer)).toBeUndefined();
  expect(asked).toEqual([{ action: 'incapable', missing: { roots: {} } }]);
});

test('a tool called with empty arguments can ask questions', async () => {
  const server = engineOf(catalogOf({ tools: [toolThat(askRoots)] }));

  const { answer } = await callAnswering({
    revision: revisions.at(-1)!,
    server,
    request: ['tools/call', { name: 'ask', arguments: {} }],
    capabilities: everyCapability,
    answers: readily,
  });

  expect(JSON.parse(textOf(answer))).toMatchObject(roots);
});
