import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogOf, structured, text, toolOf, toolThatNeedsCity, type Run } from '../catalog/catalog.test-support.js';
import type { ToolResult } from '../catalog/catalog.js';
import type { ContentBlock } from '../model/content.js';
import { McpError } from '../errors/mcp-error.js';
import { PluginError } from '../errors/plugin-error.js';
import { ToolError } from '../errors/tool-error.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import { revisions } from '../revisions/choose-revision.js';
import { CallCancelled } from '../calls/abort-reasons.js';
import type { ErrorDisclosure } from '../calls/server-facts.js';
import type { OperationResult } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { callWith, resultOf, type TestCall, type TestCallOptions } from './operation.test-support.js';
import { toolsCall } from './tools-call.js';

/** Turns a synchronous error into a rejection. */
async function outcomeOf(call: OperationCall): Promise<OperationResult> {
  return toolsCall(call);
}

function callTool(run: Run, options: TestCallOptions = {}) {
  return callWith({ params: { name: 'a' }, catalog: catalogOf({ tools: [toolOf('a', run)] }), ...options });
}

/** Writes a value as some servers do for people. */
function pretty(value: unknown): ContentBlock {
  return { type: 'text', text: JSON.stringify(value, null, 2) };
}

/** Returns the text that a model reads when the tool throws `thrown`, and the operator's report. */
async function answerToThrown(thrown: unknown, errors: ErrorDisclosure = 'plain') {
  const call = callTool(
    async () => {
      throw thrown;
    },
    { errors },
  );
  const result = (await resultOf(toolsCall, call)) as { content: [{ text: string }]; isError: boolean };
  const incident = call.faults[0]?.incident;
  const [text, rest] = result.content[0].text.split(` (incident ${incident})`);
  expect(rest).toBe(incident === undefined ? undefined : '');
  return { text, incident, isError: result.isError, faults: call.faults, wire: JSON.stringify(result) };
}

describe.each(revisions)('$date', (revision) => {
  const facts = protocolFacts(revision);

  test('a tool whose arguments are wrong is not run', async () => {
    const tool = toolThatNeedsCity();
    const call = callWith({ revision, catalog: catalogOf({ tools: [tool] }), params: { name: 'forecast' } });

    const outcome = await resultOf(toolsCall, call).catch((error: unknown) => error);

    const message = 'tool "forecast": argument "city" must be a string, got nothing';
    expect(tool.calls).toEqual([]);
    expect(outcome).toEqual(
      facts.badArguments === 'tool-error'
        ? { content: [{ type: 'text', text: message }], isError: true }
        : expect.objectContaining({ kind: 'invalid-params', message }),
    );
  });

  test('a structured result of any type is sent as far as the revision supports it', async () => {
    const tool = toolOf('a', async () => structured([1, 2]), { outputSchema: { type: 'array' } });
    const call = callWith({ revision, catalog: catalogOf({ tools: [tool] }), params: { name: 'a' } });

    const result = await resultOf(toolsCall, call);

    const expected = { none: undefined, objects: { result: [1, 2] }, 'any-json': [1, 2] }[facts.structuredContent];
    expect(result['structuredContent']).toEqual(expected);
    expect(result['content']).toEqual([{ type: 'text', text: '[1,2]' }]);
  });

  test('a structured result that is an object is never wrapped', async () => {
    const tool = toolOf('a', async () => structured({ b: 1 }), { outputSchema: { type: 'object' } });
    const call = callWith({ revision, catalog: catalogOf({ tools: [tool] }), params: { name: 'a' } });

    const result = await resultOf(toolsCall, call);

    expect(result['structuredContent']).toEqual(facts.structuredContent === 'none' ? undefined : { b: 1 });
  });

  test.each(['resource_link', 'audio'] as const)(
    'a block of the type %s is sent only to clients that can read it',
    async (type) => {
      const blocks: Record<typeof type, ContentBlock> = {
        resource_link: { type: 'resource_link', uri: 'x://a', name: 'a' },
        audio: { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      };
      const call = callTool(async () => ({ kind: 'result', content: [blocks[type]], isError: false }), { revision });

      const { content } = (await resultOf(toolsCall, call)) as unknown as { content: [ContentBlock] };

      expect(content[0].type).toBe(facts.contentTypes.includes(type) ? type : 'text');
    },
  );
});

describe('the requested tool and its arguments', () => {
  test('an unknown tool is rejected, and similar names are suggested', async () => {
    const call = callWith({ catalog: catalogOf({ tools: [toolOf('forecast')] }), params: { name: 'forcast' } });

    await expect(outcomeOf(call)).rejects.toMatchObject({
      kind: 'invalid-params',
      message: 'no tool named "forcast". Did you mean "forecast"?',
    });
  });

  test('an unknown tool may come while the lists of a remote server are not known', async () => {
    const catalog = catalogOf({ tools: [], isPending: true });

    await expect(outcomeOf(callWith({ catalog, params: { name: 'forecast' } }))).rejects.toMatchObject({
      kind: 'invalid-params',
      message: 'no tool named "forecast": a remote server has not listed its components yet, so try again later',
    });
  });

  test('an unknown name of any length gives a short message', async () => {
    const error = await outcomeOf(callWith({ params: { name: 'x'.repeat(100_000) } })).catch((it: unknown) => it);

    expect((error as Error).message.length).toBeLessThan(200);
  });

  test('a long name is not cut through a character', async () => {
    const name = `${'x'.repeat(127)}😀`;

    await expect(outcomeOf(callWith({ params: { name } }))).rejects.toThrow(`no tool named "${'x'.repeat(127)}"`);
  });

  test.each(['__proto__', 'constructor', 'toString'])('%s is an unknown tool like any other', async (name) => {
    await expect(outcomeOf(callWith({ params: { name } }))).rejects.toMatchObject({ kind: 'invalid-params' });
  });

  test.each([{}, { name: 1 }, { name: null }, { name: ['a'] }])(
    '%j is rejected because it names no tool',
    async (params) => {
      await expect(outcomeOf(callWith({ params }))).rejects.toMatchObject({ kind: 'invalid-params' });
    },
  );

  test.each([[[]], ['text'], [1], [true]])('arguments that are %j are refused', async (args) => {
    const call = callTool(async () => expect.unreachable(), { params: { name: 'a', arguments: args } });

    await expect(outcomeOf(call)).rejects.toMatchObject({ kind: 'invalid-params' });
  });

  test('a call without arguments passes an empty object', async () => {
    const run = vi.fn<Run>(async () => text('ok'));

    await toolsCall(callTool(run));

    expect(run).toHaveBeenCalledWith({}, expect.anything());
  });

  test('an argument named like a prototype key is passed on', async () => {
    const params = JSON.parse('{"name":"a","arguments":{"__proto__":{"a":1},"constructor":2}}');
    const run = vi.fn<Run>(async (input) => text(Object.keys(input).join()));

    const result = await resultOf(toolsCall, callTool(run, { params }));

    expect(result['content']).toEqual([{ type: 'text', text: '__proto__,constructor' }]);
  });
});

describe('an error thrown by a tool', () => {
  test('a ToolError reaches the model with its suggestions and is not reported as a fault', async () => {
    const answer = await answerToThrown(new ToolError('no such city', { suggestions: ['try "Rome"', 'try "Oslo"'] }));

    expect(answer).toMatchObject({ isError: true, text: 'no such city\n- try "Rome"\n- try "Oslo"', faults: [] });
  });

  test('a ToolError with a jsonUri is also a block of JSON beside the text, without paths', async () => {
    const error = new ToolError('no file /home/ann/a.malloy', {
      suggestions: ['try "b"'],
      jsonUri: 'malloy://a#error',
    });

    const result = await resultOf(
      toolsCall,
      callTool(() => Promise.reject(error)),
    );

    expect(result).toMatchObject({ isError: true });
    const [told, json] = result['content'] as { text?: string; resource?: { text: string } }[];
    expect(told).toEqual({ type: 'text', text: 'no file (path)\n- try "b"' });
    expect(json).toMatchObject({
      type: 'resource',
      resource: { uri: 'malloy://a#error', mimeType: 'application/json' },
    });
    expect(JSON.parse(json?.resource?.text ?? '')).toEqual({ error: 'no file (path)', suggestions: ['try "b"'] });
  });

  test.each([7, 'no uri'])('a jsonUri that is %j adds no block', async (jsonUri) => {
    const error = Object.assign(new ToolError('no'), { jsonUri });

    const result = await resultOf(
      toolsCall,
      callTool(() => Promise.reject(error)),
    );

    expect(result['content']).toEqual([{ type: 'text', text: 'no' }]);
  });

  test('a plain error gives its message to the model and its stack only to the operator', async () => {
    const error = new Error('the service is closed on Sundays');

    const answer = await answerToThrown(error);

    expect(answer.text).toBe('the service is closed on Sundays');
    expect(answer.isError).toBe(true);
    expect(answer.wire).not.toMatch(/\.ts|stack|at /);
    expect(answer.faults).toMatchObject([{ during: 'tool "a"', error }]);
    expect(answer.incident).toMatch(/^[0-9a-f]{8}$/);
  });

  test('the message of a plain error is not cut to its first line', async () => {
    const result = await resultOf(
      toolsCall,
      callTool(async () => {
        throw new Error('Cannot ship:\n- A12 is sold out\n- B7 is too heavy');
      }),
    );

    expect(result['content']).toEqual([
      {
        type: 'text',
        text: expect.stringMatching(/^Cannot ship:\n- A12 is sold out\n- B7 is too heavy\n\(incident [0-9a-f]{8}\)$/),
      },
    ]);
  });

  test('the error of a validator is told by its issues, not by its JSON', async () => {
    const issues = [{ code: 'invalid_type', path: ['city'], message: 'Required' }];
    const error = Object.assign(new Error(JSON.stringify(issues, null, 2)), { name: 'ZodError', issues });

    expect((await answerToThrown(error)).text).toBe('invalid "city": Required');
  });

  test.each<[string, (text: string) => unknown]>([
    ['a ToolError', (text) => new ToolError(text)],
    ['a thrown text', (text) => text],
  ])('the JSON of a validator in %s is told by its issues', async (_what, thrown) => {
    const issues = [{ code: 'invalid_type', path: ['a b'], message: 'Required' }];

    const answer = await answerToThrown(thrown(JSON.stringify(issues, null, 2)));

    expect(answer.text).toBe('invalid "a b": Required');
  });

  test('a ToolError without a message is called by the name of its own class, or failed before its suggestions', async () => {
    const named = Object.assign(new ToolError(''), { name: 'SoldOutError' });

    expect((await answerToThrown(named)).text).toBe('SoldOutError');
    expect((await answerToThrown(new ToolError(' ', { suggestions: ['try "Rome"'] }))).text).toBe(
      'failed\n- try "Rome"',
    );
  });

  test('a validator’s own message stands before its issues', async () => {
    const error = Object.assign(new Error('order refused:'), { issues: [{ path: ['city'], message: 'Required' }] });

    expect((await answerToThrown(error)).text).toBe('order refused: "city": Required');
  });

  test('an AggregateError lists those of its errors that callers may read', async () => {
    const errors = [
      new Error('Oslo is closed'),
      new TypeError('secretToken'),
      Object.assign(new Error('secretToken'), { code: 'ECONNREFUSED' }),
      new ToolError('no such city', { suggestions: ['try "Rome"'] }),
    ];
    const result = await resultOf(
      toolsCall,
      callTool(async () => {
        throw new AggregateError(errors, 'All promises were rejected');
      }),
    );

    expect(JSON.stringify(result)).not.toContain('secretToken');
    expect(result['content']).toMatchObject([
      {
        text: expect.stringContaining(
          'All promises were rejected:\n- Oslo is closed\n- no such city\n  - try "Rome"\n(incident ',
        ),
      },
    ]);
  });

  test('an error without a message is called by the name of its class', async () => {
    const error = Object.assign(new Error(''), { name: 'OutOfStockError' });

    expect((await answerToThrown(error)).text).toBe('OutOfStockError');
  });

  test('an error of the author’s own class is treated like a plain one', async () => {
    class ClosedError extends Error {}

    expect((await answerToThrown(new ClosedError('closed'))).text).toBe('closed');
  });

  test.each([
    ['a mistake of the language', new TypeError("Cannot read properties of undefined (reading 'secretToken')")],
    ['a parser that quotes its input', new SyntaxError('Unexpected token in JSON: secretToken')],
    ['an error of the system', Object.assign(new Error('connect ECONNREFUSED secretToken'), { code: 'ECONNREFUSED' })],
    ['a DOM exception', new DOMException('secretToken', 'AbortError')],
    ['undefined', undefined],
    ['null', null],
    ['a number', 42],
    ['an object', { message: 'secretToken' }],
    ['a symbol', Symbol('secretToken')],
    ['an empty message', new Error('')],
    ['a ToolError that says nothing', new ToolError('')],
    ['an empty string', ''],
    ['a message that is no string', Object.assign(new Error('a'), { message: { secretToken: 1 } })],
  ])('%s is hidden from the model and reported to the operator', async (_what, thrown) => {
    const answer = await answerToThrown(thrown);

    expect(answer).toMatchObject({ isError: true, text: 'tool "a" failed because of an internal error' });
    expect(answer.faults).toHaveLength(1);
    expect(answer.faults[0]?.error).toBe(thrown);
    expect(answer.wire).not.toContain('secretToken');
  });

  test('a plugin restart is explained to the caller, and other plugin errors are hidden', async () => {
    const crashed = await answerToThrown(new PluginError('crashed', 'the plugin was restarted; try again'));
    const other = await answerToThrown(new PluginError('content-missing', 'secretToken'));

    expect(crashed.text).toBe('the plugin was restarted; try again');
    expect(other.text).toBe('tool "a" failed because of an internal error');
  });

  test('a thrown string is used as the message', async () => {
    expect((await answerToThrown('no such city')).text).toBe('no such city');
  });

  test.each([
    ['no file /home/ann/secret/notes.txt', 'no file (path)'],
    ["open '/etc/app/key.pem' failed", "open '(path)' failed"],
    ['no file C:\\Users\\ann\\notes.txt here', 'no file (path) here'],
    ['no file file:///home/ann/notes.txt', 'no file (path)'],
    ['failed:/home/jürgen/notes.txt', 'failed:(path)'],
    ['first line\n    at run (/home/ann/a.js:1:1)', 'first line'],
    ['https://api.example.com/v1/cities answered 503', 'https://api.example.com/v1/cities answered 503'],
    ['either/or/both of 10 km/h', 'either/or/both of 10 km/h'],
  ])('the message %j is sent as %j', async (message, told) => {
    expect((await answerToThrown(new Error(message))).text).toBe(told);
  });

  test.each([
    ['a plain error', new Error('secretToken')],
    ['a text', 'secretToken'],
    ['an error of the language', new TypeError('secretToken')],
  ])('%s becomes a fixed text with an incident id when errors are masked', async (_what, thrown) => {
    const answer = await answerToThrown(thrown, 'masked');

    expect(answer).toMatchObject({ isError: true, text: 'internal error', incident: expect.stringMatching(/./) });
    expect(answer.wire).not.toContain('secretToken');
  });

  test('a ToolError is shown even when errors are masked, but without paths', async () => {
    const answer = await answerToThrown(new ToolError('no file /srv/data/a.txt', { suggestions: ['b.txt'] }), 'masked');

    expect(answer).toMatchObject({ text: 'no file (path)\n- b.txt', faults: [] });
  });

  test.each([
    ['[{"code":"invalid_type","path":["city"],"message":"Required"}]', 'invalid "city": Required'],
    ['cannot read /home/ada/keys/prod.pem', 'cannot read (path)'],
    ['\u001b[31mnot like this\u001b[0m\n    at run (/home/ada/plugin.ts:3:4)', 'not like this'],
  ])('the message of an McpError is read as that of any error: %j', async (message, expected) => {
    const thrown = new McpError('invalid-params', message, { field: 'city' });
    const call = callTool(async () => {
      throw thrown;
    });

    await expect(resultOf(toolsCall, call)).rejects.toMatchObject({
      ...{ name: 'McpError', kind: 'invalid-params', message: expected, data: { field: 'city' }, cause: thrown },
    });
  });

  test('an McpError becomes a protocol error', async () => {
    const call = callTool(async () => {
      throw new McpError('invalid-params', 'not like this');
    });

    await expect(outcomeOf(call)).rejects.toMatchObject({ kind: 'invalid-params', message: 'not like this' });
  });

  test('a synchronous throw is handled like a rejection', async () => {
    const result = await resultOf(
      toolsCall,
      callTool(() => {
        throw new Error('at once');
      }),
    );

    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^at once \(incident /) }] });
  });
});

describe('results that cannot be sent', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `"${id}"` }));
  const { length } = JSON.stringify(rows);
  const more: ContentBlock = { type: 'text', text: 'x'.repeat(1_000) };

  test.each<[string, Partial<ToolResult>, number, boolean]>([
    ['counts once towards the limit, as text and structure', {}, length + 100, false],
    ['counts towards the limit', {}, length - 1, true],
    ['counts once, however its text is spaced', { content: [pretty(rows)] }, length + 100, false],
    ['counts beside another text', { content: [more, pretty(rows)] }, length + 500, true],
    ['fits beside another text', { content: [more, pretty(rows)] }, length + 1_200, false],
    ['counts beside a text that only resembles it', { content: [pretty(rows.toReversed())] }, length + 100, true],
  ])('a structured result %s', async (_, change, most, isError) => {
    const tool = toolOf('a', async () => ({ ...structured(rows), ...change }), { outputSchema: { type: 'array' } });
    const call = (limits: object, own: object): TestCall =>
      callWith({ catalog: catalogOf({ tools: [{ ...tool, limits: own }] }), params: { name: 'a' }, limits });

    const inCharacters = await resultOf(toolsCall, call({ maxResultLength: most }, {}));
    const inBytes = await resultOf(toolsCall, call({}, { maxResultBytes: most }));

    expect([inCharacters['isError'], inBytes['isError']]).toEqual([isError, isError]);
    expect([inCharacters, inBytes].map((it) => 'structuredContent' in it)).toEqual([!isError, !isError]);
  });

  test.each(['2025-03-26', '2024-11-05'])('a client of %s gets only the text, which is cut', async (date) => {
    const revision = revisions.find((it) => it.date === date)!;
    const tool = toolOf('a', async () => structured(rows), { outputSchema: { type: 'array' } });
    const catalog = catalogOf({ tools: [tool] });

    const result = await resultOf(
      toolsCall,
      callWith({ catalog, params: { name: 'a' }, revision, limits: { maxResultLength: length - 1 } }),
    );

    expect(JSON.stringify(result)).toContain('(limit maxResultLength)');
  });

  test('a block that JSON cannot represent becomes an error and is reported to the operator', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const block = { type: 'text', text: 'a', _meta: circle } as unknown as ContentBlock;
    const call = callTool(async () => ({ kind: 'result', content: [block], isError: false }));

    expect(await resultOf(toolsCall, call)).toMatchObject({ isError: true });
    expect(call.faults).toHaveLength(1);
  });
});

describe('timeouts and cancellation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a tool that never settles is stopped at the deadline, its signal aborted', async () => {
    let signal: AbortSignal | undefined;
    const call = callTool(
      (_input, context) => {
        signal = context.signal;
        return new Promise(() => undefined);
      },
      { limits: { callTimeoutMs: 5000 } },
    );

    const answered = resultOf(toolsCall, call);
    await vi.advanceTimersByTimeAsync(4999);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);

    expect(await answered).toEqual({
      content: [{ type: 'text', text: 'tool "a" was stopped: it took longer than 5000 ms (limit callTimeoutMs)' }],
      isError: true,
    });
    expect(signal?.aborted).toBe(true);
  });

  test('a tool that settles leaves no timer', async () => {
    const call = callTool(async () => text('ok'));

    await toolsCall(call);
    vi.advanceTimersByTime(call.server.limits.callTimeoutMs);

    expect(call.abortReason).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a tool that fails leaves no timer', async () => {
    const call = callTool(() => {
      throw new Error('no');
    });

    await toolsCall(call);
    vi.advanceTimersByTime(call.server.limits.callTimeoutMs);

    expect(call.abortReason).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an error thrown after the deadline causes no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const call = callTool(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        throw new Error('too late');
      },
      { limits: { callTimeoutMs: 5000 } },
    );

    const answered = resultOf(toolsCall, call);
    await vi.advanceTimersByTimeAsync(20_000);
    await answered;
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);

    expect(unhandled).not.toHaveBeenCalled();
  });

  test('a cancelled call rejects at once, even if the tool never settles', async () => {
    const call = callTool(() => new Promise(() => undefined));

    const answered = toolsCall(call);
    call.abort(new CallCancelled('the peer left'));

    await expect(answered).rejects.toBeInstanceOf(CallCancelled);
  });

  test('a call that was cancelled before it began does not run', async () => {
    const run = vi.fn<Run>();
    const call = callTool(run);
    call.abort(new CallCancelled('the peer left'));

    await expect(outcomeOf(call)).rejects.toBeInstanceOf(CallCancelled);

    expect(run).not.toHaveBeenCalled();
  });
});
