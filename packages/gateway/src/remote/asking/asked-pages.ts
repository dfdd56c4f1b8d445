/**
 * The pages that clients were asked to open on behalf of one upstream server, by the upstream's ids for them, so that its word that a page
 * was dealt with reaches the client that was asked, and no other.
 *
 * Spec: 2025-11-25 client/elicitation#url-mode
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { RelayedError, type CallSession } from '@sigil/core/catalog';
import { urlElicitationRequired } from '../conversation/read-outcome.js';
import type { Passing } from './passing.js';
import { pageDoneMethod } from '../conversation/exchange.js';
import { writeNotification } from '../conversation/request-ids.js';

/** Of so many pages an upstream's word is passed on; the oldest are forgotten. */
export const mostAskedPages = 1_000;

export class AskedPages {
  readonly #askedIn = new Map<string, CallSession>();

  /** @returns the upstream's id of a page that the call's client is asked to open; none where its revision has none */
  remember({ client }: Passing, { mode, elicitationId }: JsonObject): string | undefined {
    if (mode !== 'url' || typeof elicitationId !== 'string' || client?.knowsPageErrors !== true) return undefined;
    if (!client.session) return elicitationId;
    this.#askedIn.delete(elicitationId);
    this.#askedIn.set(elicitationId, client.session);
    for (const oldest of this.#askedIn.keys()) {
      if (this.#askedIn.size <= mostAskedPages) break;
      this.#askedIn.delete(oldest);
    }
    return elicitationId;
  }

  /** Reads the pages of an error that the client gets as it is. */
  rememberAll(passing: Passing, error: unknown): void {
    if (!(error instanceof RelayedError) || error.code !== urlElicitationRequired) return;
    const listed = error.data?.['elicitations'];
    if (Array.isArray(listed)) for (const page of listed.filter(isJsonObject)) this.remember(passing, page);
  }

  /** Tells the client that was asked, once; does nothing for an id that nobody was asked with. */
  done({ elicitationId }: JsonObject): void {
    if (typeof elicitationId !== 'string') return;
    const session = this.#askedIn.get(elicitationId);
    this.#askedIn.delete(elicitationId);
    session?.notify(writeNotification(pageDoneMethod, { elicitationId }));
  }
}
