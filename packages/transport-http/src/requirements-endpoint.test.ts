import { once } from 'node:events';
import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { echo, gate, textResult, toolOf } from '@sigil/testing/transports';
import {
  begin,
  call,
  counter,
  legacy,
  legacyNotification,
  modern,
  modernDate,
  openSocket,
  openTestServer,
  openTestSession,
  rawPost,
  readStream,
  send,
  withHeaders,
} from './http.test-support.js';

const streamed = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;
const withMeta = (name: string, meta: JsonObject) => modern('tools/call', { name, _meta: meta });
const capabilities = 'io.modelcontextprotocol/clientCapabilities';

/** Asks its client, which needs a return channel. */
const asker = toolOf('ask', async (_input, context) => textResult((await context.listRoots()).action));
const demanding = toolOf('demand', async (_input, context) => {
  context.requireClient({ sampling: {} });
  return textResult('served');
});

describe.each(streamed)('a client of %s', (date) => {
  // Rules: 54, 58, 60
  test('gets JSON from POST and an event stream from GET on one path', async () => {
    const { port } = await openTestServer();
    const session = await openTestSession(port, date);

    const posted = await send(port, legacy('ping', {}, session));
    const opened = await begin(port, {
      method: 'GET',
      headers: { Accept: 'text/event-stream', 'Mcp-Session-Id': session },
    });
    opened.destroy();

    expect([posted.status, posted.headers['content-type']]).toEqual([200, 'application/json']);
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'text/event-stream']);
  });

  // Rules: 56
  test('gets 202 without a body for notifications and responses', async () => {
    const { port } = await openTestServer();
    const session = await openTestSession(port, date);

    const notified = await send(port, legacyNotification('notifications/cancelled', { requestId: 99 }, session));
    const responded = await send(port, {
      headers: { 'Mcp-Session-Id': session },
      body: '{"jsonrpc":"2.0","id":"unasked","result":{}}',
    });

    expect([notified.status, notified.text]).toEqual([202, '']);
    expect([responded.status, responded.text]).toEqual([202, '']);
  });

  // Rules: 57
  test('gets 404 for a notification to an unknown session, and 400 for one without a session', async () => {
    const { port } = await openTestServer();

    const unknown = await send(port, legacyNotification('notifications/initialized', {}, 'no-such-session'));
    const sessionless = await send(port, { body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' });

    expect([unknown.status, sessionless.status]).toEqual([404, 400]);
  });

  // Rules: 61, 62
  test('gets the progress and response of a call only on the stream of that call', async () => {
    const { port, source } = await openTestServer();
    const session = await openTestSession(port, date);
    const standing = await begin(port, {
      method: 'GET',
      headers: { Accept: 'text/event-stream', 'Mcp-Session-Id': session },
    });
    const next = readStream(standing);

    const params = { name: 'counter', arguments: { steps: 2 }, _meta: { progressToken: 'p' } };
    const answer = await send(port, legacy('tools/call', params, session));
    source.change('tools');
    const first = await next();
    standing.destroy();

    expect(answer.messages.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/progress',
      undefined,
    ]);
    expect(first?.method).toBe('notifications/tools/list_changed');
  });
});

// Rules: 59
test.each(['2025-06-18', '2025-11-25'])('an array as the body is rejected with 400 in %s', async (date) => {
  const { port } = await openTestServer();
  const session = await openTestSession(port, date);

  const answer = await send(port, {
    headers: { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': date },
    body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  });

  expect(answer.status).toBe(400);
});

// Rules: 67
test.each(['2025-06-18', '2025-11-25'])(
  'an unsupported version header is rejected with 400 in a session of %s',
  async (date) => {
    const { port } = await openTestServer();
    const session = await openTestSession(port, date);

    const statuses = [];
    for (const version of ['1999-01-01', 'latest', '2025-06-18x', modernDate]) {
      statuses.push(
        (await send(port, withHeaders(legacy('ping', {}, session), { 'MCP-Protocol-Version': version }))).status,
      );
    }

    expect(statuses).toEqual([400, 400, 400, 400]);
  },
);

describe('a modern client', () => {
  // Rules: 55
  test('can post discovery, lists and calls to one path', async () => {
    const { port } = await openTestServer();

    const answers = [
      await send(port, modern('server/discover')),
      await send(port, modern('tools/list')),
      await send(port, call('hi')),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  // Rules: 59
  test('gets 400 for an array, even if it contains a valid request', async () => {
    const { port } = await openTestServer();
    const { body, headers } = call('hi');

    const answer = await send(port, { headers: headers!, body: `[${body as string}]` });

    expect([answer.status, answer.messages[0]?.error?.code]).toEqual([400, -32600]);
  });

  // Rules: 57
  test('gets 400 for a notification with an invalid envelope', async () => {
    const { port } = await openTestServer();
    const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': 7 } };

    const answer = await send(port, {
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }),
    });

    expect(answer.status).toBe(400);
  });

  // Rules: 24
  test('gets 400 with the required capabilities that it did not declare', async () => {
    const { port } = await openTestServer({ tools: [demanding] });

    const refused = await send(port, withMeta('demand', {}));
    const served = await send(port, withMeta('demand', { [capabilities]: { sampling: {} } }));

    expect(refused).toMatchObject({
      status: 400,
      messages: [{ error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } } }],
    });
    expect(served.status).toBe(200);
  });

  // Rules: 69
  test.each(['tools/unknown', 'initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'tasks/result'])(
    'gets 404 for %s, which its revision does not have',
    async (method) => {
      const { port } = await openTestServer();

      const answer = await send(port, modern(method));

      expect([answer.status, answer.messages[0]?.error?.code]).toEqual([404, -32601]);
    },
  );

  // Rules: 71, 149
  test('gets on each stream only the messages of that request', async () => {
    const begun = gate();
    const both = gate();
    let running = 0;
    const tool = toolOf('tell', async (_input, context) => {
      if (++running === 2) begun.open();
      await both.opened;
      await context.reportProgress(1);
      await context.log('error', 'told');
      return textResult('done');
    });
    const { port } = await openTestServer({ tools: [tool] });
    const logging = { 'io.modelcontextprotocol/logLevel': 'debug' };

    const answers = Promise.all([
      send(port, withMeta('tell', { progressToken: 'a', ...logging })),
      send(port, withMeta('tell', { progressToken: 'b' })),
    ]);
    await begun.opened;
    both.open();
    const [first, second] = await answers;

    const toldOf = (answer: typeof first) =>
      answer.messages.map(({ method, params }) => [method, params?.['progressToken']]);
    expect(toldOf(first)).toEqual([
      ['notifications/progress', 'a'],
      ['notifications/message', undefined],
      [undefined, undefined],
    ]);
    expect(toldOf(second)).toEqual([
      ['notifications/progress', 'b'],
      [undefined, undefined],
    ]);
  });

  // Rules: 72
  test('gets questions in the result and not as requests, even on an event stream', async () => {
    const { port } = await openTestServer({ tools: [asker] });
    const sending = withMeta('ask', { [capabilities]: { roots: {} }, progressToken: 'p' });

    const answer = await send(port, withHeaders(sending, { Accept: 'text/event-stream' }));

    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.messages).toMatchObject([{ result: { resultType: 'input_required' } }]);
  });

  // Rules: 73, 74
  test('cancels a call by closing its stream, and gets nothing more for it on that stream or another', async () => {
    const over = gate();
    const reasons: unknown[] = [];
    const tool = toolOf('wait', async (_input, context) => {
      await context.reportProgress(1);
      await once(context.signal, 'abort');
      reasons.push(context.signal.reason);
      await context.reportProgress(2);
      over.open();
      return textResult('too late');
    });
    const { port, source } = await openTestServer({ tools: [tool, echo] });
    const notifications = { toolsListChanged: true };
    const nextOfOther = readStream(await begin(port, modern('subscriptions/listen', { notifications }, 'p')));
    const acknowledged = await nextOfOther();
    const socket = await openSocket(port);
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.write(rawPost(withMeta('wait', { progressToken: 'p' })));
    await expect.poll(() => received).toContain('"progress":1');

    // Closes its own half only, so that it still receives whatever the server sends.
    socket.end();
    await Promise.all([over.opened, once(socket, 'close')]);
    const served = await send(port, call('still here'));
    source.change('tools');

    expect(reasons).toMatchObject([{ name: 'CallCancelled', message: 'the peer left' }]);
    expect(received.match(/^data: .*$/gm)).toEqual([expect.stringContaining('"progress":1')]);
    expect(acknowledged?.method).toBe('notifications/subscriptions/acknowledged');
    expect((await nextOfOther())?.method).toBe('notifications/tools/list_changed');
    expect(served.status).toBe(200);
  });
});

describe('a header that mirrors the body', () => {
  const sending = call('hi');
  const without = (name: string) => {
    const headers = Object.fromEntries(Object.entries(sending.headers ?? {}).filter(([key]) => key !== name));
    return { ...sending, headers };
  };

  // Rules: 68, 75, 77
  test.each([
    ['MCP-Protocol-Version', '2025-11-25'],
    ['MCP-Protocol-Version', `${modernDate}x`],
    ['Mcp-Method', 'tools/list'],
    ['Mcp-Method', 'TOOLS/CALL'],
    ['Mcp-Name', 'other'],
    ['Mcp-Name', 'ECHO'],
    ['Mcp-Name', ''],
  ])('is rejected with a different value (%s: %s)', async (name, value) => {
    const { port } = await openTestServer();

    const answer = await send(port, withHeaders(sending, { [name]: value }));

    expect([answer.status, answer.messages[0]?.error?.code]).toEqual([400, -32020]);
  });

  // Rules: 76, 77
  test.each(['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])(
    'is required: a request without %s is rejected',
    async (name) => {
      const { port } = await openTestServer();

      const answer = await send(port, without(name));

      expect([answer.status, answer.messages[0]?.error?.code]).toEqual([400, -32020]);
    },
  );

  // Rules: 84
  test('has a case-insensitive name', async () => {
    const { port } = await openTestServer();
    const headers = Object.fromEntries(
      Object.entries(sending.headers ?? {}).map(([name, value], index) => [
        index % 2 === 0 ? name.toUpperCase() : name.toLowerCase(),
        value,
      ]),
    );

    expect((await send(port, { ...sending, headers })).status).toBe(200);
  });

  // Rules: 78, 79
  test.each([
    ['=?base64?ZWNobw==?=', 200],
    ['=?base64?ZWNobw?=', 400],
    ['=?base64?b3RoZXI=?=', 400],
    ['=?BASE64?ZWNobw==?=', 400],
    ['=?Base64?ZWNobw==?=', 400],
    ['=?base64?ZWNobw==', 400],
    ['ZWNobw==', 400],
  ])('with the value %s, when the body says echo, is answered with %d', async (value, status) => {
    const { port } = await openTestServer();

    expect((await send(port, withHeaders(sending, { 'Mcp-Name': value }))).status).toBe(status);
  });
});

describe('a mirrored argument', () => {
  const properties = {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
  };
  const tool = { ...echo, definition: { name: 'echo', inputSchema: { type: 'object', properties } } };
  const answerTo = async (args: JsonObject, headers: Record<string, string>) => {
    const { port } = await openTestServer({ tools: [tool, counter] });
    const answer = await send(port, withHeaders(modern('tools/call', { name: 'echo', arguments: args }), headers));
    return [answer.status, answer.messages[0]?.error?.code];
  };

  // Rules: 81
  test.each<[JsonObject, Record<string, string>]>([
    [{ region: 'north' }, { 'Mcp-Param-Region': 'north' }],
    [{ region: '' }, { 'Mcp-Param-Region': '' }],
    [{ count: 42 }, { 'Mcp-Param-Count': '42' }],
    [{ count: -7 }, { 'Mcp-Param-Count': '-7' }],
    [{ dry: true }, { 'Mcp-Param-Dry-Run': 'true' }],
    [{ dry: false }, { 'Mcp-Param-Dry-Run': 'false' }],
  ])('%j is accepted with the matching header %j', async (args, headers) => {
    expect(await answerTo(args, headers)).toEqual([200, undefined]);
  });

  // Rules: 77, 81
  test.each<[JsonObject, Record<string, string>]>([
    [{ region: 'north' }, { 'Mcp-Param-Region': 'south' }],
    [{ region: 'north' }, { 'Mcp-Param-Region': 'North' }],
    [{ count: 42 }, { 'Mcp-Param-Count': '43' }],
    [{ count: 42 }, { 'Mcp-Param-Count': '0x2a' }],
    [{ count: 42 }, { 'Mcp-Param-Count': 'many' }],
    [{ dry: true }, { 'Mcp-Param-Dry-Run': '1' }],
    [{ dry: true }, { 'Mcp-Param-Dry-Run': 'false' }],
  ])('%j is rejected with the different header %j', async (args, headers) => {
    expect(await answerTo(args, headers)).toEqual([400, -32020]);
  });

  // Rules: 87
  test('beyond the safe integer range is rejected, even if its header parses to the same number', async () => {
    expect(await answerTo({ count: 9007199254740992 }, { 'Mcp-Param-Count': '9007199254740993' })).toEqual([
      400, -32020,
    ]);
  });

  // Rules: 78, 79
  test.each([
    ['=?base64?8J+mig==?=', 200],
    ['=?base64?8J+mig?=', 400],
    ['=?BASE64?8J+mig==?=', 400],
  ])('with the wrapped header %s is answered with %d', async (value, status) => {
    expect((await answerTo({ region: '🦊' }, { 'Mcp-Param-Region': value }))[0]).toBe(status);
  });

  // Rules: 80
  test.each(['=?base64?/w==?=', '=?base64?no!?=', 'n\u00f6rd'])(
    'with invalid characters in its header (%s) is rejected',
    async (value) => {
      expect(await answerTo({ region: 'nörd' }, { 'Mcp-Param-Region': value })).toEqual([400, -32020]);
    },
  );

  // Rules: 82
  test.each<JsonObject>([{}, { region: null }, { region: null, count: null, dry: null }])(
    'needs no header when it is absent or null: %j',
    async (args) => {
      expect(await answerTo(args, {})).toEqual([200, undefined]);
    },
  );

  // Rules: 83
  test.each<JsonObject>([{ region: 'north' }, { region: '' }, { count: 0 }, { dry: false }])(
    '%j is rejected without its header',
    async (args) => {
      expect(await answerTo(args, {})).toEqual([400, -32020]);
    },
  );

  test('with a repeated header is refused, even if every value agrees', async () => {
    const headers = { 'Mcp-Param-Region': ['north', 'north'] as unknown as string };

    expect(await answerTo({ region: 'north' }, headers)).toEqual([400, -32020]);
  });

  // Rules: 84
  test('has a case-insensitive header name', async () => {
    expect(await answerTo({ region: 'north' }, { 'MCP-PARAM-REGION': 'north' })).toEqual([200, undefined]);
    expect(await answerTo({ region: 'north' }, { 'mcp-param-region': 'north' })).toEqual([200, undefined]);
  });

  // Rules: 89
  test('is accepted beside the header of an unknown parameter', async () => {
    expect(
      await answerTo({ region: 'north' }, { 'Mcp-Param-Region': 'north', 'Mcp-Param-Weather': '=?base64?!?=' }),
    ).toEqual([200, undefined]);
  });
});
