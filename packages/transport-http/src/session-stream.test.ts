import { expect, test } from 'vitest';
import type { EventStream } from './event-stream.js';
import { SessionStream } from './session-stream.js';

test('of the messages held while there is no stream, the oldest go first', async () => {
  const stream = new SessionStream(2);
  const delivered: string[] = [];

  for (const json of ['a', 'b', 'c']) await stream.send({ kind: 'notification', json });
  stream.attach(collecting(delivered));

  expect(delivered).toEqual(['b', 'c']);
});

test('requests are not held: who asked has stopped waiting by then', async () => {
  const stream = new SessionStream(2);
  const delivered: string[] = [];

  await stream.send({ kind: 'request', json: 'a' });
  stream.attach(collecting(delivered));

  expect(delivered).toEqual([]);
});

/** As much of an event stream as a session's messages meet. */
function collecting(delivered: string[]): EventStream {
  const stream: Pick<EventStream, 'send'> = {
    send(json) {
      delivered.push(json);
      return Promise.resolve();
    },
  };
  return stream as EventStream;
}
