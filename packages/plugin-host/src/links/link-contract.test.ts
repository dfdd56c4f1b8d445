import { setImmediate as nextTurn } from 'node:timers/promises';
import { isToolError, McpError, type Context } from '@sigil/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  contextWith,
  contractBuild,
  openAtFirstUse,
  openContract,
  openStarted,
  run,
  textOf,
  type OpenedLink,
} from './links.test-support.js';
import { openLink } from './open-link.js';
import type { LinkKind } from './plugin-link.js';

const kinds: readonly LinkKind[] = ['inline', 'worker', 'process'];

describe.each([
  ...kinds.map((kind) => [kind, '', openStarted] as const),
  // Lazy activation is the same for a process as for a worker.
  ['inline', ' that waits for its first use', openAtFirstUse] as const,
  ['worker', ' that waits for its first use', openAtFirstUse] as const,
])('a link of kind %s%s', (kind, _way, open) => {
  let opened: OpenedLink;
  beforeAll(async () => {
    opened = await open(kind, { configuration: { greeting: 'Ahoy' }, maxDecodeSteps: 77 });
  });
  afterAll(() => opened.link.stop());

  test('passes maxDecodeSteps to the generated code', async () => {
    await expect(textOf(opened, 'decodeSteps')).resolves.toBe('77');
  });

  test('offers the components of the manifest, without members for the host alone', () => {
    const { tools, resources, resourceTemplates, prompts } = opened.link.components;

    expect(opened.link.kind).toBe(kind);
    expect(tools.find(({ definition }) => definition.name === 'structured')?.definition).toEqual({
      name: 'structured',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
    });
    const task = tools.find(({ definition }) => definition.name === 'task');
    expect(task).toMatchObject({ definition: { task: 'optional' }, isResumable: true });
    expect(task?.definition).not.toHaveProperty('resumable');
    expect(task).toMatchObject({ isAlwaysListed: true, terms: { work: 2 } });
    expect(task?.definition).not.toHaveProperty('always');
    expect(task?.definition).not.toHaveProperty('terms');
    expect(resources.map(({ definition }) => definition)).toEqual([
      { uri: 'note://one', name: 'one' },
      { uri: 'note://pages', name: 'pages' },
    ]);
    expect(resources.map(({ announcesUpdates }) => announcesUpdates)).toEqual([true, true]);
    expect(resourceTemplates.map(({ complete }) => typeof complete)).toEqual(['function']);
    expect(prompts.map(({ complete }) => typeof complete)).toEqual(['function']);
  });

  describe('calls', () => {
    test('a tool gets its arguments and returns its result', async () => {
      await expect(run(opened, 'echo', { input: { text: 'hé' } })).resolves.toEqual({
        kind: 'result',
        content: [{ type: 'text', text: 'hé' }],
        isError: false,
      });
    });

    test('a structured result has one text for both of its places', async () => {
      await expect(run(opened, 'structured', { input: { n: 7 } })).resolves.toEqual({
        kind: 'result',
        content: [{ type: 'text', text: '{"n":7}' }],
        structuredJson: '{"n":7}',
        isError: false,
      });
    });

    test('invalid arguments are reported as problems, not errors', async () => {
      const needs = opened.link.components.tools.find(({ definition }) => definition.name === 'needs');

      expect(await needs?.run({}, contextWith())).toEqual({
        kind: 'bad-arguments',
        problems: [{ path: 'city', expected: 'a string', received: 'nothing' }],
      });
    });

    test('binary content arrives unchanged', async () => {
      const { content } = await run(opened, 'blocks');

      expect(content).toMatchObject([{ type: 'text' }, { type: 'image', data: 'AP+A', mimeType: 'image/png' }]);
    });

    test('values that JSON cannot hold are left out of a result', async () => {
      const { content } = await run(opened, 'odd');

      expect(JSON.parse(JSON.stringify(content))).toEqual([{ type: 'text', text: 'with a function', _meta: { a: 1 } }]);
    });

    test('resources, templates, prompts and completions are reached like tools', async () => {
      const { resources, resourceTemplates, prompts } = opened.link.components;
      const context = contextWith();
      const question = { argument: 'style', value: 's', known: {} };

      expect(await resources[0]?.read('note://one', context)).toMatchObject({
        contents: [{ uri: 'note://one', text: 'the one note' }],
      });
      expect(await resourceTemplates[0]?.read('note://7', { id: '7' }, context)).toMatchObject({
        contents: [{ text: 'note 7' }],
      });
      expect(await prompts[0]?.get({ style: 'short' }, context)).toMatchObject({
        messages: [{ content: { text: 'write in short style' } }],
      });
      await expect(prompts[0]?.complete?.(question, context)).resolves.toEqual(['short', 'simple']);
      await expect(
        resourceTemplates[0]?.complete?.({ argument: 'id', value: 't', known: {} }, context),
      ).resolves.toEqual(['two']);
    });

    test('instances of a template are listed, and its definition does not name the method for it', async () => {
      const [template] = opened.link.components.resourceTemplates;

      await expect(template?.list?.(contextWith())).resolves.toEqual([{ uri: 'note://7', name: 'seven' }]);
      expect(template?.definition).toEqual({ uriTemplate: 'note://{id}', name: 'note' });
    });

    test('a call carries 1 MiB in both directions', async () => {
      const text = 'ü'.repeat(512 * 1024);

      await expect(textOf(opened, 'echo', { input: { text } })).resolves.toBe(text);
      await expect(textOf(opened, 'long', { input: { length: 1024 * 1024 } })).resolves.toHaveLength(1024 * 1024);
    });

    test('200 parallel calls each get their own answer', async () => {
      const texts = Array.from({ length: 200 }, (_, index) => `call ${index}`);

      const answers = await Promise.all(texts.map((text) => textOf(opened, 'echo', { input: { text } })));

      expect(answers).toEqual(texts);
    });
  });

  describe('the context of a call', () => {
    test('describes the request and its client as the host does', async () => {
      const principal = { id: 'ann', issuer: 'https://id.example', scopes: ['a'], claims: { team: 'x' } };
      const clientCapabilities = { roots: { listChanged: true } };
      const context = contextWith({ meta: { trace: 'abc' }, principal, clientCapabilities });

      expect(JSON.parse(await textOf(opened, 'describeCall', { context }))).toEqual({
        meta: { trace: 'abc' },
        principal,
        clientCapabilities,
      });
      expect(JSON.parse(await textOf(opened, 'describeCall'))).toMatchObject({ principal: { id: 'local' } });
    });

    test('a generator is drained, and each part is reported as progress', async () => {
      const reportProgress = vi.fn<Context['reportProgress']>(() => Promise.resolve());

      const text = await textOf(opened, 'story', { input: { count: 3 }, context: contextWith({ reportProgress }) });

      expect(text).toBe('the end');
      expect(reportProgress.mock.calls).toEqual([
        [1, undefined, 'part 1'],
        [2, undefined, 'part 2'],
        [3, undefined, 'part 3'],
      ]);
    });

    test('a reader that does not read pauses the generator', async () => {
      let read = (): void => undefined;
      const reportProgress = vi.fn<Context['reportProgress']>(() => new Promise((resolve) => (read = resolve)));

      const story = textOf(opened, 'story', { input: { count: 50 }, context: contextWith({ reportProgress }) });
      await vi.waitFor(() => expect(reportProgress).toHaveBeenCalled(), 20_000);
      // These calls give the story more than enough time.
      for (let i = 0; i < 10; i++) await textOf(opened, 'echo', { input: { text: 'meanwhile' } });
      const stepsWhileHeldUp = await textOf(opened, 'stepsSoFar');
      reportProgress.mockImplementation(() => Promise.resolve());
      read();

      expect(Number(stepsWhileHeldUp)).toBeLessThanOrEqual(2);
      await expect(story).resolves.toBe('the end');
    });

    test('log messages arrive with their level, data and logger', async () => {
      const log = vi.fn<Context['log']>(() => Promise.resolve());

      await textOf(opened, 'log', { context: contextWith({ log }) });

      expect(log.mock.calls).toEqual([['warning', { a: [1, null] }, 'me']]);
    });

    test('a call becomes a task where its context lets it', async () => {
      const beginTask = vi.fn<Context['beginTask']>(() => Promise.resolve(true));

      await expect(textOf(opened, 'task', { context: contextWith({ beginTask }) })).resolves.toBe('true');
      expect(beginTask.mock.calls).toEqual([[{ ttlMs: 1_000 }]]);
    });

    test('announcements of a call go through its context, those of the plugin to the announcer', async () => {
      const resourceUpdated = vi.fn<Context['resourceUpdated']>();
      const listChanged = vi.fn<Context['listChanged']>();

      await textOf(opened, 'tell', { context: contextWith({ resourceUpdated, listChanged }) });
      await textOf(opened, 'announce');

      expect([resourceUpdated.mock.calls, listChanged.mock.calls]).toEqual([[['note://told']], [['tools']]]);
      expect(opened.announced).toEqual(['note://announced']);
    });
  });

  describe('a call that is aborted', () => {
    test('is rejected with the reason itself, and the method reads its name and message', async () => {
      const abort = new AbortController();
      const reason = Object.assign(new Error('the peer left'), { name: 'CallCancelled' });

      const call = run(opened, 'wait', { context: contextWith({ signal: abort.signal }) });
      await textOf(opened, 'echo', { input: { text: 'so that the call has begun' } });
      abort.abort(reason);

      await expect(call).rejects.toBe(reason);
      await vi.waitFor(
        async () => expect(await textOf(opened, 'lastAbort')).toBe('CallCancelled: the peer left'),
        20_000,
      );
    });

    test('leaves nothing behind, even when its method never ends', async () => {
      for (let call = 0; call < 50; call++) {
        const abort = new AbortController();
        const hung = run(opened, 'hang', { context: contextWith({ signal: abort.signal }) });
        hung.catch(() => undefined);
        await textOf(opened, 'echo', { input: { text: 'so that the call has begun' } });
        abort.abort(new Error('enough'));
      }

      expect(Number(await textOf(opened, 'contextsOfHung'))).toBeLessThan(5);
    });

    test('stops its generator', async () => {
      const abort = new AbortController();
      const reportProgress = vi.fn<Context['reportProgress']>(() => nextTurn());
      const context = contextWith({ signal: abort.signal, reportProgress });

      const call = run(opened, 'story', { input: { count: 1e9 }, context });
      await vi.waitFor(() => expect(reportProgress).toHaveBeenCalled(), 20_000);
      abort.abort(new Error('enough'));

      await expect(call).rejects.toThrow('enough');
      const steps = await textOf(opened, 'stepsSoFar');
      await textOf(opened, 'echo', { input: { text: 'meanwhile' } });
      await expect(textOf(opened, 'stepsSoFar')).resolves.toBe(steps);
    });
  });

  describe('errors', () => {
    const thrownBy = (how: string): Promise<unknown> =>
      run(opened, 'fail', { input: { how } }).then(
        () => expect.unreachable(),
        (error: unknown) => error,
      );

    test('a ToolError keeps its suggestions', async () => {
      const error = await thrownBy('tool');

      expect(isToolError(error) && [error.message, error.suggestions]).toEqual(['no such city', ['try "Rome"']]);
    });

    test('a protocol error keeps its kind and data', async () => {
      const error = await thrownBy('mcp');

      expect(error).toBeInstanceOf(McpError);
      expect(error).toMatchObject({ kind: 'resource-not-found', message: 'nothing there', data: { uri: 'x://y' } });
    });

    test('a plain error keeps its message and cause, and the stack of where it was thrown', async () => {
      const error = await thrownBy('plain');

      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ message: 'closed on Sundays', cause: { message: 'the cause' } });
      expect((error as Error).stack).toContain('contract.cjs');
    });

    test.each([
      ['own', { constructor: expect.not.toSatisfy((it) => it === TypeError), message: 'of my own class' }],
      ['language', { constructor: TypeError, message: 'secret of the language' }],
      ['system', { code: 'ECONNREFUSED', message: 'connect secret' }],
    ])('an error of kind %s keeps its type or code, and its message', async (how, expected) => {
      expect(await thrownBy(how)).toMatchObject(expected);
    });

    test('a thrown value that is not an error does not become one', async () => {
      await expect(thrownBy('string')).resolves.toBe('thrown as a string');
      await expect(thrownBy('nothing')).resolves.toBeUndefined();
      await expect(thrownBy('object')).resolves.not.toBeInstanceOf(Error);
    });

    test('an error of the context passes through the method unchanged', async () => {
      const silence = Object.assign(new Error('no answer'), { inner: {} });
      const elicit = (() => Promise.reject(silence)) as Context['elicit'];

      await expect(run(opened, 'rethrows', { context: contextWith({ elicit }) })).rejects.toBe(silence);
    });

    test('an error of a step comes back to its method as the same object', async () => {
      const step: Context['step'] = async (_name, effect) => effect();

      await expect(textOf(opened, 'failedStep', { context: contextWith({ step }) })).resolves.toBe('true');
    });

    test('a step passes on whether it is stable', async () => {
      const said: unknown[] = [];
      const step: Context['step'] = async (_name, effect, options = {}) => (said.push({ ...options }), effect());

      await textOf(opened, 'stableStep', { context: contextWith({ step }) });

      expect(said).toEqual([{ stable: true }, expect.toSatisfy(({ stable }) => !stable)]);
    });
  });
});

describe.each(kinds)('the life cycle of a link of kind %s', (kind) => {
  test('runs start, health and stop, with the configuration', async () => {
    const opened = await openContract(kind, { configuration: { greeting: 'Ahoy' } });

    await opened.link.start();
    await opened.link.health();

    await expect(textOf(opened, 'lifeSoFar')).resolves.toBe('start,health');
    await expect(textOf(opened, 'greeting')).resolves.toBe('Ahoy');
    await expect(opened.link.stop()).resolves.toBeUndefined();
  });

  test.each([
    ['start', 'start-failed'],
    ['health', 'unhealthy'],
  ] as const)('a failed %s is reported, and the link can be stopped', async (fails, code) => {
    const { link } = await openContract(kind, { configuration: { fails } });

    await expect(link.start().then(() => link.health())).rejects.toMatchObject({ name: 'PluginError', code });
    await expect(link.stop()).resolves.toBeUndefined();
  });

  test('a failed stop is reported', async () => {
    const { link } = await openStarted(kind, { configuration: { fails: 'stop' } });

    await expect(link.stop()).rejects.toThrow('cannot stop');
  });

  test.each([
    ['throws', 'throw new Error("broken")', { code: 'code-failed', cause: { message: 'broken' } }],
    ['does not compile', 'const = 1', { code: 'code-failed' }],
    ['is of another build', 'module.exports = { abi: 1 }', { code: 'manifest-stale' }],
  ])('code that %s is rejected', async (_what, code, error) => {
    const build = { ...(await contractBuild()), code };
    const announcer = { resourceUpdated: () => undefined, listChanged: () => undefined };

    await expect(openLink(kind)(build, { announcer })).rejects.toMatchObject({ name: 'PluginError', ...error });
  });
});
