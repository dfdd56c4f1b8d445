import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf, type Run } from '../catalog/catalog.test-support.js';
import type { JsonObject } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import {
  callIn,
  codeOf,
  collect,
  deferred,
  engineOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  settled,
  talkIn,
} from './engine.test-support.js';
import type { Outgoing } from '../calls/outlet.js';

describe.each(revisions)('$date', (revision) => {
  test('a call holds and releases its component once, however it ends', async () => {
    const tools = [
      toolOf('good'),
      toolOf('bad', async () => {
        throw new Error('no');
      }),
      toolOf('worse', () => {
        throw new TypeError('no');
      }),
    ];
    const server = engineOf(catalogOf({ tools }));
    const talk = await talkIn(revision, server);

    for (const name of ['good', 'bad', 'worse', 'unknown']) await talk.send(callIn(revision, name, { name }));
    await talk.send(requestIn(revision, 'list', ['tools/list']));
    await talk.send(requestIn(revision, 'cursor', ['tools/list', { cursor: 'x' }]));
    await talk.send(requestIn(revision, 'method', ['no/such']));

    expect(talk.sent).toHaveLength(7);
    expect(server.source.releases).toEqual([1, 1, 1]); // of the three tools
  });

  test('a client that waits for changes holds no catalog', async () => {
    const server = engineOf(catalogOf({ tools: [toolOf('a')] }));
    const talk = await talkIn(revision, server);

    if (revision === modern) {
      const listening = talk.send(
        requestIn(modern, 1, ['subscriptions/listen', { notifications: { toolsListChanged: true } }]),
      );
      await settled();
      server.source.swap(catalogOf(), 'tools');
      await settled();
      talk.close();
      await listening;
    } else {
      server.source.swap(catalogOf(), 'tools');
    }

    expect(talk.sent.map((it) => it['method'])).toContain('notifications/tools/list_changed');
    expect(server.source.releases).toEqual([]);
  });

  test('a call whose catalog is revoked is stopped with the reason, and its signal is aborted', async () => {
    const began = deferred<AbortSignal>();
    const tool = toolOf('hold', (_input, context) => {
      began.resolve(context.signal);
      return new Promise(() => undefined);
    });
    const server = engineOf(catalogOf({ tools: [tool] }));
    const talk = await talkIn(revision, server);

    const call = talk.request(callIn(revision, 1, { name: 'hold' }));
    const signal = await began.promise;
    for (const holder of server.source.holders) holder.revoke('its plugin was replaced');

    const said = 'tool "hold" was stopped: its plugin was replaced';
    expect(resultIn(await call)).toMatchObject({ isError: true, content: [{ type: 'text', text: said }] });
    expect(signal.aborted).toBe(true);
    expect(server.source.releases).toEqual([1]);
    expect(server.faults).toEqual([]);
  });

  test('a running call holds its catalog, and a cancellation releases it', async () => {
    const began = deferred();
    const tool = toolOf('hold', () => {
      began.resolve();
      return new Promise(() => undefined);
    });
    const server = engineOf(catalogOf({ tools: [tool] }));
    const talk = await talkIn(revision, server);

    const call = talk.send(callIn(revision, 1, { name: 'hold' }));
    await began.promise;
    expect(server.source.held).toBe(1);
    await talk.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await call;

    expect(server.source.releases).toEqual([1]);
  });

  test('progress comes before the result and never after', async () => {
    let late: () => Promise<void> = async () => undefined;
    const run: Run = async (_input, context) => {
      late = () => context.reportProgress(99);
      await context.reportProgress(1, 2);
      await context.reportProgress(2, 2);
      return text('done');
    };
    const talk = await talkIn(revision, engineOf(catalogOf({ tools: [toolOf('a', run)] })));

    await talk.send(callIn(revision, 1, { name: 'a', _meta: { progressToken: 'p' } }));
    await late();

    expect(talk.sent.map((it) => it['method'] ?? it['id'])).toEqual([
      'notifications/progress',
      'notifications/progress',
      1,
    ]);
  });
});

describe('a modern result', () => {
  test.each<[string, JsonObject]>([
    ['server/discover', {}],
    ['tools/list', {}],
    ['tools/call', { name: 'a' }],
  ])('of %s states its type and its server', async (method, params) => {
    const talk = await talkIn(modern, engineOf(catalogOf({ tools: [toolOf('a')] })));

    const result = resultIn(await talk.request(requestIn(modern, 1, [method, params])));

    expect(result).toMatchObject({
      resultType: 'complete',
      _meta: { [metaKeys.serverInfo]: { name: 'sky', version: '1.0.0' } },
    });
  });

  test('names its own server and no other', async () => {
    const other = engineOf(catalogOf(), { info: { name: 'sea', version: '2' } });
    await (await talkIn(modern, engineOf())).request(requestIn(modern, 1, ['tools/list']));

    const result = resultIn(await (await talkIn(modern, other)).request(requestIn(modern, 1, ['tools/list'])));

    expect(result['_meta']).toEqual({ [metaKeys.serverInfo]: { name: 'sea', version: '2' } });
  });
});

describe('errors', () => {
  test('an internal error hides its details from the peer and reports them to the operator', async () => {
    const broken = {
      ...catalogOf(),
      findTool: () => {
        throw new Error('secretToken at /home/ann/a.js');
      },
    };
    const server = engineOf(broken);
    const talk = await talkIn(latestLegacy, server);

    const answer = await talk.request(callIn(latestLegacy, 1, { name: 'a' }));

    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: expect.stringMatching(/^internal error \(incident [0-9a-f]{8}\)$/) },
    });
    expect(server.faults).toMatchObject([
      { during: 'request "tools/call"', error: { message: 'secretToken at /home/ann/a.js' } },
    ]);
  });

  test('an unknown method gets a short message, however long its name', async () => {
    const talk = await talkIn(latestLegacy, engineOf());

    const answer = await talk.request(requestIn(latestLegacy, 1, ['x'.repeat(100_000)]));

    expect(codeOf(answer)).toBe(-32601);
    expect(JSON.stringify(answer).length).toBeLessThan(300);
  });
});

test('an error response carries its problem for the transport', async () => {
  const { engine } = engineOf();
  const { outlet, outgoing } = collect();
  const incoming = engine.read(JSON.stringify(requestIn(modern, 1, ['no/such'])));
  if (incoming.kind !== 'modern') throw new Error(`expected a modern message, got ${incoming.kind}`);

  await engine.serve(incoming, outlet).done;

  expect(outgoing).toMatchObject([{ kind: 'response', problem: 'method-not-found' }]);
});

test('a slow reader delays the tool that reports progress', async () => {
  const gate = deferred();
  const reached: string[] = [];
  const run: Run = async (_input, context) => {
    await context.reportProgress(1);
    reached.push('after the first report');
    return text('done');
  };
  const { engine } = engineOf(catalogOf({ tools: [toolOf('a', run)] }));
  const incoming = engine.read(JSON.stringify(callIn(modern, 1, { name: 'a', _meta: { progressToken: 1 } })));
  if (incoming.kind !== 'modern') throw new Error(`expected a modern message, got ${incoming.kind}`);

  const { done } = engine.serve(incoming, {
    send: ({ kind }) => (kind === 'notification' ? gate.promise : Promise.resolve()),
  });
  await settled();
  expect(reached).toEqual([]);
  gate.resolve();
  await done;

  expect(reached).toEqual(['after the first report']);
});

describe('a list', () => {
  const toolWith = (description: string, index: number) => {
    const tool = toolOf(`tool-${index}`);
    return { ...tool, definition: { ...tool.definition, description } };
  };

  async function listed(revision: Revision, descriptions: readonly string[]): Promise<Outgoing> {
    const { engine } = engineOf(catalogOf({ tools: descriptions.map(toolWith) }));
    const { outlet, outgoing } = collect();
    const incoming = engine.read(JSON.stringify(requestIn(revision, 'a "list"', ['tools/list'])));
    if (incoming.kind === 'modern') await engine.serve(incoming, outlet).done;
    if (incoming.kind === 'legacy') await engine.openSession(outlet, revision.date).receive(incoming, outlet);
    return outgoing[0]!;
  }

  test.each(revisions)('that is long is also encoded in parts that form the same message: $date', async (revision) => {
    const { json, encoded } = await listed(
      revision,
      Array.from({ length: 40 }, () => 'é'.repeat(500)),
    );

    const body = new TextDecoder().decode(encoded?.body.bytes);
    expect(`${encoded?.before}${body}${encoded?.after}`).toBe(json);
  });

  test.each(revisions)('that is long has no half of a character in either form: $date', async (revision) => {
    const { json, encoded } = await listed(
      revision,
      Array.from({ length: 40 }, () => `${'é'.repeat(500)}\ud83d`),
    );

    expect(json).not.toContain(String.raw`\ud83d`);
    expect(new TextDecoder().decode(encoded?.body.bytes)).not.toContain(String.raw`\ud83d`);
  });

  test('that is short is not encoded in parts', async () => {
    expect(await listed(modern, ['short'])).not.toHaveProperty('encoded');
  });
});
