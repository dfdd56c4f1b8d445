/**
 * The contracts of HTTP endpoints for requests of the Fetch standard, and a comparison of every answer with that of node:http.
 */
import { ToolError } from '@sigil/core';
import { createEngine, revisions, type Engine } from '@sigil/core/engine';
import {
  comparedBodyBytes,
  comparedOrigin,
  readHttpAnswers,
  runHostileHttp,
  runLeavingReaders,
} from '@sigil/testing/contracts';
import { echo, gate, textResult, toolOf } from '@sigil/testing/transports';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createEndpoint, type EndpointOptions, type HttpEndpoint } from '../endpoint/endpoint.js';
import { begin, counter, modern, sourceOf, type Sending } from '../http.test-support.js';
import { openHttpServer } from '../listening/open-http-server.js';
import { fetchHandler, type FetchCaller, type FetchHandler } from './fetch-handler.js';
import { openFetchServer } from './fetch-server.test-support.js';

/** Accepts only a text named message, as a generated decoder would. */
const strict = toolOf('echo', async ({ message, ...more }) => {
  if (typeof message !== 'string' || Object.keys(more).length > 0) throw new ToolError('it takes a message only');
  return textResult(message);
});

for (const sessions of ['stateful', 'stateless'] as const) {
  runHostileHttp(`a ${sessions} fetch handler`, sessions, async () => {
    let faults = 0;
    const onFault = (): void => void (faults += 1);
    const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([strict]), onFault });
    const server = await openFetchServer(createEndpoint(engine, { sessions, onFault }));
    return { ...server, countFaults: () => Promise.resolve(faults) };
  });
}

runLeavingReaders('an event stream of a fetch handler', async (engine) => {
  const server = await openFetchServer(createEndpoint(engine));
  let leave = (): void => undefined;
  return {
    async listen() {
      const stream = await begin(server.port, modern('tools/call', { name: 'listen', _meta: { progressToken: 1 } }));
      stream.on('error', () => undefined);
      leave = () => void stream.destroy();
      await new Promise((resolve) => stream.once('readable', resolve));
    },
    leave: () => leave(),
    close: () => server.close(),
  };
});

function openEngine(): Engine {
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([echo, counter]) });
  onTestFinished(() => engine.close());
  return engine;
}

describe.each(revisions.map(({ date }) => date))('a client of %s', (date) => {
  test.each(['stateful', 'stateless'] as const)(
    'gets the answers of node:http, from a %s endpoint',
    async (sessions) => {
      const options: EndpointOptions = {
        sessions,
        allowedOrigins: [comparedOrigin],
        limits: { maxBodyBytes: comparedBodyBytes },
      };
      const direct = await openHttpServer({
        endpoints: new Map([['/mcp', createEndpoint(openEngine(), options)]]),
        port: 0,
      });
      onTestFinished(() => direct.close({ graceMs: 1 }));
      const fetched = await openFetchServer(createEndpoint(openEngine(), options));
      onTestFinished(() => fetched.close());

      const expected = await readHttpAnswers(`http://127.0.0.1:${direct.port}/mcp`, date);
      const answers = await readHttpAnswers(`http://127.0.0.1:${fetched.port}/mcp`, date);

      expect(answers).toEqual(expected);
      expect(expected.length).toBeGreaterThan(20);
    },
  );
});

describe('a fetch handler', () => {
  const url = 'http://127.0.0.1/mcp';
  let endpoint: HttpEndpoint;
  let handle: FetchHandler;

  function openHandler(engine: Engine, options: EndpointOptions = {}): void {
    endpoint = createEndpoint(engine, options);
    handle = fetchHandler(endpoint);
  }

  beforeEach(() => openHandler(openEngine()));

  function toRequest({ headers, body }: Sending, more: RequestInit = {}): Request {
    const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
    return new Request(url, { method: 'POST', headers: all, body: body as string, ...more });
  }

  const call = (text: string): Sending => modern('tools/call', { name: 'echo', arguments: { text } });

  /** An engine with a tool that waits until its call is cancelled. */
  function openWaiting() {
    const [begun, cancelled] = [gate(), gate()];
    const wait = toolOf('wait', async (_input, context) => {
      await context.reportProgress(1, 2);
      begun.open();
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
      cancelled.open();
      return textResult('late');
    });
    const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([wait]) });
    onTestFinished(() => engine.close());
    openHandler(engine);
    return { begun: begun.opened, cancelled: cancelled.opened };
  }

  test('takes the host from the URL if the runtime sets no header', async () => {
    const own = await handle(toRequest(call('hello')));
    const foreign = await handle(new Request('http://rebound.example/mcp', toRequest(call('hello'))));

    expect([own.status, foreign.status]).toEqual([200, 403]);
    expect(await own.text()).toContain('hello');
  });

  test('takes no address from what a runtime passes to a handler', async () => {
    const server = { address: { address: '::1', family: 'IPv6', port: 3_000 } };

    const answer = await handle(toRequest(call('hello')), server as unknown as FetchCaller);

    expect(answer.status).toBe(200);
    expect((await handle(toRequest(call('hello')), null as unknown as FetchCaller)).status).toBe(200);
  });

  test('cancels the call when its request is aborted before the answer begins', async () => {
    const { begun, cancelled } = openWaiting();
    const gone = new AbortController();
    const answer = handle(toRequest(modern('tools/call', { name: 'wait' }), { signal: gone.signal }));
    await begun;

    gone.abort(new Error('the user left'));

    await expect(answer).rejects.toThrow('the user left');
    await cancelled;
  });

  test('cancels the call when the reader of its stream leaves', async () => {
    const { begun, cancelled } = openWaiting();
    const sending = modern('tools/call', { name: 'wait', arguments: {}, _meta: { progressToken: 1 } });
    const { body } = await handle(toRequest(sending));
    await begun;

    await body!.cancel();

    await cancelled;
  });

  test('ends the stream of an aborted request without an error, which a runtime would log', async () => {
    const { begun, cancelled } = openWaiting();
    const gone = new AbortController();
    const sending = modern('tools/call', { name: 'wait', arguments: {}, _meta: { progressToken: 1 } });
    const answer = await handle(toRequest(sending, { signal: gone.signal }));
    await begun;

    gone.abort();

    await cancelled;
    expect(await answer.text()).not.toContain('late');
  });

  test('refuses a request whose body was read, naming the reason', async () => {
    const request = toRequest(call('hello'));
    await request.text();

    await expect(handle(request)).rejects.toThrow('no body parser may run before MCP');
  });

  test('is not answered once its request was aborted', async () => {
    await expect(handle(toRequest(call('hello'), { signal: AbortSignal.abort() }))).rejects.toThrow('aborted');
  });

  test('ends the request when its body fails', async () => {
    const failing = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) });
    const request = toRequest({ ...call('hello') }, { body: failing, duplex: 'half' } as RequestInit);

    await expect(handle(request)).rejects.toThrow('the connection was cut');
  });

  test('sends the length of an answer in one piece, and no headers about connections', async () => {
    const { headers } = await handle(toRequest(call('hello')));

    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
    expect([headers.get('connection'), headers.get('keep-alive')]).toEqual([null, null]);
  });

  test('a slow reader holds back a tool that streams', async () => {
    const reports = 2_000;
    let reported = 0;
    const chatty = toolOf('chatty', async (_input, context) => {
      for (; reported < reports; reported++) await context.reportProgress(reported, reports, 'x'.repeat(1_000));
      return textResult('done');
    });
    const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: sourceOf([chatty]) });
    onTestFinished(() => engine.close());
    openHandler(engine);
    const sending = modern('tools/call', { name: 'chatty', arguments: {}, _meta: { progressToken: 1 } });
    const answer = await handle(toRequest(sending));
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    const before = reported;

    const text = await answer.text();

    expect(before).toBeLessThan(reports / 2);
    expect(text.match(/notifications\/progress/g)).toHaveLength(reports);
    expect(text).toContain('done');
  });

  test('a closed endpoint answers 503', async () => {
    await endpoint.close();

    expect((await handle(toRequest(call('hello')))).status).toBe(503);
  });
});
