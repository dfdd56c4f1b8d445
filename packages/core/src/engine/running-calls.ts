/**
 * The calls of one engine that run now, of every era, so that closing can end them.
 */
import { ServerClosing } from '../calls/abort-reasons.js';
import type { Call } from '../calls/call.js';
import { RunningList } from '../model/running-list.js';

export class RunningCalls {
  readonly #running = new RunningList<Call>();
  #isClosed = false;

  /** Tracks a call while `serve` runs. */
  async run<Served extends Call>(call: Served, serve: (call: Served) => Promise<void>): Promise<void> {
    const entry = this.#running.add(call);
    if (this.#isClosed) call.abort(closing());
    try {
      await serve(call);
    } finally {
      this.#running.remove(entry);
    }
  }

  /** Ends the calls of a method, each with the message that the server is closing. */
  end(method: string): void {
    for (const call of this.#running.items()) if (call.method === method) call.abort(closing());
  }

  /** Ends all calls, and those that still come. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#running.items()) call.abort(closing());
  }
}

function closing(): ServerClosing {
  return new ServerClosing('the server is closing');
}
