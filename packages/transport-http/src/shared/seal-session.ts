/**
 * Seals the immutable part of a legacy session into its id, so that any process with the key can continue the session.
 *
 * Only holders of the key can make or change an id (AES-256-GCM). Spec: 2025-11-25 basic/transports#session-management
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import { principalKey } from '@sigil/core/internal';

/** The part of a session that its handshake fixed. */
export interface SessionFacts {
  /** The version that the client offered. */
  readonly offered: string;
  readonly clientCapabilities: JsonObject;
  /** A digest of the caller that opened it; empty where callers are not authenticated. */
  readonly caller: string;
}

/** Version of the sealed format: an id of another format does not open, even with the same key. */
const version = 'v1';
const cipherName = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/** Limited because ids travel in a header with every request. */
const maxIdLength = 6 * 1024;
/** Longer capabilities lose their experimental part, which no server here uses. */
const maxCapabilitiesLength = 2 * 1024;

/** Makes and reads the ids of one server's sessions. */
export class SessionSealer {
  readonly #keys: readonly Buffer[];
  readonly #server: Buffer;

  /**
   * @param keys of 32 bytes: the first one seals, all of them open
   * @param server its name: the id of another server's session does not open
   */
  constructor(keys: readonly Uint8Array[], server: string) {
    this.#keys = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', `sigil session id ${version}`, keyBytes)));
    this.#server = Buffer.from(server);
  }

  /** @returns `undefined` when the facts do not fit into an id */
  seal(facts: SessionFacts): string | undefined {
    const [key] = this.#keys;
    if (!key) throw new RangeError('a key is needed to seal ids of sessions');
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(cipherName, key, iv).setAAD(this.#server);
    const { offered, caller, clientCapabilities } = facts;
    const plain = JSON.stringify([offered, caller, shorten(clientCapabilities)]);
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    const id = `${version}.${sealed.toString('base64url')}`;
    return id.length > maxIdLength ? undefined : id;
  }

  /** @returns `undefined` for text that was never sealed here, and for ids of other servers */
  open(id: string): SessionFacts | undefined {
    const [tag, text, ...rest] = id.split('.', 3);
    if (tag !== version || !text || rest.length > 0 || id.length > maxIdLength) return undefined;
    const sealed = Buffer.from(text, 'base64url');
    if (sealed.length <= ivBytes + tagBytes) return undefined;
    for (const key of this.#keys) {
      const facts = this.#openWith(key, sealed);
      if (facts) return facts;
    }
    return undefined;
  }

  #openWith(key: Buffer, sealed: Buffer): SessionFacts | undefined {
    const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, ivBytes)).setAAD(this.#server);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      const plain = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
      const [offered, caller, clientCapabilities] = JSON.parse(plain.toString('utf8')) as unknown[];
      if (typeof offered !== 'string' || typeof caller !== 'string' || !isJsonObject(clientCapabilities))
        return undefined;
      return { offered, caller, clientCapabilities };
    } catch {
      // The seal is broken, or made with another key: the caller refuses both with the same message.
      return undefined;
    }
  }
}

/** Returns the name of a session in a store, which does not reveal the session's id. */
export function nameOfSession(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 22);
}

/** Returns a digest that distinguishes callers in an id without naming them. */
export function digestOfCaller(principal: Principal | undefined): string {
  const key = principal === undefined ? '' : principalKey(principal);
  return key === '' ? '' : createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

function shorten(capabilities: JsonObject): JsonObject {
  if (JSON.stringify(capabilities).length <= maxCapabilitiesLength) return capabilities;
  const { experimental: _, ...rest } = capabilities;
  return rest;
}
