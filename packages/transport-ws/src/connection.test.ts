import { describe, expect, test } from 'vitest';
import {
  callOf,
  echo,
  engineOf,
  gate,
  initialize,
  modernRequest,
  request,
  textResult,
  toolOf,
} from '@sigil/testing/transports';
import { connectPeer, openTestServer, stuckTool } from './ws.test-support.js';

describe('a connection', () => {
  test('answers calls after one handshake', async () => {
    const { port } = await openTestServer();
    const peer = await connectPeer(port);

    peer.tell(initialize(1, '2025-11-25'), { jsonrpc: '2.0', method: 'notifications/initialized' });
    peer.tell(request(2, 'tools/call', { name: 'echo', arguments: { text: 'hi' } }));

    expect((await peer.next()).result?.['protocolVersion']).toBe('2025-11-25');
    expect((await peer.next()).result?.['content']).toEqual([{ type: 'text', text: 'hi' }]);
  });

  test('answers messages of both eras on one connection', async () => {
    const { port } = await openTestServer();
    const peer = await connectPeer(port);

    peer.tell(initialize(1, '2025-06-18'));
    await peer.next();
    peer.tell(request(2, 'ping'), callOf(3, 'echo', { text: 'modern' }));

    expect([(await peer.next()).id, (await peer.next()).id].toSorted()).toEqual([2, 3]);
  });

  test('answers a batch with one frame in the revision that has batches', async () => {
    const { port } = await openTestServer();
    const peer = await connectPeer(port);
    peer.tell(initialize(1, '2025-03-26'));
    await peer.next();

    peer.tell(JSON.stringify([request(2, 'ping'), request(3, 'ping')]));

    expect(await peer.next()).toMatchObject([{ id: 2 }, { id: 3 }]);
  });

  test('may use the same ids as another connection', async () => {
    const { port } = await openTestServer();
    const peers = await Promise.all([connectPeer(port), connectPeer(port)]);

    for (const [at, peer] of peers.entries()) peer.tell(callOf(1, 'echo', { text: `for ${at}` }));
    const answers = await Promise.all(peers.map((peer) => peer.next()));

    expect(answers.map(({ result }) => result?.['content'])).toEqual([
      [{ type: 'text', text: 'for 0' }],
      [{ type: 'text', text: 'for 1' }],
    ]);
  });

  test('carries questions to a client with a handshake', async () => {
    const asking = toolOf('ask', async (_input, context) => textResult((await context.listRoots()).action));
    const { port } = await openTestServer([asking]);
    const peer = await connectPeer(port);
    const opening = initialize(1, '2025-11-25');
    peer.tell({ ...opening, params: { ...(opening['params'] as object), capabilities: { roots: {} } } });
    await peer.next();
    peer.tell({ jsonrpc: '2.0', method: 'notifications/initialized' });

    peer.tell(request(2, 'tools/call', { name: 'ask' }));
    const question = await peer.next();
    peer.tell({ jsonrpc: '2.0', id: question.id!, result: { roots: [] } });

    expect(question.method).toBe('roots/list');
    expect((await peer.next()).result?.['content']).toMatchObject([{ text: 'accept' }]);
  });

  test('aborts its running calls when the peer disconnects', async () => {
    const { tool, started, aborted } = stuckTool();
    const { port } = await openTestServer([tool]);
    const peer = await connectPeer(port);
    peer.tell(callOf(1, 'stuck'));
    await started;

    peer.socket.terminate();

    await expect(aborted).resolves.toBeUndefined();
  });

  test('closes after a subscription that the server ends', async () => {
    const { port, engine, sockets } = await openTestServer();
    const peer = await connectPeer(port);
    peer.tell(modernRequest('sub-1', 'subscriptions/listen', { notifications: {} }));
    await peer.next();

    engine.endSubscriptions();
    const closed = sockets.close({ graceMs: 60_000 });

    expect(await peer.next()).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 'sub-1' } });
    expect(await peer.next()).toMatchObject({ id: 'sub-1', result: { resultType: 'complete' } });
    expect((await peer.ended).code).toBe(1001);
    await closed;
  });
});

describe('limits of a connection', () => {
  test('a request above maxRequestsInHand is refused, and the others continue', async () => {
    const finish = gate();
    const slow = toolOf('slow', async () => {
      await finish.opened;
      return textResult('done');
    });
    const { port } = await openTestServer([slow], { limits: { maxRequestsInHand: 2 } });
    const peer = await connectPeer(port);

    peer.tell(callOf(1, 'slow'), callOf(2, 'slow'), callOf(3, 'slow'));
    const refusal = await peer.next();
    finish.open();

    expect(refusal).toEqual({
      jsonrpc: '2.0',
      id: 3,
      error: { code: -32603, message: '2 requests run on this connection already (limit maxRequestsInHand)' },
    });
    expect([(await peer.next()).id, (await peer.next()).id]).toEqual([1, 2]);
  });

  test('a cancellation is accepted while maxRequestsInHand requests run', async () => {
    const { tool, started, aborted } = stuckTool();
    const { port } = await openTestServer([tool], { limits: { maxRequestsInHand: 1 } });
    const peer = await connectPeer(port);
    peer.tell(callOf(1, 'stuck'));
    await started;

    peer.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });

    await expect(aborted).resolves.toBeUndefined();
  });

  test('10,000 requests that never end are refused above the limit, and the connection survives', async () => {
    const { tool, aborted } = stuckTool();
    const { port } = await openTestServer([tool, echo]);
    const peer = await connectPeer(port);

    for (let id = 1; id <= 10_000; id++) peer.tell(callOf(id, 'stuck'));
    const refused = [];
    while (refused.length < 10_000 - 1_024) refused.push(await peer.next());
    peer.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await aborted;
    peer.tell(callOf('last', 'echo', { text: 'alive' }));

    expect(refused.every(({ error }) => error?.message.includes('maxRequestsInHand'))).toBe(true);
    expect(await peer.next()).toMatchObject({ id: 'last', result: { isError: false } });
  });

  test('a message over maxMessageBytes gets an error, and one over twice the limit closes with 1009', async () => {
    const { port } = await openTestServer([echo], { limits: { maxMessageBytes: 1_000 } });
    const peer = await connectPeer(port);
    const call = JSON.stringify(callOf(1, 'echo', { text: 'hi' }));

    peer.tell(call.padEnd(1_000));
    const answer = await peer.next();
    peer.tell(call.padEnd(1_001));
    const refusal = await peer.next();
    peer.tell(call.padEnd(2_001));

    expect(answer).toMatchObject({ id: 1, result: { isError: false } });
    expect(refusal).toMatchObject({ id: 1, error: { message: expect.stringContaining('limit maxMessageBytes') } });
    expect((await peer.ended).code).toBe(1009);
  });
});

test('a message on which the engine fails is reported, and the next is answered', async () => {
  const engine = engineOf([echo]);
  const { port, faults } = await openTestServer([], { engine });
  const peer = await connectPeer(port);
  const broken = new Error('bug');
  const { read } = engine;
  engine.read = () => {
    engine.read = read;
    throw broken;
  };

  peer.tell(callOf(1, 'echo'), callOf(2, 'echo'));

  expect((await peer.next()).id).toBe(2);
  expect(faults).toEqual([{ during: 'a message', error: broken }]);
});
