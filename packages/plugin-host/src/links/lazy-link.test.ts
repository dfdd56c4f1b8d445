import { setImmediate as nextTurn } from 'node:timers/promises';
import { PluginError } from '@sigil/core/building';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LazyLink, type LazyOptions } from './lazy-link.js';
import { contextWith, contractBuild, openContract, run, textOf, type OpenedLink } from './links.test-support.js';
import type { LinkKind, PluginLink } from './plugin-link.js';

const kinds: readonly LinkKind[] = ['inline', 'worker', 'process'];
const silent = { resourceUpdated: () => undefined, listChanged: () => undefined };

/** Opens a lazy link to the contract's plugin, and counts the starts of its code. */
async function openLazy(kind: LinkKind, options: Partial<LazyOptions> = {}) {
  const opened: OpenedLink[] = [];
  const { manifest } = await contractBuild();
  const link = new LazyLink({
    manifest,
    announcer: silent,
    retryMs: 60_000,
    maxRetryMs: 60_000,
    async startCode(onOpen) {
      const contract = await openContract(kind);
      opened.push(contract);
      onOpen(contract.link);
      await contract.link.start();
      return contract.link;
    },
    ...options,
  });
  return { link, opened };
}

/** A plugin whose start fails a number of times before it succeeds. */
function failing(times: number): Pick<LazyOptions, 'startCode'> & { readonly tries: () => number } {
  let tries = 0;
  return {
    tries: () => tries,
    async startCode() {
      if (tries++ < times) throw new PluginError('code-failed', 'it has a secret');
      return (await openContract('inline')).link;
    },
  };
}

describe.each(kinds)('a lazy link of kind %s', (kind) => {
  let lazy: Awaited<ReturnType<typeof openLazy>>;
  beforeAll(async () => {
    lazy = await openLazy(kind);
  });
  afterAll(() => lazy.link.stop());

  test('lists its components and completes values of the manifest without running its code', async () => {
    const { tools, prompts, resourceTemplates } = lazy.link.components;
    const question = { argument: 'id', value: 'o', known: {} };

    const values = await resourceTemplates[0]?.complete?.(question, contextWith());
    const nothing = await prompts[0]?.complete?.({ ...question, argument: 'unknown' }, contextWith());

    expect(values).toEqual(['one']);
    expect(nothing).toEqual([]);
    expect(tools.length).toBeGreaterThan(5);
    expect([lazy.link.state, lazy.opened.length]).toEqual(['waiting', 0]);
  });

  test('starts once for several first uses at the same time', async () => {
    const { resources, resourceTemplates, prompts } = lazy.link.components;
    const context = contextWith();
    const question = { argument: 'style', value: 's', known: {} };

    const outcomes = await Promise.all([
      run(lazy, 'echo', { input: { text: 'a' } }),
      resources[0]?.read('note://one', context),
      resourceTemplates[0]?.read('note://two', { id: 'two' }, context),
      prompts[0]?.get({ style: 'short' }, context),
    ]);
    const offered = await prompts[0]?.complete?.(question, context);

    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(['result', 'result', 'result', 'result']);
    expect(offered).not.toEqual([]);
    expect(offered).toBeInstanceOf(Array);
    expect([lazy.link.state, lazy.opened.length]).toEqual(['active', 1]);
  });

  test('passes calls straight on once it is active, through functions that stay the same', async () => {
    const { tools } = lazy.link.components;
    const index = tools.findIndex(({ definition }) => definition.name === 'echo');
    const runs = tools.map((tool) => tool.run);
    const context = contextWith();

    const passed = tools[index]!.run({ text: 'a' }, context);
    const direct = lazy.opened[0]!.link.components.tools[index]!.run({ text: 'a' }, context);

    expect(passed instanceof Promise).toBe(direct instanceof Promise);
    expect(await passed).toEqual(await direct);
    expect(lazy.link.components.tools.map((tool) => tool.run)).toEqual(runs);
  });
});

describe('code that fails to start', () => {
  test('fails all waiting calls with a message for callers, and the reason as the cause', async () => {
    const { link } = await openLazy('inline', failing(1));

    const failures = await Promise.all([1, 2].map(() => run({ link }, 'echo').catch((error: unknown) => error)));

    expect(failures).toMatchObject(
      [1, 2].map(() => ({
        code: 'activation-failed',
        message: 'plugin "contract" could not be started; try again in 60 s',
        cause: { code: 'code-failed' },
      })),
    );
    expect(link.state).toBe('failed');
  });

  test('is not tried again before its retry time', async () => {
    const attempts = failing(9);
    const { link } = await openLazy('inline', attempts);
    await expect(run({ link }, 'echo')).rejects.toThrow();

    await expect(run({ link }, 'echo')).rejects.toMatchObject({ code: 'activation-failed' });

    expect(attempts.tries()).toBe(1);
  });

  test('waits longer after each failure, up to maxRetryMs', async () => {
    const { link } = await openLazy('inline', { ...failing(9), retryMs: 2_000, maxRetryMs: 5_000 });

    const messages = [];
    for (let count = 0; count < 3; count++) messages.push(await link.activate().catch(({ message }: Error) => message));

    expect(messages.map((it) => /\d+ s$/.exec(String(it))?.[0])).toEqual(['2 s', '4 s', '5 s']);
  });

  test('runs calls once a retry succeeds', async () => {
    const { link } = await openLazy('inline', { ...failing(1), retryMs: 1 });
    await expect(run({ link }, 'echo', { input: { text: 'a' } })).rejects.toThrow();

    await expect
      .poll(() => run({ link }, 'echo', { input: { text: 'a' } }).catch(() => undefined))
      .toMatchObject({ content: [{ text: 'a' }] });
  });
});

describe('a call that is aborted while the code starts', () => {
  test.each(kinds)('is rejected with the reason and not run, and others are served: %s', async (kind) => {
    const { link, opened } = await openLazy(kind);
    onTestFinished(() => link.stop());
    const controller = new AbortController();

    const call = run({ link }, 'announce', { context: contextWith({ signal: controller.signal }) });
    const other = textOf({ link }, 'lifeSoFar');
    controller.abort(new Error('not wanted any more'));

    await expect(call).rejects.toThrow('not wanted any more');
    expect(await other).toBe('start');
    expect([link.state, opened.length]).toEqual(['active', 1]);
    expect(opened[0]!.announced).toEqual([]);
    expect(await textOf({ link }, 'announce')).toBe('announced');
    await expect.poll(() => opened[0]!.announced).toEqual(['note://announced']);
  });
});

describe('stopping a lazy link', () => {
  test('runs no code of an unused plugin, and later calls are rejected', async () => {
    const { link, opened } = await openLazy('inline');

    await link.stop();

    await expect(run({ link }, 'echo')).rejects.toMatchObject({ code: 'crashed' });
    expect(opened).toHaveLength(0);
  });

  test('waits while the code is opened, and does not start it', async () => {
    let open!: () => void;
    const started: string[] = [];
    const real = { stop: () => Promise.resolve(), kill: () => undefined } as PluginLink;
    const { link } = await openLazy('inline', {
      async startCode(onOpen) {
        await new Promise<void>((resolve) => (open = resolve));
        onOpen(real);
        started.push('started');
        return real;
      },
    });
    const call = run({ link }, 'echo').catch((error: unknown) => error);
    await nextTurn();

    const stopped = link.stop();
    open();
    await stopped;

    expect(await call).toMatchObject({ code: 'activation-failed', cause: { code: 'crashed' } });
    expect(started).toEqual([]);
  });

  test('stops a link that is starting, once', async () => {
    const stops: string[] = [];
    let fail!: (error: Error) => void;
    const starting = new Promise<never>((_, reject) => (fail = reject));
    const stop = (): Promise<void> => {
      stops.push('stopped');
      fail(new Error('it was stopped'));
      return Promise.resolve();
    };
    const real = { stop, kill: () => undefined } as unknown as PluginLink;
    const { link } = await openLazy('inline', { startCode: (onOpen) => (onOpen(real), starting) });
    const call = run({ link }, 'echo').catch((error: unknown) => error);
    await nextTurn();

    await link.stop();

    expect(await call).toMatchObject({ code: 'activation-failed' });
    expect(stops).toEqual(['stopped']);
  });
});
