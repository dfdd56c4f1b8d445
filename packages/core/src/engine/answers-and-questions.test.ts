import { describe, expect, test, vi } from 'vitest';
import { catalogOf, promptOf, resourceOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Context } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { everyCapability, textOf } from './asking.test-support.js';
import { engineOf, modern, requestIn, resultIn, talkTo, type TestEngine } from './engine.test-support.js';

/** A method of the tool `ask`, in one build of its plugin. */
type Method = (context: Context) => Promise<unknown>;

const form = { type: 'object', properties: { ok: { type: 'boolean' } } } as const;
const agreed = { action: 'accept', content: { ok: true } };
const ask = (context: Context, message: string, key = 'confirm') => context.elicit(message, form, { key });

const catalogWith = (build: string, run: Method) =>
  catalogOf({
    tools: [{ ...toolOf('ask', async (_input, context) => text(JSON.stringify(await run(context)))), build }],
  });

interface Round {
  readonly questions: Readonly<Record<string, string | undefined>>;
  readonly answer: JsonObject;
}

/** A client that continues one call from round to round. */
class Rounds {
  #more: JsonObject = {};
  #count = 0;

  constructor(
    private readonly server: TestEngine,
    private readonly request: [string, JsonObject] = ['tools/call', { name: 'ask' }],
  ) {}

  /**
   * Sends the next round. @param inputResponses the answers to the previous round; `number …` represents a number that
   * JSON.stringify cannot write
   */
  async next(inputResponses?: Readonly<Record<string, JsonValue>>): Promise<Round> {
    const [method, params] = this.request;
    const given = inputResponses ? { inputResponses } : {};
    const _meta = { [metaKeys.clientCapabilities]: everyCapability };
    const message = requestIn(modern, ++this.#count, [method, { ...params, ...this.#more, ...given, _meta }]);
    const talk = talkTo(this.server);
    await talk.send(JSON.stringify(message).replace(/"number (.*?)"/, '$1'));
    const answer = talk.sent.at(-1)!;
    const result = answer['error'] ? {} : resultIn(answer);
    this.#more = { requestState: result['requestState'] ?? '' };
    const asked = Object.entries((result['inputRequests'] ?? {}) as Record<string, { params: JsonObject }>);
    return { answer, questions: Object.fromEntries(asked.map(([key, it]) => [key, it.params['message'] as string])) };
  }
}

describe('questions within one build', () => {
  test('two questions under one key are asked in turn, and each gets its own answer', async () => {
    const rounds = new Rounds(
      engineOf(catalogWith('b1', async (context) => [await ask(context, 'Keep A?'), await ask(context, 'Drop B?')])),
    );

    const first = await rounds.next();
    const second = await rounds.next({ confirm: agreed });
    const third = await rounds.next({ confirm: { action: 'decline' } });

    expect([first.questions, second.questions]).toEqual([{ confirm: 'Keep A?' }, { confirm: 'Drop B?' }]);
    expect(JSON.parse(textOf(third.answer))).toEqual([agreed, { action: 'decline' }]);
  });

  test('two questions asked in parallel under one key are sent under two keys', async () => {
    const rounds = new Rounds(
      engineOf(
        catalogWith('b1', (context) => Promise.all([ask(context, 'A?'), ask(context, 'B?'), ask(context, 'A?')])),
      ),
    );

    const first = await rounds.next();
    const second = await rounds.next({ confirm: agreed, 'confirm-2': { action: 'cancel' } });

    expect(first.questions).toEqual({ confirm: 'A?', 'confirm-2': 'B?' });
    expect(JSON.parse(textOf(second.answer))).toEqual([agreed, { action: 'cancel' }, agreed]);
  });

  test.each<[string, Method, Method]>([
    ['message', (context) => ask(context, 'Send 1?'), (context) => ask(context, 'Send 1000?')],
    [
      'schema',
      (context) => context.elicit('Sure?', form, { key: 'confirm' }),
      (context) => context.elicit('Sure?', { ...form, required: ['ok'] }, { key: 'confirm' }),
    ],
    [
      'default of a field',
      (context) => context.elicit('Sure?', fieldOf({ default: -0 }), { key: 'confirm' }),
      (context) => context.elicit('Sure?', fieldOf({ default: 1 }), { key: 'confirm' }),
    ],
    [
      'kind',
      (context) => ask(context, 'Sure?'),
      (context) => context.elicitUrl('Sure?', 'https://example.org/', { key: 'confirm' }),
    ],
    [
      'address',
      (context) => context.elicitUrl('Sure?', 'https://example.org/a', { key: 'confirm' }),
      (context) => context.elicitUrl('Sure?', 'https://example.org/b', { key: 'confirm' }),
    ],
  ])('a question whose %s differs from the answered one is asked again', async (_what, before, after) => {
    let ran = 0;
    const method: Method = (context) => (ran++ === 0 ? before(context) : after(context));
    const rounds = new Rounds(engineOf(catalogWith('b1', method)));
    await rounds.next();

    const second = await rounds.next({ confirm: agreed });
    const third = await rounds.next({ confirm: { action: 'decline' } });

    expect(Object.keys(second.questions)).toEqual(['confirm']);
    expect(JSON.parse(textOf(third.answer))).toEqual({ action: 'decline' });
  });

  test('a question that changes on every run is refused beyond maxRewordedQuestions', async () => {
    let ran = 0;
    const rounds = new Rounds(engineOf(catalogWith('b1', (context) => ask(context, `Sure, at ${ran++}?`))));
    const asked: unknown[] = [(await rounds.next()).questions['confirm']];
    let last = await rounds.next({ confirm: agreed });
    for (let round = 0; round < 10 && last.questions['confirm'] !== undefined; round++) {
      asked.push(last.questions['confirm']);
      last = await rounds.next({ confirm: agreed });
    }

    expect(asked).toHaveLength(4);
    expect(resultIn(last.answer)).toMatchObject({ isError: true });
    expect(textOf(last.answer)).toContain('limit maxRewordedQuestions of 3');
  });

  test('many different questions under one key are allowed if each is answered', async () => {
    const items = Array.from({ length: 8 }, (_, index) => `Drop ${index}?`);
    const method: Method = async (context) => {
      const given: unknown[] = [];
      for (const item of items) given.push((await ask(context, item)).action);
      return given;
    };
    const rounds = new Rounds(engineOf(catalogWith('b1', method)));
    let last = await rounds.next();
    for (let round = 0; round < items.length; round++) last = await rounds.next({ confirm: agreed });

    expect(JSON.parse(textOf(last.answer))).toEqual(items.map(() => 'accept'));
  });

  test('an answer has the same value in its own round as in later ones', async () => {
    const seen: unknown[] = [];
    const amount = { type: 'object', properties: { n: { type: 'number' } } } as const;
    const rounds = new Rounds(
      engineOf(
        catalogWith('b1', async (context) => {
          const answer = await context.elicit('How much?', amount, { key: 'n' });
          seen.push(Object.is(answer.action === 'accept' && answer.content['n'], -0));
          return ask(context, 'Sure?');
        }),
      ),
    );
    await rounds.next();
    const tooLarge = await rounds.next({ n: { action: 'accept', content: { n: 'number 1e400' } } });
    await rounds.next({ n: { action: 'accept', content: { n: 'number -0' } } });
    await rounds.next({ confirm: agreed });

    expect(tooLarge.questions).toEqual({ n: 'How much?' });
    expect(seen).toEqual([false, false]);
  });
});

/** Swaps, and ends the earlier generation, as happens to rounds that reach another process or exceed a limit. */
function swapAndEnd({ source }: TestEngine, catalog: Catalog): void {
  source.swap(catalog);
  for (const holder of source.holders) holder.revoke('its plugin was replaced');
}

describe('a call across a swap', () => {
  test('continues on the code that asked, while that runs', async () => {
    const server = engineOf(
      catalogWith('b1', async (context) => [await context.step('pay', () => 1), await ask(context, 'Sure?')]),
    );
    const rounds = new Rounds(server);
    await rounds.next();

    server.source.swap(catalogWith('b2', () => Promise.resolve('another build')));
    const { answer } = await rounds.next({ confirm: agreed });

    expect(JSON.parse(textOf(answer))).toEqual([1, agreed]);
    expect(server.source.held).toBe(0);
  });

  test('an answer stays valid for the same question', async () => {
    const server = engineOf(catalogWith('b1', (context) => ask(context, 'Delete the copy?')));
    const rounds = new Rounds(server);
    await rounds.next();

    swapAndEnd(
      server,
      catalogWith('b2', async (context) => ['new', await ask(context, 'Delete the copy?')]),
    );

    expect(JSON.parse(textOf((await rounds.next({ confirm: agreed })).answer))).toEqual(['new', agreed]);
  });

  test('an answer is not used for a different question under the same key', async () => {
    const server = engineOf(catalogWith('b1', (context) => ask(context, 'Delete the copy?')));
    const rounds = new Rounds(server);
    await rounds.next();

    swapAndEnd(
      server,
      catalogWith('b2', (context) => ask(context, 'Delete everything?')),
    );

    expect((await rounds.next({ confirm: agreed })).questions).toEqual({ confirm: 'Delete everything?' });
  });

  test.each([
    ['runs the step under its name', 'pay'],
    ['runs it under another name', 'charge'],
    ['knows of no step', undefined],
  ])('a call that has run a step is refused, and a new build that %s is not started', async (_what, name) => {
    const pay = vi.fn(() => 'receipt');
    const server = engineOf(
      catalogWith('b1', async (context) => [await context.step('pay', pay), await ask(context, 'Print it?')]),
    );
    const rounds = new Rounds(server);
    await rounds.next();
    const began = vi.fn();

    swapAndEnd(
      server,
      catalogWith('b2', async (context) => {
        began();
        if (name !== undefined) await context.step(name, pay);
        return ask(context, 'Print it?');
      }),
    );
    const { answer } = await rounds.next({ confirm: agreed });

    expect(resultIn(answer)).toMatchObject({ isError: true });
    expect(textOf(answer)).toMatch(/the build changed .*"pay".* nothing was run again/);
    expect([pay.mock.calls.length, began.mock.calls.length]).toEqual([1, 0]);
  });

  test('the call continues when the first build comes back', async () => {
    const pay = vi.fn(() => 'receipt');
    const method: Method = async (context) => [await context.step('pay', pay), await ask(context, 'Print it?')];
    const server = engineOf(catalogWith('b1', method));
    const rounds = new Rounds(server);
    await rounds.next();

    swapAndEnd(server, catalogWith('b2', method));
    swapAndEnd(server, catalogWith('b1', method));

    expect(JSON.parse(textOf((await rounds.next({ confirm: agreed })).answer))).toEqual(['receipt', agreed]);
    expect(pay).toHaveBeenCalledTimes(1);
  });

  test('a step that both builds declare stable is reused and does not run again', async () => {
    const pay = vi.fn(() => 'receipt');
    const method: Method = async (context) => [
      await context.step('pay', pay, { stable: true }),
      await ask(context, 'Print it?'),
      await ask(context, 'Mail it?', 'mail'),
    ];
    const server = engineOf(catalogWith('b1', method));
    const rounds = new Rounds(server);
    await rounds.next();
    swapAndEnd(server, catalogWith('b2', method));
    await rounds.next({ confirm: agreed });
    swapAndEnd(server, catalogWith('b3', method));

    expect(JSON.parse(textOf((await rounds.next({ mail: agreed })).answer))).toEqual(['receipt', agreed, agreed]);
    expect(pay).toHaveBeenCalledTimes(1);
  });

  test('a step that only the earlier build declares stable is neither run nor reused', async () => {
    const pay = vi.fn(() => 'receipt');
    const method =
      (stable: boolean): Method =>
      async (context) => [await context.step('pay', pay, { stable }), await ask(context, 'Print it?')];
    const server = engineOf(catalogWith('b1', method(true)));
    const rounds = new Rounds(server);
    await rounds.next();

    swapAndEnd(server, catalogWith('b2', method(false)));

    expect(textOf((await rounds.next({ confirm: agreed })).answer)).toContain('"pay"');
    expect(pay).toHaveBeenCalledTimes(1);
  });

  test('prompts and resources are refused too, with a protocol error', async () => {
    const run = async (context: Context) => {
      await context.step('count', () => 1);
      await ask(context, 'Go on?');
      return 'done';
    };
    const read = async (uri: string, context: Context) => ({
      kind: 'result' as const,
      contents: [{ uri, text: await run(context) }],
    });
    const get = async (_input: JsonObject, context: Context) => ({
      kind: 'result' as const,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: await run(context) } }],
    });
    const built = (build: string) =>
      catalogOf({ prompts: [{ ...promptOf('p', get), build }], resources: [{ ...resourceOf('x://a', read), build }] });
    const server = engineOf(built('b1'));
    const asking = [
      new Rounds(server, ['prompts/get', { name: 'p' }]),
      new Rounds(server, ['resources/read', { uri: 'x://a' }]),
    ];
    for (const rounds of asking) await rounds.next();

    swapAndEnd(server, built('b2'));

    for (const rounds of asking) {
      const { answer } = await rounds.next({ confirm: agreed });
      expect(answer['error']).toMatchObject({ message: expect.stringContaining('the build changed') });
    }
  });
});

function fieldOf(more: { readonly default: number }) {
  return { type: 'object', properties: { n: { type: 'number', ...more } } } as const;
}
