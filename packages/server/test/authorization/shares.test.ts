import { Clients } from '@sigil/core/engine';
import { initialize } from '@sigil/testing/transports';
import { expect, onTestFinished, test } from 'vitest';
import { openAuthorizedServer, type AuthorizedServer } from './authorized-server.test-support.js';

/** One half of everything is what one caller may have. */
const small = () => new Clients({ maxSessions: 4, maxListenStreams: 4 });

async function openSession({ url, issuer }: AuthorizedServer, sub: string) {
  const answer = await fetch(`${url}/mcp/orders`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${await issuer.sign({ sub })}`,
    },
    body: JSON.stringify(initialize(1, '2025-11-25')),
  });
  await answer.text();
  return answer;
}

test('one caller cannot take all sessions with several tokens, and others keep their share', async () => {
  const server = await openAuthorizedServer({}, small());

  const ann = [await openSession(server, 'ann'), await openSession(server, 'ann'), await openSession(server, 'ann')];
  const bob = [await openSession(server, 'bob'), await openSession(server, 'bob')];

  expect(ann.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(bob.map(({ status }) => status)).toEqual([200, 200]);
});

test('one caller cannot take all streams', async () => {
  const server = await openAuthorizedServer({}, small());
  const listen = async (sub: string): Promise<number> => {
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${await server.issuer.sign({ sub })}` };
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const answer = await fetch(`${server.url}/mcp/orders/sse`, { headers, signal: leaving.signal });
    return answer.status;
  };

  const statuses = [];
  for (const sub of ['ann', 'ann', 'ann', 'bob', 'bob']) statuses.push(await listen(sub));

  expect(statuses).toEqual([200, 200, 429, 200, 200]);
});
