/**
 * Our requests to a legacy peer: sends them, matches answers to them, and times out.
 *
 * Spec: 2025-11-25 basic/index#requests, basic/lifecycle#timeouts
 */
import { writeNotification, writeRequest, type PeerResponse, type RequestId } from '../json-rpc/messages.js';
import type { Clock, StopWaiting } from '../model/clock.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Outgoing, Outlet } from '../calls/outlet.js';

/** The peer answered with an error. */
export class PeerRefusal extends Error {
  override readonly name = 'PeerRefusal';

  constructor(readonly code: JsonValue | undefined) {
    super('the client answered with an error');
  }
}

/** The peer did not answer in time. */
export class PeerTimeout extends Error {
  override readonly name = 'PeerTimeout';
}

interface Waiting {
  readonly resolve: (result: JsonValue) => void;
  readonly reject: (reason: Error) => void;
}

/** One question to send. */
export interface PeerRequestToSend {
  readonly method: string;
  readonly params: JsonObject;
  readonly outlet: Outlet;
  /** Ends the wait; the peer then receives a cancellation. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const form = /^sigil-([A-Za-z0-9]+)-\d+$/;

/** @returns the process that asked the question with this id, if the id names one */
export function processOfQuestion(id: RequestId): string | undefined {
  return form.exec(String(id))?.[1];
}

export class PeerRequests {
  readonly #waiting = new Map<RequestId, Waiting>();
  #lastId = 0;

  /** @param process prefixes the ids, where the peer may answer to another process */
  constructor(
    private readonly clock: Clock,
    private readonly process?: string,
  ) {}

  /**
   * @throws PeerRefusal when the peer answered with an error, PeerTimeout after `timeoutMs`, or the signal's reason when it was
   * aborted
   */
  async send({ method, params, outlet, signal, timeoutMs }: PeerRequestToSend): Promise<JsonValue> {
    signal.throwIfAborted();
    const number = ++this.#lastId;
    const id = this.process === undefined ? `sigil-${number}` : `sigil-${this.process}-${number}`;
    const request = { kind: 'request', json: writeRequest(id, method, params) } as const;
    let stopWaiting: StopWaiting | undefined;
    const answered = new Promise<JsonValue>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const giveUp = (reason: Error): void => {
        if (!this.#waiting.has(id)) return;
        if (!outlet.withdraw?.(request)) void outlet.send(cancellationOf(id));
        reject(reason);
      };
      signal.addEventListener('abort', () => giveUp(signal.reason as Error), { once: true });
      stopWaiting = this.clock.after(timeoutMs, () => giveUp(new PeerTimeout(describeTimeout(timeoutMs))));
    });
    // `answered` may reject while the question is still being sent, before it is awaited.
    answered.catch(() => undefined);
    try {
      await outlet.send(request);
      return await answered;
    } finally {
      stopWaiting?.();
      this.#waiting.delete(id);
    }
  }

  /** Gives an answer to the waiting call; drops an answer that no call waits for. */
  receive({ id, result, error }: PeerResponse): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (error) waiting.reject(new PeerRefusal(error['code']));
    else waiting.resolve(result ?? null);
  }
}

function cancellationOf(requestId: RequestId): Outgoing {
  const params = { requestId, reason: 'no longer needed' };
  return { kind: 'notification', json: writeNotification('notifications/cancelled', params) };
}

function describeTimeout(timeoutMs: number): string {
  return `the client did not answer within ${timeoutMs} ms (limit askTimeoutMs)`;
}
