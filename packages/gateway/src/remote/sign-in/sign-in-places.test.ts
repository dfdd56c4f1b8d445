/** Upstreams that do not refuse every request alike, or are found elsewhere than where they are configured. */
import type { JsonObject } from '@sigil/core';
import { localPrincipal } from '@sigil/core/engine';
import { metadataOf } from '@sigil/test-support/protected-server';
import { expect, test } from 'vitest';
import { listen } from '@sigil/test-support/upstream-servers';
import { agree } from './protected-upstream.test-support.js';
import { openSafeFetch } from './safe-fetch.js';
import { openMemorySecrets } from './secret-store.js';
import { SignIns } from './sign-ins.js';

interface Place {
  readonly url: string;
  /** The resources that tokens were requested for. */
  readonly resources: (string | null)[];
}

interface PlaceOptions {
  /** The path of the upstream, and of its metadata below the well-known one. */
  readonly path: string;
  /** The statuses of the answers to requests without a token, by the method of MCP, or `GET`; 400 for others. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Where requests are sent on to, by path. */
  readonly redirects?: Readonly<Record<string, string>>;
}

async function openPlace({ path, refusals, redirects = {} }: PlaceOptions): Promise<Place> {
  const place = { url: '', resources: [] as (string | null)[] };
  const { url } = await listen((request, response, body) => {
    const { origin, pathname, searchParams } = new URL(request.url ?? '', place.url);
    const reply = (status: number, json: JsonObject): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const target = redirects[pathname];
    if (target !== undefined) return response.writeHead(307, { location: target }).end();
    switch (pathname) {
      case path:
        return reply(refusals[body === '' ? 'GET' : String((JSON.parse(body) as JsonObject)['method'])] ?? 400, {});
      case `/.well-known/oauth-protected-resource${path.replace(/\/$/, '')}`:
      case '/moved-metadata':
        return reply(200, { resource: `${origin}${path}`, authorization_servers: [origin] });
      case '/.well-known/oauth-authorization-server':
        return reply(200, metadataOf(origin));
      case '/register':
        return reply(201, { ...(JSON.parse(body) as JsonObject), client_id: 'gateway' });
      case '/authorize': {
        const answer = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' });
        return response.writeHead(302, { location: `${searchParams.get('redirect_uri')}?${answer}` }).end();
      }
      case '/token':
        place.resources.push(new URLSearchParams(body).get('resource'));
        return reply(200, {
          access_token: `token-${place.resources.length}`,
          token_type: 'Bearer',
          expires_in: 100,
          refresh_token: 'r',
        });
      default:
        return reply(404, {});
    }
  });
  place.url = url;
  return place;
}

/** Signs in, and uses the token and a renewed one. @returns both */
async function signIn(url: string): Promise<string[]> {
  let now = 1_000_000;
  const secrets = openMemorySecrets(undefined, () => now);
  const signIns = new SignIns({ secrets, baseUrl: () => 'http://127.0.0.1:1/oauth', now: () => now });
  const fetch = openSafeFetch({ timeoutMs: 5_000, allowPrivate: true, isProxied: () => false });
  const limits = { signInMs: 600_000, maxStepUps: 1 };
  const users = signIns.open({
    name: 'up',
    url,
    auth: { kind: 'oauth' },
    fetch,
    ...limits,
    onSignedIn: () => undefined,
  });
  await agree(signIns, await signIns.linkOf('up', localPrincipal));
  const first = await users.open(localPrincipal).value();
  now += 99_000;
  return [first, await users.open(localPrincipal).value()];
}

test('a server that demands a session before a token is asked to open one', async () => {
  const place = await openPlace({ path: '/mcp', refusals: { ping: 400, initialize: 401 } });

  expect(await signIn(place.url)).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('a server that knows only the stream of 2024-11-05 is asked for that', async () => {
  const place = await openPlace({ path: '/mcp', refusals: { ping: 404, initialize: 404, GET: 401 } });

  expect(await signIn(place.url)).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('a server that redirects within its origin is signed in to where it is, also when the token is renewed', async () => {
  const redirects = { '/mcp': '/mcp/' };
  const place = await openPlace({ path: '/mcp/', refusals: { ping: 401 }, redirects });

  expect(await signIn(place.url)).toEqual(['Bearer token-1', 'Bearer token-2']);
  expect(place.resources).toEqual([`${place.url}/`, `${place.url}/`]);
});

test('metadata are followed within their origin', async () => {
  const redirects = { '/.well-known/oauth-protected-resource/mcp': '/moved-metadata' };
  const place = await openPlace({ path: '/mcp', refusals: { ping: 401 }, redirects });

  expect(await signIn(place.url)).toHaveLength(2);
  expect(place.resources).toEqual([place.url, place.url]);
});

test('a server that redirects to another origin is not followed there', async () => {
  const other = await openPlace({ path: '/mcp', refusals: { ping: 401 } });
  const place = await openPlace({ path: '/mcp', refusals: {}, redirects: { '/mcp': other.url } });

  await expect(signIn(place.url)).rejects.toThrow('names no authorization server');
});
