/**
 * Seals the state that a call keeps between its rounds into a text that the client carries, and opens it again.
 *
 * A client can neither read nor change the text (AES-256-GCM), nor use it after it has expired or for another request.
 * Spec: 2026-07-28 basic/patterns/mrtr#security
 */
import { McpError } from '../errors/mcp-error.js';
import { ToolError } from '../errors/tool-error.js';
import type { Clock } from '../model/clock.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { decodeBase64Url, encodeBase64Url } from './base64-url.js';
import { digestExactly } from './exact-digest.js';

/** The call that the state belongs to: the state opens only with the same values. */
export interface StateBinding {
  /** The name of the asking server: several servers may share one key and have tools of the same name. */
  readonly server: string;
  /** The identity of the caller; empty where callers are not authenticated. */
  readonly principal: string;
  readonly method: string;
  readonly params: JsonObject;
}

/** Seals states under one key, and opens those of several. */
export interface StateSealer {
  /** @throws ToolError when the state exceeds the size that a client may be given */
  seal(content: JsonObject, binding: StateBinding): Promise<string>;
  /** @throws McpError `invalid-params` for a state that was changed, has expired or belongs to another request */
  open(sealed: string, binding: StateBinding): Promise<JsonObject>;
}

type SealKey = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>;

/** Version of the sealed format: a state of another format does not open, even with the same key. */
const version = 'v2';
const ivBytes = 12;
/** Longest state that is issued or accepted, in characters. */
const maxStateLength = 256 * 1024;

/**
 * @param keys of 32 bytes: the first one seals, all of them open; replicas that share them accept each other's states
 * @param lifetimeMs how long a state stays valid
 */
export function openStateSealer(keys: readonly Uint8Array[], lifetimeMs: number, clock: Clock): StateSealer {
  const [first, ...others] = keys.map(importKey);
  if (!first) throw new RangeError('a key is needed to seal states');
  return {
    async seal(content, binding) {
      const iv = globalThis.crypto.getRandomValues(new Uint8Array(ivBytes));
      const plain = new TextEncoder().encode(JSON.stringify({ content, expiresAt: clock.now() + lifetimeMs }));
      const parameters = { name: 'AES-GCM', iv, additionalData: await digestOf(binding) };
      const cipher = new Uint8Array(await globalThis.crypto.subtle.encrypt(parameters, await first, plain));
      const sealed = `${version}.${encodeBase64Url(iv)}.${encodeBase64Url(cipher)}`;
      if (sealed.length > maxStateLength) throw new ToolError(describeExcess(sealed.length));
      return sealed;
    },
    async open(sealed, binding) {
      const parts = readParts(sealed);
      const additionalData = await digestOf(binding);
      let state = parts && (await decrypt(parts, await first, additionalData));
      for (const key of others) state ??= parts && (await decrypt(parts, await key, additionalData));
      if (!state || typeof state['expiresAt'] !== 'number' || !isJsonObject(state['content'])) throw refusedState();
      if (state['expiresAt'] < clock.now()) throw refusedState();
      return state['content'];
    },
  };
}

function describeExcess(length: number): string {
  return `what the call must remember has ${length} characters, more than the ${maxStateLength} that a client carries`;
}

/** Gives one message for every reason: the exact reason would help only an attacker. */
function refusedState(): McpError {
  return new McpError('invalid-params', '"requestState" is not valid for this request, or no longer');
}

function importKey(key: Uint8Array): Promise<SealKey> {
  if (key.length !== 32) throw new RangeError(`the state key must have 32 bytes, got ${key.length}`);
  return globalThis.crypto.subtle.importKey('raw', Uint8Array.from(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

interface SealedParts {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly cipher: Uint8Array<ArrayBuffer>;
}

function readParts(sealed: string): SealedParts | undefined {
  const [tag, iv, cipher, ...rest] = sealed.slice(0, maxStateLength).split('.');
  if (tag !== version || !iv || !cipher || rest.length > 0) return undefined;
  try {
    return { iv: decodeBase64Url(iv), cipher: decodeBase64Url(cipher) };
  } catch {
    // Not base64: the caller refuses it like a broken seal.
    return undefined;
  }
}

async function decrypt(
  { iv, cipher }: SealedParts,
  key: SealKey,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<JsonObject | undefined> {
  try {
    const parameters = { name: 'AES-GCM', iv, additionalData };
    const plain = await globalThis.crypto.subtle.decrypt(parameters, key, cipher);
    const state: unknown = JSON.parse(new TextDecoder().decode(plain));
    return isJsonObject(state) ? state : undefined;
  } catch {
    // The seal is broken, or made with another key: the caller refuses both with the same message.
    return undefined;
  }
}

function digestOf({ server, principal, method, params }: StateBinding): Promise<Uint8Array<ArrayBuffer>> {
  const salient = { name: params['name'], uri: params['uri'], arguments: params['arguments'] ?? {} };
  return digestExactly([version, server, principal, method, salient]);
}
