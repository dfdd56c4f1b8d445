/**
 * The context of one running call: its cancellation, its deadline and its progress.
 */
import { writeNotification } from '../json-rpc/write-message.js';
import type { Context } from '../model/context.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';

/** Sends a notification that belongs to the call. Resolves when the transport can take more. */
export type Notify = (json: string) => Promise<void>;

export class CallContext implements Context {
  readonly #revision: Revision;
  readonly #progressToken: JsonValue | undefined;
  readonly #notify: Notify;
  #lastProgress = Number.NEGATIVE_INFINITY;
  #isOver = false;
  #abortReason: Error | undefined;
  // Made only when an author reads the signal: it is the dearest part of a call that needs none.
  #controller: AbortController | undefined;
  #onAbort: ((reason: Error) => void) | undefined;

  constructor(params: JsonObject, revision: Revision, notify: Notify) {
    const meta = params['_meta'];
    this.#progressToken = isJsonObject(meta) ? meta['progressToken'] : undefined;
    this.#revision = revision;
    this.#notify = notify;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#abortReason) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  /** Why the call was aborted; undefined while it may go on. */
  get abortReason(): Error | undefined {
    return this.#abortReason;
  }

  async reportProgress(progress: number, total?: number, message?: string): Promise<void> {
    if (!isToken(this.#progressToken) || !Number.isFinite(progress) || progress <= this.#lastProgress) return;
    this.#lastProgress = progress;
    const params: Record<string, JsonValue> = { progressToken: this.#progressToken, progress };
    if (total !== undefined && Number.isFinite(total)) params['total'] = total;
    if (message !== undefined && this.#revision.progressMessage === 'known') params['message'] = message;
    await this.notify('notifications/progress', params);
  }

  /** Sends a notification of this call, unless it is over or aborted. */
  async notify(method: string, params: JsonObject): Promise<void> {
    if (!this.#isOver && !this.#abortReason) await this.#notify(writeNotification(method, params));
  }

  /** Aborts the call once; whoever waits in `untilAborted` is let go. */
  abort(reason: Error): void {
    if (this.#isOver || this.#abortReason) return;
    this.#abortReason = reason;
    this.#onAbort?.(reason);
    this.#controller?.abort(reason);
  }

  /** Rejects with the reason when the call is aborted; one waiter at a time. */
  untilAborted(): Promise<never> {
    return new Promise((_, reject) => {
      this.#onAbort = reject;
      if (this.#abortReason) reject(this.#abortReason);
    });
  }

  /** The call has its outcome: nothing more is sent for it. */
  finish(): void {
    this.#isOver = true;
    this.#onAbort = undefined;
  }
}

/** The reason of a call that its peer no longer wants. */
export class CallCancelled extends Error {
  override readonly name = 'CallCancelled';
}

/** The reason of a call whose server goes away. */
export class ServerClosing extends Error {
  override readonly name = 'ServerClosing';
}

/** The reason of a call that ran into its deadline. */
export class CallTimedOut extends Error {
  override readonly name = 'CallTimedOut';
}

function isToken(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
