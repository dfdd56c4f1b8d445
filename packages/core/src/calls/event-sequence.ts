/**
 * Puts the events of one call in the order of the native view: one start, any number of events, one end, and nothing after it.
 */
import type { McpError } from '../errors/mcp-error.js';
import type { CompleteEvent, ErrorEvent, RunningEvent, StreamEvent } from '../model/stream-event.js';

/** The reader of one call's events. Never rejects. */
export interface StreamReader {
  /** @returns resolves when it can take more */
  deliver(event: StreamEvent): Promise<void>;
  /** Reports that the call did not start: there was no event, and there will be none. */
  refuse(error: McpError): Promise<void>;
}

const nothing = Promise.resolve();

export class EventSequence {
  #state: 'waiting' | 'running' | 'over' = 'waiting';
  #hasContent = false;

  constructor(private readonly reader: StreamReader) {}

  /** True once there was a content event. */
  get hasContent(): boolean {
    return this.#hasContent;
  }

  /** Emits the start. Has no effect after the first time. */
  begin(): Promise<void> {
    if (this.#state !== 'waiting') return nothing;
    this.#state = 'running';
    return this.reader.deliver({ type: 'start' });
  }

  /** Emits an event; the first one also starts the call. */
  emit(event: RunningEvent): Promise<void> {
    const begun = this.begin();
    if (event.type === 'start') return begun;
    if (this.#state === 'over') return nothing;
    if (event.type === 'content') this.#hasContent = true;
    return this.reader.deliver(event);
  }

  /** Emits the end; nothing comes after it. */
  end(event: CompleteEvent | ErrorEvent): Promise<void> {
    void this.begin();
    if (this.#state === 'over') return nothing;
    this.#state = 'over';
    return this.reader.deliver(event);
  }

  /** Ends the call without an event: its reader has cancelled. */
  drop(): void {
    this.#state = 'over';
  }

  /** Ends the call with an error; refuses it if it has not started. */
  async fail(error: McpError, code: number): Promise<void> {
    if (this.#state !== 'waiting') return this.end({ type: 'error', error: { code, message: error.message } });
    this.#state = 'over';
    await this.reader.refuse(error);
  }
}
