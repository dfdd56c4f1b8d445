/**
 * One HTTP request and its answer, as passed between the parts of an endpoint.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '@sigil/core/engine';
import { assumedHttpRevision, findRevision, type Budget, type ClientConnection } from '@sigil/core/internal';
import { readAccept, type AnswerForms } from './read-accept.js';
import { readHeaders, type RequestHeaders } from './request-headers.js';

/** A request with the headers that were read, and the number of its bytes in memory. */
export class HttpExchange {
  readonly headers: RequestHeaders;
  readonly forms: AnswerForms;
  /** The caller, once authenticated; undefined where callers are not authenticated. */
  principal: Principal | undefined = undefined;
  #requestBytes = 0;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** The connection that counts its bytes: first by address, and by caller once known. */
    public connection: ClientConnection,
  ) {
    this.headers = readHeaders(request.rawHeaders);
    this.forms = readAccept(this.headers.accept);
  }

  /** True when a batch is answered with an array: by its headers the request uses the revision that has batches. */
  get hasBatches(): boolean {
    const revision = findRevision(this.headers.protocolVersion ?? assumedHttpRevision.date);
    return revision?.batches === 'accepted';
  }

  /** Counts received bytes. @returns the exhausted budget, if any: then the bytes are not counted and must not be kept */
  count(bytes: number): Budget | undefined {
    const full = this.connection.requestBytes.take(bytes);
    if (!full) this.#requestBytes += bytes;
    return full;
  }

  /** Releases the bytes of the request: it was answered or refused. */
  release(): void {
    // Reading the budget creates it, and most connections of streams never need it.
    if (this.#requestBytes > 0) this.connection.requestBytes.give(this.#requestBytes);
    this.#requestBytes = 0;
  }
}
