/**
 * An issuer on loopback whose private key a test has, so that it can make good tokens and every kind of bad one.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import type { JsonObject } from '@sigil/core';
import { onTestFinished } from 'vitest';

export interface TestIssuer {
  readonly url: string;
  readonly publicKey: JWK;
  /** A token for `audience` that is good but for what is given; null takes a claim away. */
  sign(claims?: JsonObject, header?: Readonly<Record<string, string>>): Promise<string>;
}

/** Closed with its test. */
export async function openTestIssuer(audience: string): Promise<TestIssuer> {
  const alg = 'ES256';
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const key: JWK = { ...(await exportJWK(publicKey)), kid: 'key', alg, use: 'sig' };
  const server = createServer((request, response) => {
    const document = request.url === '/jwks' ? { keys: [key] } : { issuer: url, jwks_uri: `${url}/jwks` };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    publicKey: key,
    sign(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const all: JsonObject = { iss: url, sub: 'ann', client_id: 'client', aud: audience, exp: now + 3600, ...claims };
      const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
      return new SignJWT(present).setProtectedHeader({ alg, typ: 'at+jwt', kid: 'key', ...header }).sign(privateKey);
    },
  };
}
