import { describe, expect, test, vi } from 'vitest';
import { catalogOf, promptOf, resourceOf, templateOf } from '../catalog/catalog.test-support.js';
import type { FormSchema } from '../model/asking.js';
import type { Context } from '../model/context.js';
import { ownMetaKeys } from '../revisions/own-meta-keys.js';
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

  test('a form is filled in, if the revision has forms', async () => {
    const call = await askIn(revision, askName, { answers: readily });

    expect(gaveOf(call)).toEqual(hasForms ? named : incapable);
    expect(call.asked.map(({ method }) => method)).toEqual(hasForms ? ['elicitation/create'] : []);
  });

  test.each(['decline', 'cancel'])('that the user chose "%s" is an outcome', async (action) => {
    const call = await askIn(revision, askName, { answers: () => ({ action }) });

    expect(gaveOf(call)).toEqual(hasForms ? { action } : incapable);
  });

  test('a page is opened, if the revision has pages, and its question has an id only where the revision has it', async () => {
    const call = await askIn(revision, askPage, { answers: readily });

    expect(gaveOf(call)).toEqual(hasPages ? { action: 'accept' } : incapable);
    const keyed = facts.asking === 'round-trip' ? {} : { _meta: { [ownMetaKeys.questionKey]: 'page' } };
    const params = { mode: 'url', message: 'Sign in', url: 'https://example.com/sign-in', ...keyed };
    const withId = facts.elicitationId ? { ...params, elicitationId: expect.any(String) } : params;
    expect(call.asked.map((it) => it.params)).toEqual(hasPages ? [withId] : []);
  });

  test('a key goes along where its author gave one, and no other', async () => {
    const both = async (context: Context) => [await askName(context), await context.elicit('Who else?', nameForm)];
    const call = await askIn(revision, both, { answers: readily });

    const named = facts.asking === 'round-trip' ? undefined : { [ownMetaKeys.questionKey]: 'name' };
    expect(call.asked.map(({ params }) => params['_meta'])).toEqual(hasForms ? [named, undefined] : []);
  });

  test("the client's model is asked", async () => {
    const call = await askIn(revision, askModel, { answers: readily });

    expect(gaveOf(call)).toEqual({ action: 'accept', ...spoken });
    expect(call.asked).toMatchObject([
      {
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 },
      },
    ]);
  });

  test("the client's model is given tools, if the revision has that", async () => {
    const call = await askIn(revision, askTools, { answers: readily });

    expect(gaveOf(call)).toMatchObject({ action: facts.samplingTools ? 'accept' : 'incapable' });
    expect(call.asked.map(({ params }) => params['tools'])).toEqual(facts.samplingTools ? [[{ name: 'a' }]] : []);
  });

  test('the roots are listed', async () => {
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
  ])('%s is not asked of a client that cannot: it says what is missing', async (_what, ask, capabilities, missing) => {
    const call = await askIn(revision, ask as (context: Context) => Promise<unknown>, {
      capabilities,
      answers: readily,
    });

    expect(gaveOf(call)).toEqual({ action: 'incapable', missing });
    expect(call.asked).toEqual([]);
  });

  test('a client with `elicitation: {}` can fill in forms', async () => {
    const call = await askIn(revision, askName, { capabilities: { elicitation: {} }, answers: readily });

    expect(gaveOf(call)).toEqual(hasForms ? named : incapable);
  });

  test('an answer that does not fit the form is a tool error, or asked for again where the client can', async () => {
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

  test('questions one after the other are all answered, and earlier answers are kept', async () => {
    const both = async (context: Context) => [
      await askRoots(context),
      await askModel(context),
      await askRoots(context),
    ];

    const call = await askIn(revision, both, { answers: readily });

    expect(gaveOf(call)).toMatchObject([roots, spoken, roots]);
    expect(call.asked.map(({ method }) => method)).toEqual(['roots/list', 'sampling/createMessage', 'roots/list']);
  });

  test('questions side by side are all answered', async () => {
    const both = (context: Context) => Promise.all([askRoots(context), askModel(context)]);

    const call = await askIn(revision, both, { answers: readily });

    expect(gaveOf(call)).toMatchObject([roots, spoken]);
    expect(call.rounds).toHaveLength(facts.asking === 'round-trip' ? 1 : 0);
  });

  test('only the legacy eras ever send a request', async () => {
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

  test('a client that lacks what a tool requires is told so, in the words of its revision', async () => {
    const needs = async (context: Context) => context.requireClient({ sampling: {} });

    const { answer } = await askIn(revision, needs, { capabilities: { roots: {} } });

    if (facts.asking === 'round-trip') {
      expect(answer['error']).toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } });
    } else {
      const _meta = { [ownMetaKeys.requiredCapabilities]: { sampling: {} } };
      expect(resultIn(answer)).toMatchObject({ isError: true, _meta });
      expect(textOf(answer)).toContain('sampling');
    }
  });

  test('a client that has what a tool requires is served', async () => {
    const needs = async (context: Context) => {
      context.requireClient({ sampling: {}, elicitation: { form: {} } });
      return 'served';
    };

    expect(gaveOf(await askIn(revision, needs))).toBe('served');
  });

  test('the capabilities are those that the client declared', async () => {
    const call = await askIn(revision, async (context) => context.clientCapabilities);

    expect(gaveOf(call)).toEqual(everyCapability);
  });

  test('a step runs once in a call, however often the method is run, and gives what JSON gives back', async () => {
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

  test('a step beside a question runs once', async () => {
    const effect = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 'charged';
    });
    const both = (context: Context) => Promise.all([askRoots(context), context.step('charge', effect)]);

    const call = await askIn(revision, both, { answers: readily });

    expect(gaveOf(call)).toMatchObject([roots, 'charged']);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  test('a step that begins after a question beside it runs once', async () => {
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

  test('one step that is begun twice side by side runs once', async () => {
    const effect = vi.fn(async () => 'charged');

    const call = await askIn(revision, (context) =>
      Promise.all([context.step('charge', effect), context.step('charge', effect)]),
    );

    expect(gaveOf(call)).toEqual(['charged', 'charged']);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  test('a step that returns nothing is done all the same', async () => {
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

  test('a step that failed is no step done: the error is the tool’s, and another try runs it again', async () => {
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

  test.each(['__proto__', 'constructor', 'toString', ''])('%j is a name like any other', async (key) => {
    const effect = vi.fn(async () => key);
    const ask = async (context: Context) => [
      await context.step(key, effect),
      await context.listRoots({ key }),
      await context.sample({ messages: [], maxTokens: 1 }),
    ];

    const call = await askIn(revision, ask, { answers: readily });

    expect(gaveOf(call)).toMatchObject([key, roots, spoken]);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  test('a URL that is none is refused before anybody is asked', async () => {
    const call = await askIn(revision, (context) => context.elicitUrl('Open', 'not a URL'));

    expect(resultIn(call.answer)).toMatchObject({ isError: true });
    expect(call.asked).toEqual([]);
  });

  test('the signal is aborted when the call ends for a question, and nothing is left unhandled', async () => {
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

test('completion cannot ask in the modern era, whatever the client can', async () => {
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

test('a tool without arguments of its own is called the same way', async () => {
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
