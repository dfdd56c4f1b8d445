/**
 * Runs a token issuer on loopback: metadata, keys and introspection. Tests can stop it, rotate its keys and count its requests.
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
  /** Replaces the issuer's own answer, by path. */
  readonly instead: Map<string, { readonly status: number; readonly body: string }>;
  /** Answers of `/introspect`, by opaque token. */
  readonly opaque: Map<string, object>;
  /** Signs all further tokens with a new key. */
  rotate(): Promise<void>;
  /** Signs a valid token, except for the claims and header fields given. */
  sign(claims?: JsonObject, header?: Readonly<Record<string, string | undefined>>): Promise<string>;
  /** The public key of the current signing key. */
  readonly publicKey: JWK;
}

const alg = 'ES256';

/** Opens an issuer that closes when the test ends. */
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

/** Removes claims that are null. */
function without(claims: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}
