/** The option `strictLifecycle`: requests between `initialize` and `notifications/initialized`. */
import { revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import { echo, initialize, modernRequest, request } from '@sigil/testing/transports';
import { openTestPipe } from './stdio.test-support.js';

const confirmation = { jsonrpc: '2.0', method: 'notifications/initialized' };
const early = '"tools/list" came before "notifications/initialized" (strictLifecycle)';

describe.each(revisions.filter(({ era }) => era === 'legacy'))('$date, strictly', ({ date }) => {
  test('a request before notifications/initialized is refused, and served after it', async () => {
    const pipe = openTestPipe([echo], { strictLifecycle: true });

    pipe.tell(initialize(1, date), request(2, 'tools/list'), request(3, 'tools/call', { name: 'echo' }), confirmation);
    pipe.tell(request(4, 'tools/list'));

    expect((await pipe.next())?.result?.['protocolVersion']).toBe(date);
    expect(await pipe.next()).toMatchObject({ id: 2, error: { code: -32600, message: early } });
    expect(await pipe.next()).toMatchObject({ id: 3, error: { code: -32600 } });
    expect(await pipe.next()).toMatchObject({ id: 4, result: { tools: [{ name: 'echo' }] } });
  });

  test('pings and log levels are served before it', async () => {
    const pipe = openTestPipe([echo], { strictLifecycle: true });

    pipe.tell(request(1, 'ping'), initialize(2, date), request(3, 'ping'));
    pipe.tell(request(4, 'logging/setLevel', { level: 'info' }));

    expect(await pipe.next()).toMatchObject({ id: 1, result: {} });
    expect(await pipe.next()).toMatchObject({ id: 2, result: { protocolVersion: date } });
    expect(await pipe.next()).toMatchObject({ id: 3, result: {} });
    expect(await pipe.next()).toMatchObject({ id: 4, result: {} });
  });

  test('without the option a request is served as soon as a version is agreed on', async () => {
    const pipe = openTestPipe([echo]);

    pipe.tell(initialize(1, date), request(2, 'tools/list'));
    await pipe.next();

    expect(await pipe.next()).toMatchObject({ id: 2, result: { tools: [{ name: 'echo' }] } });
  });
});

test('strictly, each request of a batch is refused by itself before notifications/initialized', async () => {
  const pipe = openTestPipe([echo], { strictLifecycle: true });

  pipe.tell(initialize(1, '2025-03-26'), JSON.stringify([request(2, 'ping'), request(3, 'tools/list')]));
  await pipe.next();

  const answers = (await pipe.next()) as unknown as readonly object[];
  expect(answers).toHaveLength(2);
  expect(answers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 2, result: {} }),
      expect.objectContaining({ id: 3, error: { code: -32600, message: early } }),
    ]),
  );
});

test('strictly, requests of 2026-07-28 need no handshake', async () => {
  const pipe = openTestPipe([echo], { strictLifecycle: true });

  pipe.tell(modernRequest(1, 'tools/list'));

  expect(await pipe.next()).toMatchObject({ id: 1, result: { tools: [{ name: 'echo' }] } });
});
