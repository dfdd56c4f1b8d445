import { catalogOf, swappableSource, type SwappableSource } from '../catalog/catalog.test-support.js';
import type { Catalog } from '../catalog/catalog.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import { openConversation } from './conversation.js';
import { createEngine } from './create-engine.js';
import type { Engine, EngineOptions, Fault } from './engine.js';
import type { HeaderClaims } from './incoming-message.js';
import type { Outgoing, Outlet } from '../calls/outlet.js';

export const legacyRevisions = revisions.filter(({ era }) => era === 'legacy');
export const latestLegacy = legacyRevisions.at(-1)!;
export const modern = revisions.at(-1)!;
export const batching = revisions.find(({ batches }) => batches === 'accepted')!;

export interface TestEngine {
  readonly engine: Engine;
  readonly source: SwappableSource;
  readonly faults: readonly Fault[];
}

export function engineOf(catalog: Catalog = catalogOf(), options: Partial<EngineOptions> = {}): TestEngine {
  const source = swappableSource(catalog);
  const faults: Fault[] = [];
  const info = { name: 'sky', version: '1.0.0' };
  const engine = createEngine({ info, source, onFault: (fault) => void faults.push(fault), ...options });
  return { engine, source, faults };
}

/** An outlet that records its messages. */
export function collect(): { outlet: Outlet; sent: JsonObject[]; outgoing: Outgoing[] } {
  const sent: JsonObject[] = [];
  const outgoing: Outgoing[] = [];
  const send = async (message: Outgoing) => {
    outgoing.push(message);
    sent.push(JSON.parse(message.json));
  };
  return { outlet: { send }, sent, outgoing };
}

/** A client at the other end of a pipe. */
export interface Talk {
  /** Everything the server sent, in order. */
  readonly sent: JsonObject[];
  /** Sends a message or a raw text; settles when nothing more will be sent for it. */
  send(message: JsonValue | string): Promise<void>;
  /** Sends a request and returns its answer. */
  request(message: JsonObject): Promise<JsonObject | undefined>;
  close(): void;
}

export function talkTo({ engine }: TestEngine): Talk {
  const { outlet, sent } = collect();
  const conversation = openConversation(engine, outlet);
  const send = async (message: JsonValue | string): Promise<void> =>
    conversation.receive(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    sent,
    send,
    close: () => conversation.close(),
    async request(message) {
      const before = sent.length;
      await send(message);
      return sent.slice(before).find((it) => it['id'] === message['id'] && it['method'] === undefined);
    },
  };
}

/** Connects a client that is ready to send requests, after the handshake if there is one. */
export async function talkIn(revision: Revision, server: TestEngine): Promise<Talk> {
  const talk = talkTo(server);
  if (revision.era === 'modern') return talk;
  await talk.send(initializeOf(revision.date));
  await talk.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  talk.sent.length = 0;
  server.source.restartCount();
  return talk;
}

export function initializeOf(
  protocolVersion: string,
  id: JsonValue = 'init',
  capabilities: JsonObject = {},
): JsonObject {
  const params = { protocolVersion, capabilities, clientInfo: { name: 'client', version: '1' } };
  return { jsonrpc: '2.0', id, method: 'initialize', params };
}

export function envelopeOf(revision: Revision = modern): JsonObject {
  return { [metaKeys.protocolVersion]: revision.date, [metaKeys.clientCapabilities]: {} };
}

/** A request of the revision's era. */
export function requestIn(revision: Revision, id: JsonValue, [method, params = {}]: [string, JsonObject?]): JsonObject {
  if (revision.era === 'legacy') return { jsonrpc: '2.0', id, method, params };
  const own = isJsonObject(params['_meta']) ? params['_meta'] : {};
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...envelopeOf(revision), ...own } } };
}

export function callIn(revision: Revision, id: JsonValue, params: JsonObject): JsonObject {
  return requestIn(revision, id, ['tools/call', params]);
}

export function mirrorOf(members: Partial<HeaderClaims> = {}): HeaderClaims {
  return {
    protocolVersion: modern.date,
    method: undefined,
    name: undefined,
    parameter: () => undefined,
    ...members,
  };
}

export function codeOf(message: JsonObject | undefined): JsonValue | undefined {
  const error = message?.['error'];
  return isJsonObject(error) ? error['code'] : undefined;
}

export function resultIn(message: JsonObject | undefined): JsonObject {
  const result = message?.['result'];
  if (!isJsonObject(result)) throw new Error(`expected a result, got ${JSON.stringify(message)}`);
  return result;
}

/** A promise that its caller resolves. */
export function deferred<Value = void>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Lets all pending work proceed. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
