/**
 * The pages that clients were asked to open for one upstream server, by the upstream's ids. The upstream's notice that a page is done
 * reaches only the client that was asked to open it.
 *
 * Spec: 2025-11-25 client/elicitation#url-mode
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { RelayedError, type CallSession, type ClientFacts } from '@sigil/core/catalog';
import { pageDoneMethod, urlElicitationRequired, writeNotification } from '@sigil/client/internal';

/** The number of pages whose notices are passed on; the oldest are forgotten first. */
export const mostAskedPages = 1_000;

export class PageRequests {
  readonly #askedIn = new Map<string, CallSession>();

  /** @returns the upstream's id of the page that the client is asked to open; `undefined` if the client's revision has no such ids */
  remember(client: ClientFacts | undefined, { mode, elicitationId }: JsonObject): string | undefined {
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

  /** Remembers the pages in an error that the client gets unchanged. */
  rememberAll(client: ClientFacts | undefined, error: unknown): void {
    if (!(error instanceof RelayedError) || error.code !== urlElicitationRequired) return;
    const listed = isJsonObject(error.data) ? error.data['elicitations'] : undefined;
    if (Array.isArray(listed)) for (const page of listed.filter(isJsonObject)) this.remember(client, page);
  }

  /** Notifies the client that was asked, once. Ignores an unknown id. */
  done({ elicitationId }: JsonObject): void {
    if (typeof elicitationId !== 'string') return;
    const session = this.#askedIn.get(elicitationId);
    this.#askedIn.delete(elicitationId);
    session?.notify(writeNotification(pageDoneMethod, { elicitationId }));
  }
}
