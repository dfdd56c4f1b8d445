/** Redirects of an upstream, which would carry its credentials along. */
import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import {
  openGateway,
  readReceived,
  resultOf,
  standardAnswer,
  textOf,
  type Gateway,
} from '../scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const auth = { kind: 'bearer', token: 'secret-1' };

async function open(configuration: JsonObject): Promise<Gateway & { readonly problems: string[] }> {
  const problems: string[] = [];
  const gateway = await openGateway({ auth, ...configuration }, { onProblem: (why) => problems.push(why) });
  return { ...gateway, problems };
}

test.each([307, 308])('a redirect with %i within the origin is followed, once for all requests', async (status) => {
  const seen: string[] = [];
  const { url } = await listen((request, response, body) => {
    seen.push(`${request.url} ${request.headers.authorization}`);
    if (request.url === '/mcp') return response.writeHead(status, { location: '/new?v=2' }).end();
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.id === undefined) return response.writeHead(202).end();
    const answer = standardAnswer(received) ?? resultOf(received.id, 'there');
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });

  const { remote, problems, connect } = await open({ url });
  const answer = await (await connect()).callTool('one');

  expect([problems, remote.status.state, textOf(answer)]).toEqual([[], 'serving', 'there']);
  const [first, ...later] = seen;
  expect(first).toBe('/mcp Bearer secret-1');
  expect(new Set(later)).toEqual(new Set(['/new?v=2 Bearer secret-1']));
});

test.each(['legacy', 'modern'])('a %s upstream’s redirect to another origin is not followed', async (protocol) => {
  let elsewhere = 0;
  const other = await listen((_request, response) => {
    elsewhere++;
    response.writeHead(404).end();
  });
  const asked = new Set<string | undefined>();
  const away = await listen((request, response) => {
    asked.add(request.url);
    response.writeHead(307, { location: new URL('/away', other.url).href }).end();
  });

  const { remote, problems } = await open({ url: away.url, protocol });

  const why = 'the server redirects to another address, which is not followed: configure that one';
  expect(problems).toEqual([why]);
  expect(remote.status).toMatchObject({ state: 'failed', lastError: { message: why } });
  expect([elsewhere, [...asked]]).toEqual([0, ['/mcp']]);
});
