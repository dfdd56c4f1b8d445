/**
 * The only caller of a server session, with which the server can also communicate between calls.
 *
 * Spec: 2025-11-25 server/utilities/logging, client/roots#root-list-changes
 */
import { isLogged, isLogLevel, type CallSession } from '@sigil/core/catalog';
import type { WireMessage } from '../wire/wire-message.js';
import { writeNotification } from './request-text.js';

export class SingleCaller {
  /** The caller's session with us; unknown until its first call. */
  #session: CallSession | undefined;
  #stopListening: (() => void) | undefined;

  /** @param onRootsChanged called when the caller announces that its roots have changed */
  constructor(private readonly onRootsChanged: () => void) {}

  /** Notes the session of a call. */
  noteSession(session: CallSession | undefined): void {
    if (session === undefined || session === this.#session) return;
    this.close();
    this.#session = session;
    this.#stopListening = session.onRootsChanged(this.onRootsChanged);
  }

  /** Passes on a log message that belongs to no call, if the caller wants its level. Other notifications are not the caller's. */
  log({ method, params: { level, logger, data = null } }: WireMessage): void {
    if (method !== 'notifications/message' || !isLogLevel(level)) return;
    if (!isLogged(level, this.#session?.logThreshold)) return;
    const named = typeof logger === 'string' ? { logger } : {};
    this.#session?.notify(writeNotification(method, { level, ...named, data }));
  }

  close(): void {
    this.#stopListening?.();
    this.#session = undefined;
  }
}
