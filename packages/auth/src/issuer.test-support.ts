/**
 * An issuer of tokens on loopback: metadata, keys and introspection, which can be turned off, rotated and counted.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import type { JsonObject } from '@sigil/core';
import { onTestFinished } from 'vitest';

export interface TestIssuer {
  readonly url: string;
  /** Requests so far, by path. */
  readonly asked: Map<string, number>;
  /** `down` answers 500, `silent` nothing. */
  state: 'up' | 'down' | 'silent';
  /** By path: what is answered there in place of the issuer's own. */
  readonly instead: Map<string, { readonly status: number; readonly body: string }>;
  /** By opaque token: the answer of `/introspect`. */
  readonly opaque: Map<string, object>;
  /** New tokens have another key from now on. */
  rotate(): Promise<void>;
  /** A good token, but for what is given. */
  sign(claims?: JsonObject, header?: Readonly<Record<string, string | undefined>>): Promise<string>;
  /** The public key of the tokens that are signed now. */
  readonly publicKey: JWK;
}

const alg = 'ES256';

/** Closed when the test is over. */
export async function openTestIssuer(): Promise<TestIssuer> {
  let keys = await makeKeys('key-0');
  const asked = new Map<string, number>();
  const opaque = new Map<string, object>();
  const instead: TestIssuer['instead'] = new Map();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: TestIssuer = {
    url,
    asked,
    instead,
    opaque,
    state: 'up',
    get publicKey() {
      return keys.publicKey;
    },
    async rotate() {
      keys = await makeKeys(`key-${Number(keys.publicKey.kid?.slice(4)) + 1}`);
    },
    sign(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const all: JsonObject = {
        iss: url,
        sub: 'ann',
        client_id: 'client',
        iat: now,
        exp: now + 600,
        scope: 'a b',
        ...claims,
      };
      return new SignJWT(without(all))
        .setProtectedHeader({ alg, typ: 'at+jwt', kid: keys.publicKey.kid ?? '', ...header })
        .sign(keys.privateKey);
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    if (issuer.state === 'silent') return;
    if (issuer.state === 'down') {
      response.writeHead(500).end();
      return;
    }
    const given = instead.get(path);
    if (given) {
      response.writeHead(given.status, { 'Content-Type': 'application/json' }).end(given.body);
      return;
    }
    let body = '';
    for await (const piece of request) body += String(piece);
    const document = documentAt(path, body);
    response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  }

  function documentAt(path: string, body: string): object | undefined {
    if (path === '/.well-known/oauth-authorization-server') return { issuer: url, jwks_uri: `${url}/jwks` };
    if (path === '/jwks') return { keys: [keys.publicKey] };
    if (path === '/introspect') return opaque.get(new URLSearchParams(body).get('token') ?? '') ?? { active: false };
    return undefined;
  }

  return issuer;
}

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

async function makeKeys(kid: string): Promise<{ publicKey: JWK; privateKey: SigningKey }> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { publicKey: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }, privateKey };
}

/** A claim that is null stands for one that is not there. */
function without(claims: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}
