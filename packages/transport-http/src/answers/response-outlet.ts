/**
 * Sends the engine's messages for one POST to the client. The first message determines the form: a response alone is a JSON body,
 * anything before it opens an event stream.
 *
 * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
// The global of this name is an accessor, which every answer would call.
import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { EncodedMessage, Outgoing, Outlet } from '@sigil/core/engine';
import type { ClientConnection } from '@sigil/core/internal';
import type { Clock } from '../clock.js';
import { EventStream, type StreamLimits } from './event-stream.js';
import type { Denial, DenyScopes } from '../requests/authentication.js';
import type { HttpExchange } from '../requests/http-exchange.js';
import type { StatusTable } from './http-status.js';
import { ourFault, refuse, tooMuch, withSession, type Refusal } from '../requests/refusal.js';
import { keepAliveHead } from '../requests/keep-alive-header.js';
import { sessionHead } from '../requests/session-header.js';
import { messageEvent } from './sse-event.js';
import { countedFromBytes, endUnread } from './unread-answers.js';

const jsonType = 'application/json';
/** In this time a reader takes an answer, or is disconnected. */
const retryAfterSeconds = 5;

/** An answer that became a stream of messages. */
export interface AnswerStream {
  /** @returns resolves when the reader can take more, or is gone */
  send(json: string): Promise<void>;
  /** @returns resolves when the last message has been written; `undefined` when it already is */
  end(json?: string): Promise<void> | undefined;
  /** Ends the connection, not the stream. */
  releaseConnection(): void;
}

/** Makes streams that outlive the connection they begin on. */
export interface AnswerStreams {
  begin(connection: EventStream): AnswerStream;
  /** True when their readers can reconnect. */
  readonly canReleaseConnection: boolean;
}

/** The rules for an endpoint's answers to clients of one era. */
export interface AnswerRules {
  readonly statusOf: StatusTable;
  readonly limits: StreamLimits;
  readonly clock: Clock;
  readonly denyScopes?: DenyScopes | undefined;
}

/** The session that an answer belongs to. */
export interface AnswerSession {
  /** The streams that carry answers; the peer also answers our requests there. */
  readonly streams: AnswerStreams;
  /** Sent with every answer; that of a new session only with a success. */
  readonly id: string;
  readonly isNew?: boolean;
}

/** One answer, from its first message to its end. */
export class ResponseOutlet implements Outlet {
  #stream: AnswerStream | undefined = undefined;
  /** True once no further message is accepted. */
  #isEnded = false;
  readonly connection: ClientConnection;
  readonly #exchange: HttpExchange;
  readonly #response: ServerResponse;

  /** Handles the loss of the connection from now on: the caller may leave before its answer is sent. */
  constructor(
    exchange: HttpExchange,
    private readonly rules: AnswerRules,
    private readonly session?: AnswerSession,
  ) {
    this.connection = exchange.connection;
    this.#exchange = exchange;
    this.#response = exchange.response;
    this.#response.on('error', ignore);
  }

  get carriesRequests(): boolean {
    return this.session !== undefined && this.#exchange.forms.stream && !this.#isLost;
  }

  send(message: Outgoing): Promise<void> | undefined {
    if (message.kind === 'response') this.#exchange.release();
    if (this.#isEnded || this.#isLost) return undefined;
    if (message.kind === 'response') return this.#end(message);
    if (!this.#exchange.forms.stream) return undefined;
    return this.#openStream().send(message.json);
  }

  releaseConnection(): boolean {
    const canReleaseConnection = this.#exchange.forms.stream && this.session?.streams.canReleaseConnection === true;
    if (this.#isEnded || this.#isLost || !canReleaseConnection) return false;
    this.#openStream().releaseConnection();
    return true;
  }

  /** Ends the answer when no response ended it: nothing more will be sent. @returns resolves when everything has been written */
  async finish(): Promise<void> {
    if (this.#isEnded || this.#isLost) return;
    this.#isEnded = true;
    if (this.#stream) {
      await this.#stream.end();
      return;
    }
    const head = this.session ? sessionHead(this.session.id) : [];
    this.#response.writeHead(202, ['Content-Length', '0', ...head, ...keepAliveHead(this.#response)]);
    this.#response.end();
  }

  /** Ends the answer with an internal error, or disconnects if the answer has begun. */
  fail(): void {
    if (this.#isEnded || this.#isLost) return;
    this.#isEnded = true;
    if (!this.#response.headersSent) {
      this.#refuse(ourFault);
      return;
    }
    this.#response.destroy();
    void this.#stream?.end();
  }

  /** True when the peer left before it received anything, so that it has no id to resume with. */
  get #isLost(): boolean {
    return this.#stream === undefined && this.#response.destroyed;
  }

  #end(message: Outgoing): Promise<void> | undefined {
    // Status and headers carry a challenge: in a stream it would be lost.
    if (this.#stream || (!this.#exchange.forms.json && !message.scopes)) {
      this.#isEnded = true;
      return this.#openStream().end(message.json);
    }
    this.#writeBody(message);
    this.#isEnded = true;
    return undefined;
  }

  #writeBody(message: Outgoing): void {
    const { json, encoded, scopes } = message;
    const bytes = encoded ? lengthOf(encoded) : Buffer.byteLength(json);
    const { answerBytes } = this.connection;
    const full = bytes < countedFromBytes ? undefined : answerBytes.take(bytes);
    if (full) {
      this.#refuse(tooMuch(full, retryAfterSeconds));
      return;
    }
    const keepAlive = keepAliveHead(this.#response);
    const { session } = this;
    const isNamed = session !== undefined && !(session.isNew && message.problem);
    // Written out twice, since a header that is added to the array later makes room for 16 more.
    const head = isNamed
      ? ['Content-Type', jsonType, 'Content-Length', String(bytes), 'Mcp-Session-Id', session.id, ...keepAlive]
      : ['Content-Type', jsonType, 'Content-Length', String(bytes), ...keepAlive];
    if (scopes && this.rules.denyScopes)
      head.push(...headersOf(this.rules.denyScopes(scopes, this.#exchange.request.url)));
    this.#response.writeHead(message.problem ? this.rules.statusOf(message.problem) : 200, head);
    if (encoded) this.#writeEncoded(encoded);
    // As many bytes as characters means ASCII, which needs no transcoding.
    else this.#write(json, bytes === json.length ? 'latin1' : 'utf8');
    if (this.#response.writableLength > 0) {
      endUnread(this.#response, bytes, answerBytes, this.rules.limits);
      return;
    }
    // Everything was written immediately, as in most cases.
    this.#response.end();
    if (bytes >= countedFromBytes) answerBytes.give(bytes);
  }

  #refuse(refusal: Refusal): void {
    const { session } = this;
    refuse(this.#response, session && !session.isNew ? withSession(refusal, session.id) : refusal);
  }

  /** Writes the text in one piece with the head: `end` would add an empty piece after it, and two pieces cost more than one. */
  #write(json: string, encoding: BufferEncoding): void {
    const { socket } = this.#response;
    // There is no socket to write to until the previous answer is over.
    if (!socket) {
      this.#response.end(json, encoding);
      return;
    }
    socket.cork();
    this.#response.write(json, encoding);
    socket.uncork();
  }

  /** Writes once to the socket, without copying the bytes. */
  #writeEncoded({ before, body, after }: EncodedMessage): void {
    this.#response.cork();
    this.#response.write(before);
    this.#response.write(body.bytes);
    this.#response.write(after);
    this.#response.uncork();
  }

  #openStream(): AnswerStream {
    if (this.#stream) return this.#stream;
    const { limits, clock } = this.rules;
    const { session } = this;
    const opening = { clock, reader: this.connection, headers: session ? sessionHead(session.id) : [] };
    const connection = new EventStream(this.#response, limits, opening);
    this.#stream = session ? session.streams.begin(connection) : new PlainStream(connection);
    return this.#stream;
  }
}

function headersOf({ headers }: Denial): string[] {
  return Object.entries(headers).flat();
}

function lengthOf({ before, body, after }: EncodedMessage): number {
  return Buffer.byteLength(before) + body.bytes.length + Buffer.byteLength(after);
}

/** A stream that ends with its connection. */
class PlainStream implements AnswerStream {
  constructor(readonly connection: EventStream) {}

  send(json: string): Promise<void> {
    return this.connection.send(messageEvent(json));
  }

  end(json?: string): undefined {
    this.connection.end(json === undefined ? '' : messageEvent(json));
    return undefined;
  }

  releaseConnection(): void {
    // Its peer could not reconnect.
  }
}

/** Ignores the error of a caller that is gone; the response's `close` event reports it too. */
function ignore(): void {
  // Without a listener, node:http would end the process.
}
