/**
 * The only client of a server over standard input and output. Its first message says what it can be asked, so upstream servers that are
 * reached after it get the capabilities of the client itself.
 *
 * Spec: docs/operate/gateway.md
 */
import type { Readable } from 'node:stream';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { metaKeys } from '@sigil/core/internal';
import type { PeekedLine } from '@sigil/transport-stdio';

/** Clients send their first message at once. Without one, upstream servers are reached as for a client that can do everything. */
const firstMessageMs = 2_000;

export class StdioClient {
  #peeked: Promise<PeekedLine> | undefined;
  #isServed = false;

  /** @param signal ends the wait for the first message */
  constructor(
    private readonly input: Readable & { readonly isTTY?: boolean },
    private readonly signal?: AbortSignal,
  ) {}

  /** Waits for the first message. @returns `undefined` when it did not come in time or declares nothing, and once the client is served */
  async capabilities(): Promise<JsonObject | undefined> {
    // A person at a terminal sends no message before seeing that the server runs.
    if (this.#isServed || this.input.isTTY === true) return undefined;
    const { line } = await (this.#peeked ??= this.#peek());
    return line === undefined ? undefined : declaredIn(line);
  }

  /** Returns the input to serve, with the first message. */
  async serve(): Promise<Readable> {
    this.#isServed = true;
    return this.#peeked ? (await this.#peeked).input : this.input;
  }

  async #peek(): Promise<PeekedLine> {
    const { peekLine } = await import('@sigil/transport-stdio');
    return peekLine(this.input, firstMessageMs, this.signal);
  }
}

/** Reads the capabilities from a handshake, or from the envelope of a request of the newest revision. */
function declaredIn(line: string): JsonObject | undefined {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    // The transport refuses it.
    return undefined;
  }
  const { method, params } = isJsonObject(message) ? message : {};
  if (!isJsonObject(params)) return undefined;
  const { _meta: meta } = params;
  const envelope = isJsonObject(meta) ? meta[metaKeys.clientCapabilities] : undefined;
  const declared = method === 'initialize' ? params['capabilities'] : envelope;
  return isJsonObject(declared) ? declared : undefined;
}
