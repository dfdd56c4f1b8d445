/**
 * A contract for invalid requests over every transport: answer each whose id can be read, in
 * every revision, so that no client waits for ever.
 *
 * Works on JSON texts; every answer is validated against the published schema of the revision.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { Engine } from '@sigil/core/engine';
import { findRevision } from '@sigil/core/internal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modernEnvelope } from '../clients/modern-envelope.js';
import { createMessageValidator, type MessageValidator } from '../schemas/message-validator.js';
import { createContractEngine } from './contract-engine.js';
import type { TransportPair } from './transport-contract.js';

/** The differences between transports. */
export interface RefusedRequestsOptions {
  /** The dates of the revisions it carries; all when left out. */
  readonly revisions?: readonly string[];
  /** The longest text it accepts, in bytes, if a longer one does not end the connection. */
  readonly maxTextBytes?: number;
  /** True when each text has one answer, with a status: requests of a batch are then answered only in revisions with batches. */
  readonly hasStatuses?: boolean;
}

/** Writes an invalid request with the id. */
type WriteWrong = (id: JsonValue) => string;

const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
const wrongTexts: readonly (readonly [string, WriteWrong])[] = [
  ['is cut off', (id) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"ping"`],
  ['has a comma too many', (id) => `{"method":"ping","jsonrpc":"2.0","id":${JSON.stringify(id)},}`],
  [
    'nests too deep after its id',
    (id) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"ping","params":${deep}}`,
  ],
  [
    'nests too deep before its id',
    (id) => `{"method":"ping","params":${deep},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`,
  ],
  ['is of another version', (id) => JSON.stringify({ jsonrpc: '1.0', id, method: 'ping' })],
  ['has no method', (id) => JSON.stringify({ jsonrpc: '2.0', id })],
  ['has a method that is no text', (id) => JSON.stringify({ jsonrpc: '2.0', id, method: 7 })],
  ['has params that are no object', (id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: [1] })],
];

/** Declares the suite for one transport; call it at the top of a test file. */
export function runRefusedRequests(
  name: string,
  open: (engine: Engine, revisionDate: string) => Promise<TransportPair>,
  options: RefusedRequestsOptions = {},
): void {
  const dates = options.revisions ?? ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
  describe.each(dates)(`a request over ${name} in %s`, (date) => {
    let peer: RawPeer;

    beforeEach(async () => {
      const { engine } = createContractEngine();
      peer = new RawPeer(await open(engine, date), date);
      await peer.shakeHands();
    });

    afterEach(() => peer.close());

    test.each(wrongTexts)('that %s is answered with an error under its id', async (_what, write) => {
      for (const id of [41, 'a "b"']) {
        peer.send(write(id), [id]);

        expect(await peer.answerTo(id)).toMatchObject({ error: { code: expect.any(Number) } });
      }
    });

    if (options.maxTextBytes !== undefined) declareTooLong(() => peer, options.maxTextBytes);
    if (!options.hasStatuses || findRevision(date)?.batches === 'accepted') declareBatches(() => peer);
  });
}

function declareTooLong(peer: () => RawPeer, maxTextBytes: number): void {
  const params = { name: 'echo', arguments: { text: 'x'.repeat(maxTextBytes) } };

  test.each([
    ['first', { jsonrpc: '2.0', id: 5, method: 'tools/call', params }],
    ['last', { method: 'tools/call', params, jsonrpc: '2.0', id: 5 }],
  ])('that is too long, with its id %s, is answered with an error that names the limit', async (_where, message) => {
    peer().send(JSON.stringify(message), [5]);

    expect(await peer().answerTo(5)).toMatchObject({ error: { message: expect.stringContaining('limit') } });
  });
}

function declareBatches(peer: () => RawPeer): void {
  const ping = (id: JsonValue): JsonObject => ({ jsonrpc: '2.0', id, method: 'ping' });
  const batches: readonly (readonly [string, readonly JsonValue[]])[] = [
    ['a good one', [ping(1), ping(2)]],
    ['one that is no request', [ping(1), { jsonrpc: '2.0', id: 2, method: 7 }]],
    ['"initialize"', [ping(1), { ...ping(2), method: 'initialize' }]],
    ['things that are no messages', [1, null, ping(1), 'x', ping(2)]],
    [
      'more than there may be',
      [...Array.from({ length: 100 }, () => ({ jsonrpc: '2.0', method: 'x' })), ping(1), ping(2)],
    ],
    ['what claims the modern era', [ping(1), { ...ping(2), params: { _meta: modernEnvelope('2026-07-28') } }]],
  ];

  test.each(batches)('in a batch with %s is answered', async (_what, batch) => {
    peer().send(JSON.stringify(batch), [1, 2]);

    expect([await peer().answerTo(1), await peer().answerTo(2)]).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  test('in a batch that is cut off is answered', async () => {
    peer().send(JSON.stringify([ping(1), ping(2)]).slice(0, -1), [1, 2]);

    expect([await peer().answerTo(1), await peer().answerTo(2)]).toMatchObject([{ id: 1 }, { id: 2 }]);
  });
}

/** Sends raw texts, and finds answers by their ids. */
class RawPeer {
  readonly #validator: MessageValidator;
  readonly #received: JsonObject[] = [];
  readonly #problems: string[] = [];
  #onMessage: () => void = () => undefined;

  constructor(
    private readonly pair: TransportPair,
    private readonly date: string,
  ) {
    this.#validator = createMessageValidator(date);
    pair.onMessage((text) => this.#receive(text));
  }

  async shakeHands(): Promise<void> {
    if (findRevision(this.date)?.era === 'modern') return;
    const clientInfo = { name: 'refused', version: '1' };
    const params = { protocolVersion: this.date, capabilities: {}, clientInfo };
    const hello = JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params });
    this.#validator.noteSent(hello);
    this.pair.send(hello);
    await this.answerTo('hello');
    this.pair.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  }

  /** @param ids of the requests in it, for the validation of the answers */
  send(text: string, ids: readonly JsonValue[]): void {
    for (const id of ids) this.#validator.noteSent(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
    this.pair.send(text);
  }

  async answerTo(id: JsonValue): Promise<JsonObject> {
    for (;;) {
      const at = this.#received.findIndex((message) => message['id'] === id);
      expect(this.#problems).toEqual([]);
      if (at !== -1) return this.#received.splice(at, 1)[0]!;
      await new Promise<void>((resolve) => (this.#onMessage = resolve));
    }
  }

  async close(): Promise<void> {
    await this.pair.close();
    expect(this.#problems).toEqual([]);
  }

  #receive(text: string): void {
    this.#problems.push(...this.#validator.problemsIn(text));
    const parsed = JSON.parse(text) as JsonValue;
    for (const message of Array.isArray(parsed) ? parsed : [parsed])
      if (isJsonObject(message)) this.#received.push(message);
    this.#onMessage();
  }
}
