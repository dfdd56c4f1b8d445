/**
 * The events of one call in the order of the native view: one beginning, what happens, one end, and nothing after it.
 */
import type { McpError } from '../errors/mcp-error.js';
import type { CompleteEvent, ErrorEvent, RunningEvent, StreamEvent } from '../model/stream-event.js';

/** The reader of one call's events. Never rejects. */
export interface StreamReader {
  /** @returns resolves when it can take more */
  deliver(event: StreamEvent): Promise<void>;
  /** The call was not begun: there was no event, and there will be none. */
  refuse(error: McpError): Promise<void>;
}

const nothing = Promise.resolve();

export class EventSequence {
  #state: 'waiting' | 'running' | 'over' = 'waiting';
  #hasContent = false;

  constructor(private readonly reader: StreamReader) {}

  /** Tells whether a content event was among the events. */
  get hasContent(): boolean {
    return this.#hasContent;
  }

  /** The call runs. Further times do nothing. */
  begin(): Promise<void> {
    if (this.#state !== 'waiting') return nothing;
    this.#state = 'running';
    return this.reader.deliver({ type: 'start' });
  }

  /** Something happened in a call, which has begun then. */
  emit(event: RunningEvent): Promise<void> {
    const begun = this.begin();
    if (event.type === 'start') return begun;
    if (this.#state === 'over') return nothing;
    if (event.type === 'content') this.#hasContent = true;
    return this.reader.deliver(event);
  }

  /** The call is over: nothing comes after this. */
  end(event: CompleteEvent | ErrorEvent): Promise<void> {
    void this.begin();
    if (this.#state === 'over') return nothing;
    this.#state = 'over';
    return this.reader.deliver(event);
  }

  /** The call ends without an event: its reader does not want it any more. */
  drop(): void {
    this.#state = 'over';
  }

  /** The call failed: before its beginning it is refused. */
  async fail(error: McpError, code: number): Promise<void> {
    if (this.#state !== 'waiting') return this.end({ type: 'error', error: { code, message: error.message } });
    this.#state = 'over';
    await this.reader.refuse(error);
  }
}
